// explore: --allow-uninitialised uninitialised_allowed_line.c:8
// exit: 0 1
// not replayed: the value cannot be set natively
int main(void)
{
    int s;
    // The next line reads it.
    if (s == 3)
        return 1;
    return 0;
}
