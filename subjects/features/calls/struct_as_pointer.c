// A struct in memory and a pointer are passed in different places.
struct big { long a[4]; };
static long target(struct big b) { return b.a[3]; }
int main(void) {
  struct big b = {{0, 0, 0, 1}};
  long (*f)(struct big *) = (long (*)(struct big *))target;
  return (int)f(&b); // error: bad-call
}
