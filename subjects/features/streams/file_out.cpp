// Files that the program writes and reads again.
#include <cassert>
#include <cstdio>
#include <fstream>
#include <string>

int main()
{
    {
        std::ofstream out("streams_file_out.tmp");
        assert(out);
        out << "line " << 1 << '\n' << "line " << 2 << '\n';
    }
    {
        std::ofstream out("streams_file_out.tmp", std::ios::app);
        out << "end";
    }
    std::ifstream in("streams_file_out.tmp");
    std::string a, b;
    int n;
    in >> a >> n;
    assert(a == "line" && n == 1);
    in >> a >> n >> b;
    assert(n == 2 && b == "end" && in.eof());
    in.close();
    std::remove("streams_file_out.tmp");
    return 0;
}
