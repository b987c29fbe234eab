// explore: --allow-uninitialised seed
// not replayed: the value cannot be set natively
static int seed(int *p)
{
    return *p > 0 ? 0 : 0;
}

int main(void)
{
    int s, t;
    if (t > 4) // error: uninitialised
        return 1;
    return seed(&s);
}
