// netdb.h without a network.
#define _GNU_SOURCE
#include <assert.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <arpa/inet.h>
int main(void) {
  struct addrinfo hints = {0}, *list;
  hints.ai_socktype = SOCK_STREAM;
  assert(getaddrinfo("192.0.2.7", "80", &hints, &list) == 0 && !list->ai_next && list->ai_family == AF_INET);
  struct sockaddr_in *address = (void *)list->ai_addr;
  assert(address->sin_port == htons(80) && address->sin_addr.s_addr == inet_addr("192.0.2.7"));
  char host[32], service[8];
  assert(getnameinfo(list->ai_addr, list->ai_addrlen, host, 32, service, 8, NI_NUMERICHOST | NI_NUMERICSERV) == 0);
  assert(!strcmp(host, "192.0.2.7") && !strcmp(service, "80"));
  freeaddrinfo(list);
  assert(getaddrinfo("no.such.host.invalid", 0, &hints, &list) == EAI_NONAME && gai_strerror(EAI_NONAME)[0] == 'N');
  assert(!gethostbyname("no.such.host.invalid") && h_errno == HOST_NOT_FOUND);
  struct hostent *own = gethostbyname("localhost");
  assert(own && own->h_length == 4 && *(unsigned *)own->h_addr_list[0] == htonl(INADDR_LOOPBACK));
  assert(getservbyname("http", "tcp")->s_port == htons(80) && getprotobyname("tcp")->p_proto == 6);
  return 0;
}
