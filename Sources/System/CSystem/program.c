#include "csystem.h"

#include <fcntl.h>
#include <signal.h>

void csystem_program_begin(void) {
  const int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int descriptor = 0; descriptor < 3; descriptor += 1) {
    // `open` returns the lowest free descriptor: this one, since all lower ones are open by now.
    if (fcntl(descriptor, F_GETFD) < 0) open("/dev/null", modes[descriptor]);
  }
  signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}
