//! The search obeys the laws of work, whatever it is asked for.

use pikse_search::{SearchWork, Settings, Unread};
use pikse_work::laws;

use crate::lists::{Defect, Lists};

fn check(lists: &Lists, settings: &Settings, stride: usize) -> usize {
    let load = || Ok(lists.walker());
    let work = SearchWork { digest: true, ..lists.work(settings, &load) };
    laws::check(&work, stride, |solution| solution.candidate.clone())
}

pub(crate) fn plain_searches_obey_the_laws() {
    let lists = Lists::new(3, 2, Defect::None);
    let steps = check(&lists, &Settings::new(&lists.space), 1);
    assert!(steps > 100, "{steps} steps");
    let lists = Lists::new(4, 3, Defect::None);
    let steps = check(&lists, &Settings::new(&lists.space), 97);
    assert!(steps > 600, "{steps} steps");
}

pub(crate) fn searches_with_options_obey_the_laws() {
    let lists = Lists::new(3, 2, Defect::None);
    let all = || Settings::new(&lists.space);
    let field = |name: &str| all().field_named(name).expect("the field is there");
    let focus = Settings { out_of_focus: vec![field("Node.data")], ..all() };
    assert!(check(&lists, &focus, 1) > 10);
    let vary = Settings { unread: Unread::Vary, ..all() };
    assert!(check(&lists, &vary, 1) > 100);
    let mut given = all();
    given.given("head != null && size <= 2").expect("the condition is sound");
    assert!(check(&lists, &given, 1) > 10);
}
