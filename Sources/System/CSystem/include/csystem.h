// The parts of the C library that Swift cannot use directly: global variables (an error in Swift
// 6), variadic functions and casting macros. Linux and macOS.
#pragma once

#include <dirent.h>
#include <getopt.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#ifdef __APPLE__
#include <crt_externs.h>
#include <fcntl.h>
#include <libproc.h>
#include <mach-o/dyld.h>
#endif

// ---- The start of a program.

/// Replaces what a careless parent leaves to a program. Every program calls it first, before it
/// opens a file or starts a thread.
///
/// - No signal is blocked, and SIGCHLD has its default handling, or the end of a child would not be
///   noticed. Other ignored signals stay ignored, as nohup and background jobs need.
/// - Each closed standard stream becomes /dev/null, so that no other file, pipe or socket gets its
///   descriptor. Reading from a closed standard input and writing to a closed standard output still
///   fail with EBADF; writes to a closed standard error are discarded.
void csystem_program_begin(void);

// ---- Options: getopt_long and its globals. One parse at a time, on one thread.

/// Starts parsing a new argument list from its front, and keeps getopt_long from printing messages.
static inline void csystem_options_begin(void) {
#ifdef __GLIBC__
  optind = 0;  // Makes glibc reset its state and start at 1.
#else
  optind = 1;
#endif
#ifdef __APPLE__
  optreset = 1;
#endif
  opterr = 0;
}

/// Returns the next option: its `val`, '?' for an unknown one, ':' for a missing value if
/// `short_options` begins with ':' (or "+:"), -1 after the last. A leading '+' stops parsing at the
/// first operand; without it, operands are moved after the options. Sets `long_index` to the index
/// of a long option.
static inline int csystem_option_next(int argc, char *_Nullable const *_Nonnull argv,
                                      const char *_Nonnull short_options,
                                      const struct option *_Nonnull long_options,
                                      int *_Nullable long_index) {
  return getopt_long(argc, argv, short_options, long_options, long_index);
}

/// The value of the last option; null if it has none.
static inline const char *_Nullable csystem_option_value(void) { return optarg; }

/// The index in argv of the next argument; after the last option, of the first operand.
static inline int csystem_option_index(void) { return optind; }

/// The letter (or `val`) of the rejected option; 0 for an unknown long option.
static inline int csystem_option_refused(void) { return optopt; }

// ---- Environment.

#ifndef __APPLE__
extern char *_Nullable *_Nullable environ;
#endif

/// The environment: a null-terminated list of "NAME=value" strings. Valid until it is modified.
static inline char *_Nullable *_Nullable csystem_environment(void) {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

/// Writes the path of the running executable, without a terminating NUL. Returns its length in
/// bytes, or -1 if it is unknown or does not fit.
static inline long csystem_executable_path(char *_Nonnull buffer, size_t size) {
#ifdef __APPLE__
  uint32_t capacity = (uint32_t)size;
  if (size > UINT32_MAX || _NSGetExecutablePath(buffer, &capacity) != 0) return -1;
  size_t length = 0;
  while (length < size && buffer[length] != 0) length += 1;
  return (long)length;
#else
  ssize_t length = readlink("/proc/self/exe", buffer, size);
  // A path that fills the buffer may be truncated.
  return length < 0 || (size_t)length == size ? -1 : (long)length;
#endif
}

// ---- Standard streams and terminal.

/// Makes C's stdout and stderr line-buffered, even for pipes. Must be called before anything is
/// written to them.
static inline void csystem_buffer_lines(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  setvbuf(stderr, NULL, _IOLBF, 0);
}

/// Flushes C's stdout. Returns 0, or -1 with errno.
static inline int csystem_flush_stdout(void) { return fflush(stdout); }

/// The width of a terminal in columns; 0 if the descriptor is not a terminal or has no size.
static inline int csystem_terminal_columns(int descriptor) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

// ---- Signals.

/// Makes writes to a closed pipe or socket fail with EPIPE, and writes over the file-size limit with
/// EFBIG, instead of ending the process. Existing handlers of SIGPIPE and SIGXFSZ are kept. Children
/// inherit ignored signals unless they are reset when they are started.
static inline void csystem_ignore_write_signals(void) {
  const int numbers[] = {SIGPIPE, SIGXFSZ};
  for (int index = 0; index < 2; index += 1) {
    struct sigaction current;
    if (sigaction(numbers[index], NULL, &current) == 0 && current.sa_handler == SIG_DFL) {
      signal(numbers[index], SIG_IGN);
    }
  }
}

// ---- Unix sockets.

/// The maximum bytes of a unix socket's path, without the terminating NUL.
static inline size_t csystem_socket_path_bytes_max(void) {
  struct sockaddr_un address;
  return sizeof address.sun_path - 1;
}

/// Fills in an address. Returns its length, or 0 if the path does not fit. A path that begins with
/// NUL is a name in Linux's abstract namespace.
static inline socklen_t csystem_socket_address(struct sockaddr_un *_Nonnull address,
                                               const char *_Nonnull path, size_t length) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (length == 0 || length >= sizeof address->sun_path) return 0;
  memcpy(address->sun_path, path, length);
  size_t end = path[0] == 0 ? length : length + 1;
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + end);
}

