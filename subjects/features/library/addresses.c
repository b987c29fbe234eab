// Addresses as text: arpa/inet.h.
// exit: 0 1
#include <arpa/inet.h>
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <pikse.h>
int main(void) {
  struct in_addr a;
  unsigned char six[16];
  char text[INET6_ADDRSTRLEN];
  static const char *const four[] = {"1.2.3.4", "0x7f.1", "010.1.1.1", "1.2.3", "255.255.255.255", "256.1.1.1", "1.2.3.4.5", "1.2.3.4 x", "", "4294967295"};
  for (int i = 0; i < 10; i++) {
    a.s_addr = 0;
    int is = inet_aton(four[i], &a);
    printf("%d %08x %08x %d\n", is, a.s_addr, inet_addr(four[i]), inet_pton(AF_INET, four[i], &a));
  }
  static const char *const all[] = {"::", "::1", "fe80::1:2", "1:2:3:4:5:6:7:8", "::ffff:10.0.0.1", "1::2::3", "12345::", "1:2", "::1.2.3.4", "a:b:c:d:e:f:1::", ":1", "1:2:3:4:5:6:7::"};
  for (int i = 0; i < 12; i++) {
    int is = inet_pton(AF_INET6, all[i], six);
    printf("%s %d %s\n", all[i], is, is == 1 ? inet_ntop(AF_INET6, six, text, sizeof text) : "-");
  }
  a.s_addr = htonl(0x7f000001);
  assert(!strcmp(inet_ntoa(a), "127.0.0.1") && !inet_ntop(AF_INET, &a, text, 5));
  char part[4] = {0};
  pikse_symbolic(part, 1, "part");
  char whole[8] = "1.1.1.";
  whole[6] = part[0];
  return inet_pton(AF_INET, whole, &a);
}
