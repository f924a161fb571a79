#include "csystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

/// Serializes starts: no other program started here can inherit a descriptor before it is
/// close-on-exec.
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

/// Runs in the child: executes the program, or writes errno to `failed`.
static void execute(const char *path, char *const *arguments, char *const *environment, int failed) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < 32; number += 1) signal(number, SIG_DFL);
  execve(path, arguments, environment);
  int code = errno;
  (void)!write(failed, &code, sizeof code);
  _exit(127);
}

static pid_t start(const char *path, char *const *arguments, char *const *environment,
                   struct winsize *size, int *terminal) {
  int failed[2];
  if (pipe(failed) != 0) return -1;
  fcntl(failed[0], F_SETFD, FD_CLOEXEC);
  fcntl(failed[1], F_SETFD, FD_CLOEXEC);
  pid_t child = forkpty(terminal, NULL, NULL, size);
  if (child == 0) execute(path, arguments, environment, failed[1]);
  int code = child < 0 ? errno : 0;
  close(failed[1]);
  if (child > 0) {
    fcntl(*terminal, F_SETFD, FD_CLOEXEC);
    fcntl(*terminal, F_SETFL, fcntl(*terminal, F_GETFL) | O_NONBLOCK);
    ssize_t count;
    // A successful exec closes the pipe, so `read` returns 0.
    do count = read(failed[0], &code, sizeof code);
    while (count < 0 && errno == EINTR);
    if (count == sizeof code) {
      close(*terminal);
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    }
  }
  close(failed[0]);
  errno = code;
  return code == 0 ? child : -1;
}

pid_t csystem_terminal_start(const char *path, char *const *arguments, char *const *environment,
                            unsigned short columns, unsigned short rows, int *terminal) {
  struct winsize size = {.ws_col = columns, .ws_row = rows};
  pthread_mutex_lock(&starting);
  pid_t child = start(path, arguments, environment, &size, terminal);
  pthread_mutex_unlock(&starting);
  return child;
}

int csystem_terminal_resize(int terminal, unsigned short columns, unsigned short rows) {
  struct winsize size = {.ws_col = columns, .ws_row = rows};
  return ioctl(terminal, TIOCSWINSZ, &size);
}