/// Binds a unix socket to a path. Returns 0, or -1 with errno.
static inline int csystem_socket_bind(int descriptor, const char *_Nonnull path, size_t length) {
  struct sockaddr_un address;
  socklen_t size = csystem_socket_address(&address, path, length);
  return bind(descriptor, (struct sockaddr *)&address, size);
}

/// Connects a unix socket to a path. Returns 0, or -1 with errno.
static inline int csystem_socket_connect(int descriptor, const char *_Nonnull path, size_t length) {
  struct sockaddr_un address;
  socklen_t size = csystem_socket_address(&address, path, length);
  return connect(descriptor, (struct sockaddr *)&address, size);
}

/// Sends a datagram to a unix socket without blocking. Returns the bytes sent, or -1 with errno.
static inline ssize_t csystem_socket_send_to(int descriptor, const char *_Nonnull path,
                                             size_t length, const void *_Nonnull bytes,
                                             size_t count) {
  struct sockaddr_un address;
  socklen_t size = csystem_socket_address(&address, path, length);
#ifdef MSG_NOSIGNAL
  int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
#else
  int flags = MSG_DONTWAIT;
#endif
  return sendto(descriptor, bytes, count, flags, (struct sockaddr *)&address, size);
}

/// Whether a descriptor is a listening unix stream socket.
static inline bool csystem_socket_is_listening(int descriptor) {
  int kind = 0, listening = 0;
  socklen_t size = sizeof kind;
  if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) != 0) return false;
  size = sizeof listening;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0) return false;
  struct sockaddr_storage address;
  memset(&address, 0, sizeof address);
  size = sizeof address;
  if (getsockname(descriptor, (struct sockaddr *)&address, &size) != 0) return false;
  return kind == SOCK_STREAM && listening != 0 && address.ss_family == AF_UNIX;
}

/// Sets the user and process at the other end of a connected unix socket, as recorded by the kernel
/// when they connected. `process` is 0 if the system does not report it. Returns 0, or -1 with
/// errno.
static inline int csystem_socket_peer(int descriptor, uid_t *_Nonnull user, pid_t *_Nonnull process) {
  *process = 0;
#ifdef __APPLE__
  gid_t group;
  if (getpeereid(descriptor, user, &group) != 0) return -1;
  socklen_t size = sizeof *process;
  getsockopt(descriptor, SOL_LOCAL, LOCAL_PEERPID, process, &size);
  return 0;
#else
  // glibc hides `struct ucred` unless _GNU_SOURCE is defined.
  struct {
    pid_t process;
    uid_t user;
    gid_t group;
  } peer;
  socklen_t size = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *user = peer.user;
  *process = peer.process;
  return 0;
#endif
}

// ---- TCP sockets.

/// Listens on a TCP port of 127.0.0.1, or on a free one for 0, and sets `port` to it. The socket is
/// non-blocking and not inherited by children. Returns it, or -1 with errno.
int csystem_loopback_listen(uint16_t *_Nonnull port, int waiting_max);

/// Connects a new blocking socket to a TCP port of 127.0.0.1. Returns it, or -1 with errno.
int csystem_loopback_connect(uint16_t port);

// ---- Memory.

/// The resident memory of a process in bytes (0 for this one); -1 if it is unknown.
static inline long csystem_resident_bytes(pid_t process) {
#ifdef __APPLE__
  struct proc_taskinfo record;
  pid_t asked = process == 0 ? getpid() : process;
  if (proc_pidinfo(asked, PROC_PIDTASKINFO, 0, &record, sizeof record) != sizeof record) return -1;
  return (long)record.pti_resident_size;
#else
  char path[64] = "/proc/self/statm";
  if (process != 0) snprintf(path, sizeof path, "/proc/%ld/statm", (long)process);
  FILE *file = fopen(path, "re");
  if (file == NULL) return -1;
  long pages = -1;
  if (fscanf(file, "%*d %ld", &pages) != 1) pages = -1;
  fclose(file);
  return pages < 0 ? -1 : pages * sysconf(_SC_PAGESIZE);
#endif
}

