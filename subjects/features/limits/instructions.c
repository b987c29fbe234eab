// explore: --max-instructions 1000
// incomplete: instruction limit reached
// not replayed: no path comes to its end
int main(void)
{
    volatile int x = 0;
    while (x < 100000)
        x++;
    return 0;
}
