#include <cassert>
#include <sstream>
#include <string>
#include <vector>

int main()
{
    std::istringstream in("first line\nsecond\n\nlast");
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    assert(lines.size() == 4 && lines[0] == "first line" && lines[2].empty() && lines[3] == "last");
    std::istringstream fields("a,b,,c");
    std::string field, joined;
    while (std::getline(fields, field, ','))
        joined += "[" + field + "]";
    assert(joined == "[a][b][][c]");
    std::istringstream raw("abcdef");
    char buffer[4];
    raw.getline(buffer, sizeof buffer);
    assert(std::string(buffer) == "abc" && raw.fail());
    raw.clear();
    assert(raw.get() == 'd' && raw.peek() == 'e');
    raw.unget();
    raw.ignore(2);
    assert(raw.get() == 'f' && raw.get() == EOF && raw.eof());
}
