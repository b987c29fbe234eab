/* The bytes of a literal belong to nobody. */

int entry(int x)
{
    char *text = (char *)"word";
    if (x < -10)
        text[0] = 'W'; // error: write-to-constant
    return text[0];
}
