//! The published figures. The tests check them, and `docs/published-counts.md` is made
//! from them.
//!
//! A figure here is what our search must find. Where a document prints another one, the
//! row explains it in `printed`.

use pikse::Problem;

use crate::{
    avl_tree, binary_tree, dag, disjoint_sets, heap, linked_list, red_black_tree, search_tree,
    ternary_tree,
};

/// One line of a published table.
#[derive(Clone)]
pub struct Row {
    /// The structure, as the table calls it.
    pub subject: &'static str,
    /// Where it is published.
    pub source: &'static str,
    /// The size.
    pub size: usize,
    /// The problem of that size.
    pub problem: fn(usize) -> Problem,
    /// Accepted structures.
    pub valid: Option<u64>,
    /// Executions of the predicate without multi-value comparisons.
    pub explored: Option<u64>,
    /// Field initializations by re-execution, and with checkpoints.
    pub inits: Option<(u64, u64)>,
    /// Executions with multi-value comparisons in the document, which we must not exceed.
    pub multi_value: Option<u64>,
    /// Executions with multi-value comparisons in our search.
    pub multi_value_here: Option<u64>,
    /// What the document prints where it differs, and why it does.
    pub printed: Option<&'static str>,
    /// Whether it takes more than a few seconds.
    pub large: bool,
}

fn row(
    subject: &'static str,
    source: &'static str,
    problem: fn(usize) -> Problem,
    size: usize,
) -> Row {
    Row {
        subject,
        source,
        size,
        problem,
        valid: None,
        explored: None,
        inits: None,
        multi_value: None,
        multi_value_here: None,
        printed: None,
        large: false,
    }
}

impl Row {
    fn counts(self, valid: u64, explored: u64) -> Row {
        Row { valid: Some(valid), explored: Some(explored), ..self }
    }

    fn inits(self, reexecution: u64, checkpoint: u64) -> Row {
        Row { inits: Some((reexecution, checkpoint)), ..self }
    }

    fn multi_value(self, document: u64, here: u64) -> Row {
        Row { multi_value: Some(document), multi_value_here: Some(here), ..self }
    }

    fn printed(self, what_and_why: &'static str) -> Row {
        Row { printed: Some(what_and_why), ..self }
    }

    fn large(self) -> Row {
        Row { large: true, ..self }
    }
}

pub(crate) const DOC_000: &str = "document 000, Table II";
pub(crate) const DOC_001_FOCUS: &str = "document 001, section 4.2";
pub(crate) const DOC_001_PARALLEL: &str = "document 001, section 4.3.3";
pub(crate) const DOC_003: &str = "document 003, Table 1";
pub(crate) const DOC_003_FIGURE_1: &str = "document 003, Figure 1";

/// Every row.
pub fn rows() -> Vec<Row> {
    [document_000(), document_003(), mixed_finitizations(), focused(), graphs()].concat()
}

fn document_000() -> Vec<Row> {
    let tree = |n| row("search tree", DOC_000, search_tree::with_parents, n);
    let heap = |n| row("min heap", DOC_000, heap::min_heap, n);
    let list = |n| row("sorted doubly linked list", DOC_000, linked_list::sorted_doubly, n);
    let red_black = |n, explored| {
        row("red-black tree", DOC_000, red_black_tree::in_one_pass, n).printed(explored)
    };
    let statistics = |n, explored| {
        row("order statistics", DOC_000, red_black_tree::order_statistics, n).printed(explored)
    };
    vec![
        tree(3).counts(5, 238).multi_value(173, 130),
        tree(6).counts(132, 49_524).multi_value(30_469, 21_670),
        tree(7).counts(429, 279_427).multi_value(166_762, 117_193),
        tree(8).counts(1_430, 1_555_219).multi_value(906_048, 629_826),
        tree(9).counts(4_862, 8_562_721).multi_value(4_891_974, 3_366_853),
        tree(10).counts(16_796, 46_729_370).multi_value(26_269_077, 17_915_232).large(),
        heap(9).counts(896, 64_401).multi_value(19_781, 19_781),
        heap(10).counts(3_360, 316_369).multi_value(94_538, 94_538),
        heap(12).counts(79_200, 9_277_511).multi_value(2_961_691, 2_961_691),
        heap(13).counts(506_880, 55_005_301).multi_value(18_545_942, 18_545_942).large(),
        heap(14).counts(2_745_600, 356_649_476).multi_value(120_077_299, 120_077_299).large(),
        list(15).counts(1, 1_015_748).multi_value(294_897, 294_897),
        list(16).counts(1, 2_162_624).multi_value(622_576, 622_576),
        list(17).counts(1, 4_587_452).multi_value(1_310_703, 1_310_703),
        list(18).counts(1, 9_699_256).multi_value(2_752_494, 2_752_494).large(),
        list(19).counts(1, 20_447_156).multi_value(5_767_149, 5_767_149).large(),
        red_black(4, "20,482 explored: another predicate")
            .counts(4, 1_954)
            .multi_value(8_397, 1_018),
        red_black(5, "161,122 explored: another predicate")
            .counts(8, 9_427)
            .multi_value(53_956, 4_757),
        red_black(6, "1,259,268 explored: another predicate")
            .counts(16, 43_251)
            .multi_value(360_500, 21_228),
        red_black(7, "7,962,572 explored: another predicate")
            .counts(33, 189_479)
            .multi_value(1_938_263, 90_365),
        red_black(8, "51,242,194 explored: another predicate")
            .counts(56, 799_310)
            .multi_value(11_077_150, 370_636),
        statistics(3, "3,356 explored: another predicate").counts(2, 354).multi_value(1_654, 195),
        statistics(4, "42,294 explored: another predicate")
            .counts(4, 2_002)
            .multi_value(20_115, 1_018),
        statistics(5, "415,922 explored: another predicate")
            .counts(8, 9_587)
            .multi_value(188_321, 4_757),
        statistics(6, "3,646,604 explored: another predicate")
            .counts(16, 43_731)
            .multi_value(1_558_574, 21_228),
        statistics(7, "28,564,440 explored: another predicate")
            .counts(33, 190_865)
            .multi_value(11_502_100, 90_365),
    ]
}

