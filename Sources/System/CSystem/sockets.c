#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>

#include "csystem.h"

static struct sockaddr_in loopback(uint16_t port) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/// Closes a socket and keeps errno.
static int failed(int descriptor) {
  int fault = errno;
  close(descriptor);
  errno = fault;
  return -1;
}

int csystem_loopback_listen(uint16_t *port, int waiting_max) {
  int descriptor = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  if (descriptor < 0) return -1;
  struct sockaddr_in address = loopback(*port);
  socklen_t size = sizeof address;
  if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0 || fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0 ||
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
      bind(descriptor, (struct sockaddr *)&address, size) != 0 ||
      listen(descriptor, waiting_max) != 0 ||
      getsockname(descriptor, (struct sockaddr *)&address, &size) != 0) {
    return failed(descriptor);
  }
  *port = ntohs(address.sin_port);
  return descriptor;
}

int csystem_loopback_connect(uint16_t port) {
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0) return -1;
  struct sockaddr_in address = loopback(port);
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
    return failed(descriptor);
  }
  return descriptor;
}
