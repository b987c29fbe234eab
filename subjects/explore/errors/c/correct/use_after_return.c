/* The address of a variable that stays. */

static int fixed = 3;
static int kept;

static int *pick(int x)
{
    kept = x;
    return x > 100 ? &kept : &fixed;
}

int entry(int x)
{
    int *pointer = pick(x);
    return *pointer;
}
