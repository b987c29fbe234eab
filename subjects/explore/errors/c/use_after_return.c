/* The address of a local variable that is gone. */

static int fixed = 3;

static int *pick(int x)
{
    int local = x;
    int *pointer = &local;
    return x > 100 ? pointer : &fixed;
}

int entry(int x)
{
    int *pointer = pick(x);
    return *pointer; // error: use-after-return
}
