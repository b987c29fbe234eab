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

/// What is read late is varied, exactly once each: a list of n nodes whose data is increasing up to
/// some node, and not read after it.
pub(crate) fn late_reads_obey_the_laws() {
    let (nodes, values) = (3, 2_u64);
    let lists = Lists::new(nodes, values as i64, Defect::ReadsLate);
    let settings = Settings::new(&lists.space);
    assert!(check(&lists, &settings, 1) > 30);
    let load = || Ok(lists.walker());
    let work = lists.work(&settings, &load);
    let mut state = pikse_cluster::State::new();
    let cancel = pikse_search::Cancel::default();
    let options = pikse_cluster::Options::default();
    pikse_cluster::run(&work, &options, &mut state, &mut Nobody, &cancel).expect("it ends");
    // The increasing lists from a least value on, and those that end with the first decrease.
    fn lists_from(least: u64, left: usize, values: u64) -> u64 {
        match left {
            0 => 1,
            _ => (0..=values)
                .map(|value| if value < least { 1 } else { lists_from(value, left - 1, values) })
                .sum(),
        }
    }
    let expected: u64 = (0..=nodes).map(|length| lists_from(0, length, values)).sum();
    assert_eq!(state.tally.statistics.valid, expected);
}

/// Observes nothing.
struct Nobody;

impl<F, T> pikse_cluster::Observer<F, T> for Nobody {
    fn found(&mut self, _: F) -> std::io::Result<()> {
        Ok(())
    }

    fn progress(&mut self, _: &pikse_cluster::Progress<T>) {}
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