// ---- Processors.

/// A set of processors, one bit each.
struct csystem_processors {
  unsigned long bits[16];
};

/// Gets the processors that the calling thread can run on. Returns 0, or -1 if they are unknown or
/// do not fit.
static inline int csystem_get_processors(struct csystem_processors *_Nonnull set) {
  memset(set, 0, sizeof *set);
#ifdef __linux__
  return syscall(SYS_sched_getaffinity, 0, sizeof *set, set) < 0 ? -1 : 0;
#else
  return -1;
#endif
}

/// Restricts the calling thread, and threads and processes that it starts, to a set of processors.
/// Returns 0 or -1.
static inline int csystem_set_processors(const struct csystem_processors *_Nonnull set) {
#ifdef __linux__
  return syscall(SYS_sched_setaffinity, 0, sizeof *set, set) < 0 ? -1 : 0;
#else
  (void)set;
  return -1;
#endif
}

/// Reduces a set to its member at `index`, counted from 0. Returns whether there is one.
static inline bool csystem_only_processor(struct csystem_processors *_Nonnull set, int index) {
  const int word_bits = (int)sizeof(unsigned long) * 8;
  for (int number = 0; number < 16 * word_bits; number += 1) {
    unsigned long bit = 1UL << (number % word_bits);
    if ((set->bits[number / word_bits] & bit) == 0) continue;
    if (index == 0) {
      memset(set, 0, sizeof *set);
      set->bits[number / word_bits] = bit;
      return true;
    }
    index -= 1;
  }
  return false;
}

// ---- Folders.

/// The name of a folder entry, null-terminated. (Swift sees an array of fixed length, but the
/// memory of an entry can end earlier.)
static inline const char *_Nonnull csystem_entry_name(const struct dirent *_Nonnull entry) {
  return entry->d_name;
}

// ---- Accounts.

/// Whether a group has the user's name and no other members, like the private group that many
/// systems create for every user. False if the accounts cannot be read.
static inline bool csystem_is_private_group(gid_t group_id, uid_t user_id) {
  char user_bytes[16384];
  char group_bytes[16384];
  struct passwd user_record, *user = NULL;
  struct group group_record, *group = NULL;
  getpwuid_r(user_id, &user_record, user_bytes, sizeof user_bytes, &user);
  getgrgid_r(group_id, &group_record, group_bytes, sizeof group_bytes, &group);
  if (user == NULL || group == NULL || strcmp(user->pw_name, group->gr_name) != 0) return false;
  for (char **member = group->gr_mem; *member != NULL; member += 1) {
    if (strcmp(*member, user->pw_name) != 0) return false;
  }
  return true;
}

// ---- Sockets.

#ifdef __linux__
// Hidden unless _GNU_SOURCE is defined before the first header.
extern int accept4(int, struct sockaddr *_Nullable __restrict, socklen_t *_Nullable __restrict, int);
#endif

/// Accepts a connection, non-blocking and close-on-exec. Returns the descriptor, or -1 with errno.
static inline int csystem_accept(int listener) {
#ifdef __linux__
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
  int accepted = accept(listener, NULL, NULL);
  if (accepted >= 0) {
    fcntl(accepted, F_SETFL, O_NONBLOCK);
    fcntl(accepted, F_SETFD, FD_CLOEXEC);
  }
  return accepted;
#endif
}

/// Bounds the bytes that the system holds between sending and receiving; the default differs
/// between machines. Linux doubles the number, since it counts its own data, too.
static inline void csystem_bound_unsent(int socket, int bytes_max) {
  setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &bytes_max, sizeof bytes_max);
}

// ---- A program in a pseudo-terminal: only async-signal-safe functions can be called between fork
// and exec, which Swift cannot guarantee.

/// Starts a program as the leader of its own session, with a controlling terminal of the given
/// size. `arguments` begins with the program's name; both lists are null-terminated. Signals have
/// their default handling and are unblocked. Sets `terminal` to the other end, non-blocking and
/// close-on-exec. Returns the process id, or -1 with errno, also if the program cannot be executed.
pid_t csystem_terminal_start(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                             char *_Nullable const *_Nonnull environment, unsigned short columns,
                             unsigned short rows, int *_Nonnull terminal);

/// Sets the terminal's size; the program gets SIGWINCH. Returns 0, or -1 with errno.
int csystem_terminal_resize(int terminal, unsigned short columns, unsigned short rows);
