/* The number of days of a month. There is a bug. The README uses this file. */
static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int days_in_month(int month)
{
    if (month < 1 || month > 12)
        return -1;
    return days[month];
}
