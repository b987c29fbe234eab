#include <assert.h>
#include <pikse.h>
struct __attribute__((packed)) p { char c; int i; short s; long l; };
struct __attribute__((packed)) q { struct p p[2]; char end; };
int main(void)
{
    assert(sizeof(struct p) == 15 && sizeof(struct q) == 31);
    struct q q = {0};
    unsigned i;
    pikse_symbolic(&i, sizeof i, "i");
    pikse_assume(i < 2);
    q.p[i].i = 0x01020304;
    q.p[i].l = -1;
    unsigned char *b = (unsigned char *)&q;
    assert(b[15 * i + 1] == 4 && b[15 * i + 4] == 1 && b[15 * i + 14] == 255);
    assert(q.end == 0);
    int *unaligned = (int *)(b + 1);
    assert(*unaligned == (i == 0 ? 0x01020304 : 0));
    return 0;
}
