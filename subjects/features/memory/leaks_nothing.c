// A program that allocates nothing loses nothing.
// explore: --leaks
int main(void) { return 0; }
