module symbolic

// Symbolic integers and booleans.
