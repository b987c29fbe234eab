// main with one parameter.
// explore: --sym-args 0 1 1
// exit: 0 1
int main(int argc) { return argc > 1; }
