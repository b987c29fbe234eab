//! Finitization functions in C and C++: what they ask for, and what may go wrong.

use std::fs;

use pikse_front::bounds::infer;
use pikse_front::{Finitization, FinitizeError, Request, finitization, with_headers};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};

/// Runs the function `function` of a source `name`, for size 3.
fn run(name: &str, text: &str, function: &str) -> Result<(Finitization, Types), FinitizeError> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the file can be written");
    let context = Context::create();
    let options = with_headers(&Options::default());
    let program = Program::compile(&context, &[path], &options).unwrap_or_else(|e| panic!("{e}"));
    let types = Types::of(&program).expect("it has debug information");
    finitization(&program, function, 3, &types).map(|asked| (asked, types))
}

/// The space that a finitization gives: fields with their domains.
fn space(root: &str, asked: Finitization, types: &Types) -> String {
    let mut request = Request { root: root.to_owned(), size: 3, ..Request::default() };
    asked.apply(&mut request);
    let bounds = infer(types, &request).unwrap_or_else(|error| panic!("{error}"));
    let space = &bounds.space;
    let fields = space.field_ids().map(|field| {
        let cell = space.cells().iter().find(|cell| cell.field == field);
        let domain = space.domain(cell.expect("a field has a cell").domain);
        format!("{}: {}", space.field_name(field), space.domain_text(domain))
    });
    format!("{}; {} objects", fields.collect::<Vec<_>>().join("; "), space.objects().len())
}

#[track_caller]
fn gives(name: &str, text: &str, function: &str, root: &str, expected: &str) {
    let (asked, types) = run(name, text, function).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(space(root, asked, &types), expected);
}

#[test]
fn a_c_function_gives_bounds() {
    let text = r#"
        #include <pikse.h>
        #include <stdio.h>
        struct place { int x; };
        struct node { struct node *next; int data; short key; struct place place; };
        struct list { struct node *first; int size; };
        void finitize(struct pikse_finitization *f, int n)
        {
            printf("noise on the way\n");
            pikse_objects(f, "node", n + 1);
            pikse_range(f, "node.data", -1, n);
            pikse_non_null(f, "node.next");
            pikse_values(f, "node.key", 3, (long[]){9, 1, 5});
            pikse_range(f, "node.place.x", n, n);
        }
        int main(void) { struct list l; return l.size; }
    "#;
    let expected = "list.first: null or node; list.size: 0..=3; node.next: node; \
                    node.data: -1..=3; node.key: 9, 1, 5; node.place.x: 3; 5 objects";
    gives("list.c", text, "finitize", "list", expected);
}

/// Document 000, Figures 1 and 2, with a field more.
const BST: &str = r#"
    #include <pikse.hpp>
    using pikse::Domain;
    using pikse::Finitization;

    struct Place { int x, y; };
    class BST {
        struct Node {
            Node *left;
            Node *right;
            Node *parent;
            int data;
            Place place;
        };
        Node *root;
        int size;
    public:
        static Finitization *finitize(int size);
        bool repOk() { return size == 0; }
    };

    Finitization *BST::finitize(int c) {
        Finitization *f = Finitization::create<BST>();
        Domain<Node *> nodes = f->domain<Node>(c);
        f->set(&BST::root, nodes);
        f->set(&BST::size, f->domain<int>(c, c));
        f->set(&Node::left, nodes);
        f->set(&Node::right, f->domain<Node>(c, pikse::non_null));
        f->set(&Node::parent, nodes);
        f->set(&Node::data, f->domain<int>(1, c));
        return f;
    }
    static BST tree;
    bool check() { return tree.repOk(); }
"#;

#[test]
fn a_cpp_function_gives_bounds_as_in_the_document() {
    let expected = "BST.root: null or Node; BST.size: 3; Node.left: null or Node; \
                    Node.right: Node; Node.parent: null or Node; Node.data: 1..=3; \
                    Node.place.x: 0..=3; Node.place.y: 0..=3; 4 objects";
    for function in ["_ZN3BST8finitizeEi", "BST::finitize", "finitize"] {
        gives("bst.cpp", BST, function, "BST", expected);
    }
    let list = r#"
        #include <pikse.hpp>
        namespace {
        struct Node { Node *next; unsigned char key; };
        struct List { Node *first; long size; };
        }
        List list;
        void bounds(pikse::Finitization *f, int n) {
            auto nodes = f->objects<Node>(n + 1, pikse::non_null);
            f->set(&List::first, nodes);
            f->set(&List::size, n, n + 1);
            f->set(&Node::key, f->domain<unsigned char>({4, 2}));
        }
    "#;
    let expected = "List.first: Node; List.size: 3..=4; Node.next: null or Node; \
                    Node.key: 4, 2; 5 objects";
    gives("list.cpp", list, "bounds", "List", expected);
}

#[track_caller]
fn refused(name: &str, text: &str, function: &str, words: &[&str]) {
    let error = run(name, text, function).expect_err("it is no finitization");
    let said = error.to_string();
    for word in words {
        assert!(said.contains(word), "`{word}` is not in: {said}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let c = |body: &str| {
        format!(
            "#include <pikse.h>\n#include <stdlib.h>\n#include <stdio.h>\n\
             struct node {{ struct node *next; }} node;\n\
             void finitize(struct pikse_finitization *f, int n) {{ {body} }}\n\
             int other(struct pikse_finitization *f, int n) {{ return 0; }}"
        )
    };
    let refused_c = |body: &str, function: &str, words: &[&str]| {
        refused("node.c", &c(body), function, words);
    };
    refused_c("", "finite", &["no finitization function `finite`", "there are finitize"]);
    refused_c("", "other", &["`other` is not a finitization function", "void other(", "i32"]);
    let crash = "fprintf(stderr, \"here it comes\"); *(volatile int *)0 = n;";
    refused_c(crash, "finitize", &["`finitize` crashed (signal", "here it comes"]);
    refused_c("exit(0);", "finitize", &["exited with status 0"]);
    refused_c("exit(4);", "finitize", &["exited with status 4"]);
    refused_c("pikse_range(f, \"data\", 1, n);", "finitize", &["`range data=1..3`", "node.data=1"]);
    let outside = "#include <pikse.h>\nvoid gone(void);\nstruct node { int x; } node;\n\
                   void finitize(struct pikse_finitization *f, int n) { gone(); }";
    refused("node.c", outside, "finitize", &["cannot be run", "gone"]);
    refused("bst.cpp", BST, "nothing", &["no finitization function `nothing`"]);
}

/// The request has the last word.
#[test]
fn what_the_user_asks_for_besides_wins() {
    let (asked, types) = run(
        "one.c",
        "#include <pikse.h>\nstruct one { int a, b; } one;\n\
         void finitize(struct pikse_finitization *f, int n)\n\
         { pikse_range(f, \"one.a\", 1, n); pikse_values(f, \"one.b\", 1, (long[]){5}); }",
        "finitize",
    )
    .unwrap_or_else(|error| panic!("{error}"));
    let range = |text: &str| text.parse().expect("it is well formed");
    let ranges = vec![range("one.a=7..8"), range("one.b=6")];
    let mut request = Request { root: "one".to_owned(), size: 3, ranges, ..Request::default() };
    asked.apply(&mut request);
    let bounds = infer(&types, &request).unwrap_or_else(|error| panic!("{error}"));
    let domains = bounds.space.domains().iter().map(|domain| bounds.space.domain_text(domain));
    assert_eq!(domains.collect::<Vec<_>>(), ["7..=8", "6"]);
}
