/* The middle one of three numbers (document 001, section 3.1.1). Six paths: one for each order in
 * which the comparisons can come out. */

int mid(int x, int y, int z)
{
    if (x < y) {
        if (y < z)
            return y;
        else if (x < z)
            return z;
        else
            return x;
    } else if (x < z)
        return x;
    else if (y < z)
        return z;
    else
        return y;
}
