// explore: --time 1s
// incomplete: time limit reached
// not replayed: no path comes to its end
int main(void)
{
    volatile int x = 0;
    for (;;)
        x++;
}
