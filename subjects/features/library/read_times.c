// strptime.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <pikse.h>
int main(void) {
  static const char *const all[][2] = {{"2024-02-29 13:45:06", "%Y-%m-%d %H:%M:%S"}, {"Tue, 3 Mar 1998", "%a, %d %b %Y"},
    {"12/31/69", "%D"}, {"7:05 PM", "%I:%M %p"}, {"12 am", "%I %p"}, {"100 2023", "%j %Y"}, {"  5", "%e"}, {"february", "%B"},
    {"20 99", "%C %y"}, {"13", "%m"}, {"1:2:3x", "%T"}, {"+0530", "%z"}, {"Z", "%z"}, {"-07:30", "%z"}, {"86400", "%s"},
    {"2024 07 3", "%Y %U %w"}, {"2024 07 3", "%Y %W %w"}, {"50%", "%S%%"}, {"Sun Jan  7 01:02:03 2024", "%c"}, {"2024-13-01", "%F"}, {"23:59", "%R"}, {"11:12:13 AM", "%r"}};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    struct tm t;
    memset(&t, 0, sizeof t);
    char *end = strptime(all[i][0], all[i][1], &t);
    printf("%s: %d", all[i][0], end ? (int)(end - all[i][0]) : -1);
    if (end) printf(" %d-%d-%d %d:%d:%d %d %d %ld", t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday, t.tm_gmtoff);
    printf("\n");
  }
  char day[3] = {0};
  struct tm t = {0};
  pikse_symbolic(day, 2, "day");
  day[2] = 0;
  if (strptime(day, "%d", &t) && (t.tm_mday < 1 || t.tm_mday > 31)) __builtin_trap();
  return 0;
}
