/* A literal is copied before it is changed. */

int entry(int x)
{
    char text[] = "word";
    if (x < -10)
        text[0] = 'W';
    return text[0];
}
