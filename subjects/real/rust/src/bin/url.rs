//! A reference, joined to a URL. The result, read as a text, is the same URL.

use url::Url;

fn main() {
    let base = Url::parse("http://a/b/c?d#e").expect("this is a URL");
    let text: [u8; 5] = pikse::symbolic_named("text");
    if let Ok(text) = std::str::from_utf8(&text)
        && let Ok(url) = base.join(text)
    {
        assert_eq!(Url::parse(url.as_str()), Ok(url));
    }
}
