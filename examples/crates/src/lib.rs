//! Nothing: the checks are in `tests`, beside each other and apart from any code of ours.
