// What functions of the C library return, and errno after them.
// explore: --cflags=-fno-builtin
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>
#include <ctype.h>
#include <math.h>
#include <errno.h>
#include <unistd.h>
#include <fcntl.h>
#include <limits.h>
#include <inttypes.h>
#include <time.h>
#include <search.h>
#include <signal.h>
#include <sys/stat.h>
#include <locale.h>
#include <stddef.h>
#define P(e) do { long long r_ = (long long)(e); int n_ = errno; printf("%s = %lld errno %d\n", #e, r_, n_); errno = 0; } while (0)
#define S(e) do { const char *r_ = (e); int n_ = errno; printf("%s = %s errno %d\n", #e, r_, n_); errno = 0; } while (0)
#define D(e) do { double r_ = (double)(e); int n_ = errno; printf("%s = %.17g errno %d\n", #e, r_, n_); errno = 0; } while (0)
volatile int zero = 0;

/* A copy, so that nothing is known when the program is compiled. */
static char *v(const char *text)
{
  static char copies[64][64];
  static int next;
  return strcpy(copies[next++ % 64], text);
}

static int cmp(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

int main(void)
{
  P(strcmp(v("abc"), v("abz")));
  P(strcmp(v("b"), v("abz")));
  P(strcmp(v(""), v("\xff")));
  P(strcmp(v("same"), v("same")));
  P(strncmp(v("abc"), v("abz"), 3));
  P(strncmp(v("abc"), v("abz"), 2));
  P(memcmp(v("abc"), v("abz"), 3));
  P(memcmp(v("\x80"), v("\x01"), 1));
  P(memcmp(v("aaaaaaaaaaaaaaaaaaab"), v("aaaaaaaaaaaaaaaaaaaz"), 20));
  P(bcmp(v("abc"), v("abz"), 3));
  P(strcasecmp(v("ABC"), v("abz")));
  P(strncasecmp(v("ABC"), v("abz"), 3));
  P(strcoll(v("a"), v("c")));
  P(wcscmp(L"abc", L"abz"));
  P(wmemcmp(L"a", L"c", 1));
  P(wcsncmp(L"ad", L"ab", 2));
  P(wcscasecmp(L"A", L"c"));
  P(wcscoll(L"a", L"f"));
  P(strverscmp(v("a10"), v("a9")));
  P(strverscmp(v("a01"), v("a1")));
  P(puts("x"));
  P(fputs("hello\n", stdout));
  P(fputs("", stdout));
  P(putchar('q'));
  P(fputc('\n', stdout));
  P(printf("%d %s\n", 3, "abc"));
  P(fflush(stdout));
  P(ferror(stdout));
  P(feof(stdout));
  P(fileno(stdout));
  P(setvbuf(stdin, NULL, _IONBF, 0));
  P(snprintf(NULL, 0, "%05d|%-6s|%x", 42, "ab", 255));
  {
    char b[8];
    P(snprintf(b, 8, "%s", "longer than that"));
    S(b);
  }
  {
    char b[64];
    P(sprintf(b, "%g %e %f %a", 1.5, 1e10, 2.25, 1.0));
    S(b);
    P(sprintf(b, "%#x %#o %+d % d %5.2f", 255, 8, 5, 6, 3.14159));
    S(b);
    P(sprintf(b, "%ls", L"wide"));
    S(b);
    P(sprintf(b, "%lc%c", L'w', 'x'));
    S(b);
    P(sprintf(b, "%10.4s|", "abcdefgh"));
    S(b);
    P(sprintf(b,"%-*d|%*d", 5, 3, -5, 4));
    S(b);
    P(sprintf(b,"%hhd %hd %lld %zu %jd %td", 300, 70000, 1LL<<40, (size_t)7, (intmax_t)8, (ptrdiff_t)9));
    S(b);
    P(sprintf(b,"%p %p", (void*)0, (void*)16));
    S(b);
    P(sprintf(b, "%m"));
    S(b);
    P(sprintf(b,"%.0f %.0f %.3g %#.3g", 0.5, 1.5, 100000.0, 1.0));
    S(b);
    P(sprintf(b, "%'d", 1234567));
    S(b);
    P(sprintf(b,"%%"));
    S(b);
    P(sprintf(b, "%i%n", 12345, &(int){0}));
    S(b);
    P(sprintf(b,"%Lf %La", 1.5L, 1.5L));
    S(b);
    P(sprintf(b, "%F %G %E", INFINITY, NAN, 1e-300));
    S(b);
  }
  {
    int a,b2;
    char s[20];
    float f;
    P(sscanf("12 0x1f abc 3.5", "%d %i %s %f", &a, &b2, s, &f));
    P(a);
    P(b2);
    S(s);
    D(f);
    P(sscanf("", "%d", &a));
    P(sscanf("x", "%d", &a));
    P(sscanf("5,6", "%d,%d", &a, &b2));
    P(sscanf("abc123", "%[a-c]%d", s, &a));
    S(s);
    P(sscanf("abc", "%*s%n", &a));
    P(a);
    P(sscanf("  7", "%2d%n", &a, &b2));
    P(b2);
    P(sscanf("99999999999", "%d", &a));
    P(a);
    P(sscanf("1e", "%f", &f));
    P(sscanf("nan inf", "%f %f", &f, &f));
    P(sscanf("a b", "%c %c", s, s+1));
    P(sscanf("12", "%1d%1d", &a, &b2));
    P(b2);
    P(sscanf("0x", "%x", &a));
  }
  P(strtol("  -12abc", NULL, 10));
  P(strtol("0x1F", NULL, 0));
  P(strtol("099", NULL, 0));
  P(strtol("99999999999999999999", NULL, 10));
  P(strtoul("-1", NULL, 10));
  P(strtol("z", NULL, 36));
  P(strtol("1", NULL, 1));
  P(strtol("", NULL, 10));
  P(atoi("12x"));
  P(atol(" 7"));
  D(atof("1e3x"));
  D(strtod("0x1.8p1", NULL));
  D(strtod("1e400", NULL));
  D(strtod("1e-400", NULL));
  D(strtod("nan(12)", NULL));
  D(strtof("1e39", NULL));
  P(strtoll("9223372036854775808", NULL, 10));
  P(strtoimax("-5", NULL, 10));
  P(isnan(NAN));
  P(isinf(-INFINITY));
  P(isinf(INFINITY));
  P((isinf)(-INFINITY));
  P((isnan)(NAN));
  P(signbit(-0.0));
  P(fpclassify(1e-310));
  P(ilogb(8.0));
  P(ilogb(0.0));
  P(lrint(2.5));
  P(lround(2.5));
  D(nearbyint(3.5));
  D(remainder(5,3));
  D(fmod(-5,3));
  D(pow(0,-1+zero));
  D(sqrt(-1+zero));
  D(log(0+zero));
  D(exp(1000+zero));
  D(hypot(3,4));
  D(cbrt(27));
  D(tgamma(5));
  D(lgamma(10));
  D(erf(0.5));
  D(nextafter(1,2));
  D(fdim(3,5));
  D(fma(2,3,4));
  D(ldexp(1,10));
  D(logb(8));
  D(scalbn(1,3));
  {
    int e;
    D(frexp(10,&e));
    D(fmax(zero, -(double)zero));
    D(fmax(-(double)zero, zero));
    D(fmin(zero, -(double)zero));
    D(fmin(-(double)zero, zero));
    D(fmaxf(zero, -(float)zero));
    D(fminf(-(float)zero, zero));
    D(fmax(NAN, 1));
    D(fmin(1, NAN));
    P(e);
    double ip;
    D(modf(-2.5,&ip));
    D(ip);
    int q;
    D(remquo(7,2,&q));
    P(q);
  }
  P(abs(-3));
  P(labs(-3L));
  P(div(7,-2).rem);
  P(ldiv(-7,2).quot);
  P(ffs(8));
  P(ffsl(0));
  P(ffsll(1LL<<40));
  S(strchr("hello",'l'));
  S(strrchr("hello",'l'));
  S(strstr("hello","ll"));
  S(strpbrk("hello","ol"));
  P(strspn("hello","hel"));
  P(strcspn("hello","l"));
  S(strcasestr("HeLLo","ll"));
  S(strchrnul("abc",'x'));
  P(strnlen("abc",2));
  S((char*)memrchr("hello",'l',5));
  S((char*)memmem("hello",5,"lo",2));
  S((char*)rawmemchr("abc",'c'));
  S(stpcpy(v("zzzz"),"ab")-2);
  S(strerror(2));
  S(strerror(9999));
  S(strsignal(11));
  S(basename("/a/b/c"));
  S(strdup("dup"));
  S(strndup("dup",2));
  {
    char b[20]="a,b;c";
    char *sv;
    S(strtok_r(b,",;",&sv));
    S(strtok_r(NULL,",;",&sv));
    S(strtok_r(NULL,",;",&sv));
    P(strtok_r(NULL,",;",&sv)!=NULL);
    char c2[20]="x,,y";
    char*p=c2;
    S(strsep(&p,","));
    S(strsep(&p,","));
    S(strsep(&p,","));
  }
  P(mblen("a",1));
  P(mbtowc(NULL,"a",1));
  P(wctomb(NULL,L'a'));
  P(mbstowcs(NULL,"abc",0));
  P(wcstombs(NULL,L"abc",0));
  P(btowc('a'));
  P(wctob(L'a'));
  P(wcslen(L"abc"));
  P(wcwidth(L'a'));
  P(iswalpha(L'a'));
  P(iswdigit(L'5'));
  P(iswctype(L'a',wctype("alpha")));
  P(towupper(L'a'));
  P(wcstol(L"12",NULL,10));
  P(access("/nonexistent",F_OK));
  P(open("/nonexistent",O_RDONLY));
  P(close(77));
  P(read(77,NULL,0));
  P(write(77,"",0));
  P(lseek(77,0,SEEK_SET));
  P(dup(77));
  P(fcntl(77,F_GETFD));
  P(isatty(77));
  P(unlink("/nonexistent/x"));
  P(rmdir("/nonexistent"));
  P(chdir("/nonexistent"));
  P(rename("/nonexistent","/x"));
  {
    struct stat st;
    P(stat("/nonexistent",&st));
    P(stat("",&st));
    P(fstat(77,&st));
  }
  P(fopen("/nonexistent","r")!=NULL);
  P(fopen("/tmp","zz")!=NULL);
  P(ftell(stdin)==-1?-1:0);
  P(getenv("NOPE_X")!=NULL);
  P(setenv("A","b",1));
  S(getenv("A"));
  P(unsetenv("A"));
  P(setenv("","b",1));
  P(setenv("A=","b",1));
  P(putenv("C=d"));
  S(getenv("C"));
  {
    int a[]={3,1,2};
    qsort(a,3,4,cmp);
    P(a[0]*100+a[1]*10+a[2]);
    int k=2;
    P((int*)bsearch(&k,a,3,4,cmp)-a);
    P(lfind(&k,a,&(size_t){3},4,cmp)!=NULL);
  }
  {
    struct tm t={0};
    t.tm_year=100;
    t.tm_mon=1;
    t.tm_mday=30;
    P(timegm(&t));
    P(t.tm_mday);
    P(t.tm_wday);
    char b[64];
    P(strftime(b,64,"%Y-%m-%d %j %U %a %B %H:%M:%S %Z %%",&t));
    S(b);
    S(asctime(&t));
    time_t x=86400*365;
    S(asctime(gmtime(&x)));
    P(strftime(b,3,"%Y",&t));
    D(difftime(5,3));
  }
  P(sigaction(99,NULL,NULL));
  P(kill(0,99));
  P(raise(0));
  P(signal(SIGKILL,SIG_IGN)==SIG_ERR);
  P(sysconf(_SC_PAGESIZE));
  P(getpagesize());
  P(sysconf(-1));
  P(pathconf("/",_PC_NAME_MAX));
  S(setlocale(LC_ALL,NULL));
  P(setlocale(LC_ALL,"xx_YY")!=NULL);
  S(localeconv()->decimal_point);
  P(MB_CUR_MAX);
  P(umask(022)>=0);
  P(nice(0)>=-20);
  P(alarm(0));
  P(sleep(0));
  P(usleep(0));
  P(posix_memalign(&(void*){0},3,8));
  P(aligned_alloc(16,32)!=NULL);
  P(ungetc('a',stdin));
  P(getchar());
  P(getc(stdin));
  P(feof(stdin)!=0);
  return 0;
}
