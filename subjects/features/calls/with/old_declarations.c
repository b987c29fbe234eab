int add(a, b)
int a, b;
{
  return a + b;
}
int length(s)
const char *s;
{
  int n = 0;
  if (!s)
    return -1;
  while (s[n])
    n++;
  return n;
}
double half(x)
double x;
{
  return x / 2;
}
int truth(c, s)
char c;
short s;
{
  return c == 'x' && s == -2;
}
