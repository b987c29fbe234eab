//! Sharing work out, with a real search.
//!
//! Workers are forked, so all cases run one after the other in a single test: no other
//! thread does anything then.

mod laws;
mod lists;
mod local;

#[test]
fn searches_are_shared_out() {
    laws::plain_searches_obey_the_laws();
    laws::searches_with_options_obey_the_laws();
    laws::late_reads_obey_the_laws();
    local::workers_share_a_search();
    local::stopped_searches_go_on();
    local::deaths_are_survived();
    local::mistakes_are_told();
}
