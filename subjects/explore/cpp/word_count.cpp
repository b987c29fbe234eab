// Counts the words of a text, with std::string and std::map.
//
// A word is a run of letters and is counted. `-word` takes one away, and a word that is counted no
// more is forgotten. `=word` asks for the count of a word that was seen before. Anything else stands
// between words.
//
// The bug: that a word was seen is remembered even after it is forgotten, so asking for it then
// throws an exception that nobody catches. The shortest text that does it is `a-a=a`.

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

struct Token {
    enum Kind { Add, Remove, Ask } kind;
    std::string word;
};

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

std::vector<Token> tokens_of(const std::string &text)
{
    std::vector<Token> tokens;
    std::size_t at = 0;
    while (at < text.size()) {
        Token token{Token::Add, {}};
        if (text[at] == '-') {
            token.kind = Token::Remove;
            at++;
        } else if (text[at] == '=') {
            token.kind = Token::Ask;
            at++;
        }
        while (at < text.size() && is_letter(text[at]))
            token.word.push_back(text[at++]);
        if (!token.word.empty())
            tokens.push_back(token);
        else if (token.kind == Token::Add)
            at++;
    }
    return tokens;
}

class Counter {
public:
    int run(const Token &token)
    {
        switch (token.kind) {
        case Token::Add:
            seen_.insert(token.word);
            return ++counts_[token.word];
        case Token::Remove: {
            auto found = counts_.find(token.word);
            if (found == counts_.end())
                return 0;
            if (--found->second == 0)
                counts_.erase(found);
            return 0;
        }
        case Token::Ask:
            return seen_.count(token.word) ? counts_.at(token.word) : 0; // the bug
        }
        return 0;
    }

    std::size_t size() const { return counts_.size(); }

private:
    std::map<std::string, int> counts_;
    std::set<std::string> seen_;
};

} // namespace

// How many words there are in the end.
int count_words(const char *text)
{
    Counter counter;
    for (const Token &token : tokens_of(text))
        counter.run(token);
    return static_cast<int>(counter.size());
}

int main()
{
    char text[64];
    std::size_t length = std::fread(text, 1, sizeof text - 1, stdin);
    text[length] = 0;
    std::printf("%d\n", count_words(text));
    return 0;
}
