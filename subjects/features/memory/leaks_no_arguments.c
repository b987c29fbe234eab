// The arguments and the environment are not lost memory.
// explore: --leaks --sym-args 0 2 3
// exit: 0 1 2
int main(int argc, char **argv) {
  return argc - 1;
}
