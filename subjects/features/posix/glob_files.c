// explore: --sym-files 2 1
#include <assert.h>
#include <glob.h>
#include <string.h>
int main(void)
{
    glob_t g;
    assert(glob("[AB]", 0, NULL, &g) == 0);
    assert(g.gl_pathc == 2 && !strcmp(g.gl_pathv[0], "A") && !strcmp(g.gl_pathv[1], "B") && !g.gl_pathv[2]);
    globfree(&g);
    assert(glob("*.none", 0, NULL, &g) == GLOB_NOMATCH);
    assert(glob("*.none", GLOB_NOCHECK, NULL, &g) == 0 && g.gl_pathc == 1);
    globfree(&g);
    return 0;
}
