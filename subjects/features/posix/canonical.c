#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
int main(void)
{
    char here[PATH_MAX], text[PATH_MAX];
    assert(getcwd(here, sizeof here) == here);
    assert(mkdir("a", 0755) == 0 && symlink("a", "b") == 0);
    char *p = canonicalize_file_name("b/../b/.");
    assert(p);
    strcpy(text, here);
    strcat(text, "/a");
    assert(!strcmp(p, text));
    free(p);
    assert(realpath("b", text) == text);
    assert(!realpath("absent/x", text) && errno == ENOENT);
    assert(!realpath("", text) && errno == ENOENT);
    assert(!realpath(NULL, NULL) && errno == EINVAL);
    p = getcwd(NULL, 0);
    assert(p && !strcmp(p, here));
    free(p);
    assert(!getcwd(text, 1) && errno == ERANGE);
    p = get_current_dir_name();
    assert(p && !strcmp(p, here));
    free(p);
    char link[8];
    assert(readlink("b", link, 8) == 1 && link[0] == 'a');
    assert(readlink("a", link, 8) == -1 && errno == EINVAL);
    return 0;
}
