// signalbox-guard starts a plugin's process for signalbox, and leaves none of its processes behind.
//
//   signalbox-guard FILES FILE_BYTES DATA_BYTES PATH NAME [ARGUMENT]...
//
// The plugin inherits standard input, output and error, the environment, and nothing else. It leads
// its own process group, with resource limits: open files, and the sizes of a file and of its data.
//
//   descriptor 3   a socket to signalbox: if the program cannot be executed, errno is written to it.
//                  At its end (signalbox is gone, or wants the plugin to end) everything is killed.
//   descriptor 4   the program, opened and checked by signalbox; PATH is its name.
//
// When the plugin ends, or the socket, the guard kills every process that the plugin has left, also
// those in sessions of their own: on Linux they become children of the guard (PR_SET_CHILD_SUBREAPER).
// macOS has no such thing; there only the plugin's process group is killed. Then the guard ends as
// the plugin did: with the same exit code, or by the same signal.
#ifdef __linux__
#define _GNU_SOURCE
#endif

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "csystem.h"

enum { host = 3, program = 4, first_foreign = 5 };

/// How long to wait for killed processes to disappear. Those of another user cannot be killed.
enum { kill_rounds_max = 5000, kill_round_nanoseconds = 1000000 };

static volatile sig_atomic_t is_asked_to_end = 0;

static void ask_to_end(int number) {
  (void)number;
  is_asked_to_end = 1;
}

/// Only interrupts pselect.
static void notice(int number) { (void)number; }

/// Closes the descriptors that signalbox inherited from its own parent.
static void close_foreign(void) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, first_foreign, ~0U, 0) == 0) return;
#endif
  struct rlimit files;
  long max = getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 1 << 20 ? (long)files.rlim_cur
                                                                              : 1 << 20;
  for (long number = first_foreign; number < max; number += 1) close((int)number);
}

/// Lowers a limit; never raises it.
static void limit(int resource, rlim_t max) {
  struct rlimit limits;
  if (getrlimit(resource, &limits) != 0) return;
  if (limits.rlim_max > max) limits.rlim_max = max;
  if (limits.rlim_cur > limits.rlim_max) limits.rlim_cur = limits.rlim_max;
  setrlimit(resource, &limits);
}

static rlim_t number(const char *text) {
  char *end;
  unsigned long long value = strtoull(text, &end, 10);
  return *text == 0 || *end != 0 ? RLIM_INFINITY : (rlim_t)value;
}

/// In the child: becomes the plugin. Does not return.
static void execute(char **arguments, pid_t guard, const sigset_t *none) {
  setpgid(0, 0);
#ifdef __linux__
  // If the guard itself is killed, so is the plugin.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != guard) _exit(127);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, number(arguments[1]));
  limit(RLIMIT_FSIZE, number(arguments[2]));
  limit(RLIMIT_DATA, number(arguments[3]));
  sigprocmask(SIG_SETMASK, none, NULL);  // exec resets the handlers.
  extern char **environ;
#ifdef SYS_execveat
  syscall(SYS_execveat, program, "", arguments + 5, environ, AT_EMPTY_PATH);
  // ENOENT: a format whose interpreter opens the path, as of binfmt_misc.
  if (errno == ENOSYS || errno == ENOENT)
#endif
    execve(arguments[4], arguments + 5, environ);
  int code = errno;
  (void)!write(host, &code, sizeof code);
  _exit(127);
}

#ifdef __linux__
/// The parent of a process; 0 if it has ended. `name` is its number.
static long parent_of(const char *name) {
  char path[300];
  char text[1024];
  snprintf(path, sizeof path, "/proc/%s/stat", name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  // The name of the program, in parentheses, can hold any character.
  const char *rest = strrchr(text, ')');
  long parent = 0;
  char state;
  return rest != NULL && sscanf(rest + 1, " %c %ld", &state, &parent) == 2 ? parent : 0;
}
#endif

/// Kills this process's children; theirs then become its own.
static void kill_children(void) {
#ifdef __linux__
  DIR *folder = opendir("/proc");
  if (folder == NULL) return;
  const long own = (long)getpid();
  const struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    const char *name = entry->d_name;
    if (name[0] < '1' || name[0] > '9' || parent_of(name) != own) continue;
    kill((pid_t)strtol(name, NULL, 10), SIGKILL);
  }
  closedir(folder);
#endif
}

/// Reaps every child that has ended. Returns whether any child is left; sets `status` if the plugin
/// has ended.
static bool reap(pid_t plugin, int *status, bool *has_ended) {
  int last;
  pid_t ended;
  while ((ended = waitpid(-1, &last, WNOHANG)) > 0) {
    if (ended != plugin) continue;
    *status = last;
    *has_ended = true;
  }
  return ended == 0;
}

/// Waits until the plugin has ended, or everything is to end.
static void wait_for_end(pid_t plugin, int *status, bool *has_ended, const sigset_t *none) {
  while (true) {
    reap(plugin, status, has_ended);
    if (*has_ended || is_asked_to_end) return;
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(host, &readable);
    if (pselect(host + 1, &readable, NULL, NULL, NULL, none) <= 0) continue;
    char byte;
    ssize_t count = read(host, &byte, 1);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return;
  }
}

int main(int count, char **arguments) {
  csystem_program_begin();
  if (count < 6) {
    fputs("signalbox-guard is started by signalbox: see docs/plugins.md.\n", stderr);
    return 2;
  }
  close_foreign();
  fcntl(host, F_SETFD, FD_CLOEXEC);
  fcntl(program, F_SETFD, FD_CLOEXEC);
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  // Handled signals are blocked except in pselect, so that none is missed before it.
  sigset_t handled, none;
  sigemptyset(&handled);
  sigemptyset(&none);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  const int ending[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
  action.sa_handler = ask_to_end;
  for (size_t index = 0; index < sizeof ending / sizeof *ending; index += 1) {
    sigaddset(&handled, ending[index]);
    sigaction(ending[index], &action, NULL);
  }
  action.sa_handler = notice;
  sigaddset(&handled, SIGCHLD);
  sigaction(SIGCHLD, &action, NULL);
  sigprocmask(SIG_BLOCK, &handled, NULL);

  const pid_t guard = getpid();
  const pid_t plugin = fork();
  if (plugin == 0) execute(arguments, guard, &none);
  if (plugin < 0) {
    int code = errno;
    (void)!write(host, &code, sizeof code);
    return 127;
  }
  setpgid(plugin, plugin);  // As the plugin does itself; whichever is first.
  // Only the plugin holds the pipes now, so that signalbox sees when it closes one.
  close(program);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = 0; stream < 3; stream += 1) {
    if (null >= 0) dup2(null, stream); else close(stream);
  }

  int status = 0;
  bool has_ended = false;
  wait_for_end(plugin, &status, &has_ended, &none);
  kill(-plugin, SIGKILL);
  const struct timespec pause = {.tv_nsec = kill_round_nanoseconds};
  for (int round = 0; reap(plugin, &status, &has_ended) && round < kill_rounds_max; round += 1) {
    kill_children();
    nanosleep(&pause, NULL);
  }

  if (has_ended && WIFEXITED(status)) return WEXITSTATUS(status);
  const int signal_number = has_ended ? WTERMSIG(status) : SIGKILL;
  limit(RLIMIT_CORE, 0);
  signal(signal_number, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  kill(getpid(), signal_number);
  return 128 + signal_number;
}
