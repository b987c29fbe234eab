/*
 * libyaml's scanner, as Debian has it: N bytes of UTF-8 become tokens.
 *
 *     sh subjects/explore/real/fetch-source.sh libyaml sources
 *     pikse explore subjects/explore/real/yaml.c sources/libyaml/src/{api,reader,scanner}.c \
 *         --cflags '-I sources/libyaml/include -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 \
 *             -DYAML_VERSION_PATCH=5 -DYAML_VERSION_STRING=0 -DN=3'
 */
#include <pikse.h>

#include <yaml.h>

#ifndef N
#define N 3
#endif

int main(void)
{
    unsigned char text[N];
    pikse_symbolic(text, N, "text");
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return 2;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, text, N);
    int result = 0, end = 0;
    while (!end) {
        yaml_token_t token;
        if (!yaml_parser_scan(&parser, &token)) {
            result = 1;
            break;
        }
        end = token.type == YAML_STREAM_END_TOKEN;
        yaml_token_delete(&token);
    }
    yaml_parser_delete(&parser);
    return result;
}
