//! A search within the bounds that a function of the program gives.

use std::fs;

use pikse_front::bounds::infer;
use pikse_front::{Request, finitization, with_headers};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};
use pikse_native::{Build, Compiled, Predicate};
use pikse_search::{Search, Settings, Step};

/// Document 000, Figure 2, with every field.
const FINITIZE: &str = "
    Finitization *BST::finitize(int c) {
        Finitization *f = Finitization::create<BST>();
        Domain<Node *> nodes = f->domain<Node>(c);
        f->set(&BST::root, nodes);
        f->set(&BST::size, f->domain<int>(c, c));
        f->set(&Node::left, nodes);
        f->set(&Node::right, nodes);
        f->set(&Node::parent, nodes);
        f->set(&Node::data, f->domain<int>(1, c));
        return f;
    }
";

/// The subject with the document's own finitization: every tree, with nothing said on a
/// command line but the size.
#[test]
fn a_search_takes_its_bounds_from_the_program() {
    let subject = concat!(env!("CARGO_MANIFEST_DIR"), "/../../subjects/cpp/search_tree.cpp");
    let subject = fs::read_to_string(subject).expect("the subject is there");
    let declared = "bool repOk();\n    static pikse::Finitization *finitize(int size);";
    let text = format!(
        "#include <pikse.hpp>\nusing pikse::Domain;\nusing pikse::Finitization;\n{}\n{FINITIZE}",
        subject.replacen("bool repOk();", declared, 1)
    );
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("search_tree.cpp");
    fs::write(&path, text).expect("the file can be written");
    let context = Context::create();
    let options = with_headers(&Options::default());
    let program = Program::compile(&context, &[path], &options).unwrap_or_else(|e| panic!("{e}"));
    let types = Types::of(&program).expect("it has debug information");
    let mut request = Request { root: "BST".to_owned(), size: 4, ..Request::default() };
    let asked = finitization(&program, "BST::finitize", 4, &types);
    asked.unwrap_or_else(|error| panic!("{error}")).apply(&mut request);
    let bounds = infer(&types, &request).unwrap_or_else(|error| panic!("{error}"));
    let build = Build { multi_value: false, ..Build::default() };
    let compiled = Compiled::new(&program, "_ZN3BST5repOkEv", &build);
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let predicate = Predicate::load(&compiled, &bounds);
    let predicate = predicate.unwrap_or_else(|error| panic!("{error}"));
    let mut search = Search::new(&bounds.space, predicate, Settings::new(&bounds.space));
    while search.step().expect("the predicate is good") == Step::Solution {}
    // Shapes of four nodes.
    assert_eq!(search.statistics().valid, 14);
}
