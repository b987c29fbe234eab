/* A share from 0 to 1 as a place in a table. Three paths come to their end; the share 1 is behind the table, which is
 * an error. */

static const int weights[4] = { 1, 5, 25, 125 };

int bucket(double share)
{
    if (!(share >= 0))
        return -1;
    if (share > 1)
        return -2;
    return weights[(int)(share * 4)];
}