fn document_003() -> Vec<Row> {
    let binary = |n| row("binary tree", DOC_003, binary_tree::exactly, n);
    let list = |n| row("singly linked list", DOC_003_FIGURE_1, linked_list::singly, n);
    let search = |n| row("search tree, n+1 keys", DOC_003, |n| search_tree::with_keys(n, n), n);
    let search_n_keys =
        |n| row("search tree, n keys", DOC_003, |n| search_tree::with_keys(n, n - 1), n);
    let red_black = |n| row("red-black tree", DOC_003, red_black_tree::exactly, n);
    let sorted = |n| row("sorted list", DOC_003, linked_list::sorted, n);
    let avl = |n| row("AVL tree", DOC_003, avl_tree::exactly, n);
    let ternary = |n| row("N-ary tree", DOC_003, ternary_tree::exactly, n);
    vec![
        binary(3).counts(5, 63).inits(357, 93),
        binary(9).counts(4_862, 210_444).inits(3_556_640, 241_074),
        binary(10).counts(16_796, 815_100).inits(15_366_812, 921_312),
        binary(11).counts(58_786, 3_162_018).inits(65_809_076, 3_535_028),
        binary(12).counts(208_012, 12_284_830).inits(279_823_708, 13_608_752).large(),
        list(2).counts(3, 12).inits(35, 17),
        list(100).counts(101, 15_251).inits(873_852, 15_452),
        search(6).counts(924, 98_693).inits(1_798_082, 115_354),
        search(7).counts(3_432, 755_833).inits(15_782_074, 864_476),
        search(8).counts(12_870, 5_797_298).inits(136_077_730, 6_524_130),
        search(9).counts(48_620, 44_537_298).inits(1_159_010_940, 49_493_134).large(),
        search_n_keys(6).counts(132, 45_233),
        search_n_keys(7).counts(429, 340_990),
        search_n_keys(8).counts(1_430, 2_606_968),
        search_n_keys(9).counts(4_862, 20_086_300).large(),
        search_n_keys(10).counts(16_796, 155_455_872).large(),
        red_black(6).counts(140, 23_327).inits(623_331, 30_876),
        red_black(7).counts(280, 101_104).inits(3_130_680, 135_274),
        red_black(8).counts(576, 449_270).inits(15_812_723, 614_107),
        red_black(9).counts(1_220, 2_061_202).inits(81_246_102, 2_899_485),
        red_black(10).counts(2_860, 10_164_512).large(),
        red_black(11).counts(7_032, 52_213_214).large(),
        sorted(12).counts(13, 98_227).inits(2_117_998, 106_430),
        sorted(13).counts(14, 212_902).inits(4_910_546, 229_298),
        sorted(14).counts(15, 458_648).inits(11_266_473, 491_429),
        sorted(15).counts(16, 982_921).inits(25_617_641, 1_048_471),
        avl(7).counts(136, 43_485).inits(801_754, 50_364),
        avl(8).counts(288, 182_930).inits(3_840_910, 207_966),
        avl(9).counts(440, 611_592).inits(14_013_240, 686_794),
        avl(10).counts(660, 2_036_700).inits(50_271_572, 2_265_072),
        ternary(6).counts(7_752, 314_515).inits(5_631_007, 376_824),
        ternary(7).counts(43_263, 2_084_503).inits(43_319_152, 2_436_750),
        ternary(8).counts(246_675, 13_776_898).inits(326_280_532, 15_806_535).large(),
        ternary(9).counts(1_430_715, 90_939_373).inits(2_419_176_805, 102_814_365).large(),
    ]
}

