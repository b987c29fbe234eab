//! Tests of the native engine.

mod defects;
mod finitize;
mod multi_value;
mod package;
mod predicates;
mod random_predicates;
mod sources;
mod subject;
