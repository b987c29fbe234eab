// `throw;` without an exception.
int main()
{
    throw; // error: exception
}