/// Two subjects of document 003 whose table has *valid* and *explored* for exactly
/// `n` elements, but the initializations for up to `n`.
fn mixed_finitizations() -> Vec<Row> {
    let heap = |n| row("heap array", DOC_003, heap::exactly, n);
    let heap_inits =
        |n, re, cp| row("heap array, up to n: inits", DOC_003, heap::up_to, n).inits(re, cp);
    let sets = |n| row("disjoint sets", DOC_003, disjoint_sets::exactly, n);
    let sets_inits = |n, re, cp| {
        row("disjoint sets, up to n: inits", DOC_003, disjoint_sets::up_to, n).inits(re, cp)
    };
    vec![
        heap(7).counts(4_147, 14_512),
        heap(8).counts(21_814, 138_025),
        heap(9)
            .counts(231_626, 981_757)
            .printed("231,710 valid, 2,981,757 explored: misprints, by an independent count"),
        heap(10).counts(2_015_168, 9_745_451),
        heap_inits(7, 343_484, 53_992),
        heap_inits(8, 3_319_853, 440_829),
        heap_inits(9, 28_078_660, 3_312_910),
        heap_inits(10, 286_898_609, 30_059_909).large(),
        sets(6).counts(5_040, 21_801).printed("31,801 explored: a misprint"),
        sets(7).counts(40_320, 202_832).printed("40,420 valid: a misprint, 8! = 40,320"),
        sets(8).counts(362_880, 2_085_332),
        sets(9).counts(3_628_800, 23_458_671).large(),
        sets_inits(6, 597_707, 35_422),
        sets_inits(7, 6_410_217, 322_743),
        sets_inits(8, 74_576_822, 3_266_149),
        sets_inits(9, 936_490_880, 36_288_280).large(),
    ]
}

fn focused() -> Vec<Row> {
    fn on_shape(problem: Problem, data: &str) -> Problem {
        problem.out_of_focus(&[data]).expect("the subject has the field")
    }
    let tree = |n| row("search tree up to n", DOC_001_FOCUS, search_tree::up_to, n);
    let tree_focused = |n| {
        let problem = |n| on_shape(search_tree::up_to(n), "Node.data");
        row("search tree up to n, focused", DOC_001_FOCUS, problem, n)
    };
    let list = |n| row("sorted list up to n", DOC_001_FOCUS, linked_list::sorted_up_to, n);
    let list_focused = |n| {
        let problem = |n| on_shape(linked_list::sorted_up_to(n), "Node.data");
        row("sorted list up to n, focused", DOC_001_FOCUS, problem, n)
    };
    let red_black = |n| row("red-black tree up to n", DOC_001_FOCUS, red_black_tree::up_to, n);
    let red_black_focused = |n| {
        let problem = |n| on_shape(red_black_tree::up_to(n), "Node.key");
        row("red-black tree up to n, focused", DOC_001_FOCUS, problem, n)
    };
    vec![
        tree(3).counts(15, 178),
        tree_focused(3).counts(9, 127),
        list(20).counts(1_048_575, 179_307_145).large(),
        list_focused(20).counts(20, 1_770),
        list_focused(25).counts(25, 3_275),
        list_focused(100).counts(100, 176_850),
        list_focused(200).counts(200, 1_373_700),
        red_black(10)
            .counts(14_101, 4_896_368)
            .printed("4,901,265 explored: another order of reads"),
        red_black_focused(10)
            .counts(377, 1_802_198)
            .printed("1,903,225 explored: another order of reads"),
        red_black(11)
            .counts(40_074, 20_177_777)
            .printed("20,130,233 explored: another order of reads")
            .large(),
        red_black_focused(11)
            .counts(707, 6_881_950)
            .printed("7,301,092 explored: another order of reads")
            .large(),
    ]
}

fn graphs() -> Vec<Row> {
    vec![
        row("DAG, every acyclic graph", DOC_001_PARALLEL, dag::accept_all, 6)
            .counts(1_336_729, 16_650_503)
            .printed("16,216,503 explored: 434,000 fewer, perhaps a misprint of 16,650,503")
            .large(),
        row("DAG, topologically sorted", DOC_001_PARALLEL, dag::topological, 6)
            .counts(32_768, 517_073)
            .printed("517,743 explored: another order of reads"),
    ]
}
