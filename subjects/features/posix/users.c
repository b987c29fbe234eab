// Users and groups that the models have.
#include <assert.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  struct passwd *p = getpwuid(getuid());
  assert(p && p->pw_uid == getuid() && !strcmp(p->pw_name, "user") && !strcmp(p->pw_dir, "/home/user"));
  assert((p = getpwnam("root")) && p->pw_uid == 0 && !getpwnam("nosuchuser") && !getpwuid(4711));
  struct group *g = getgrgid(getgid());
  assert(g && !strcmp(g->gr_name, "user") && (g = getgrnam("root")) && g->gr_gid == 0 && !getgrnam("nosuchgroup"));
  gid_t groups[4];
  assert(getgroups(0, groups) == 1 && getgroups(4, groups) == 1 && groups[0] == getgid());
  int users = 0;
  setpwent();
  while (getpwent()) users++;
  endpwent();
  char text[8];
  struct passwd q, *found = &q;
  assert(users == 3 && getpwnam_r("root", &q, text, sizeof text, &found) == ERANGE && !found);
  return 0;
}
