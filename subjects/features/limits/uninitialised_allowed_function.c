// A seed that is read on purpose, as in random number generators.
// explore: --allow-uninitialised seed
// exit: 0 1
// not replayed: the value cannot be set natively
static unsigned seed(unsigned *p)
{
    return *p * 2654435761u;
}

int main(void)
{
    unsigned s;
    if (seed(&s) == 0)
        return 1;
    return 0;
}
