/* An error that the program itself reports. */

void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));

int entry(int x)
{
    if (x == 12)
        klee_report_error(__FILE__, __LINE__, "twelve", "user.err"); // error: reported
    return 0;
}
