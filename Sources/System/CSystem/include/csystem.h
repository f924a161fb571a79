// What Swift cannot reach itself in the C library: global variables (an error in Swift 6), variadic
// functions and casting macros. Linux and macOS.
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

// ---- Options: getopt_long and its globals. One parse at a time, on one thread.

/// Begins to parse an argument list from its front, however far the last parse came, and keeps
/// getopt_long from printing messages of its own.
static inline void csystem_options_begin(void) {
#ifdef __GLIBC__
  optind = 0;  // glibc's sign to forget the last list; it counts from 1 again.
#else
  optind = 1;
#endif
#ifdef __APPLE__
  optreset = 1;
#endif
  opterr = 0;
}

/// The next option: its `val`, '?' for an unknown one, ':' for a missing value if `short_options`
/// begins with ':' (or "+:"), -1 behind the last. A '+' first stops at the first operand; without it
/// operands are moved behind the options. `long_index` is set to the place of a long option.
static inline int csystem_option_next(int argc, char *_Nullable const *_Nonnull argv,
                                      const char *_Nonnull short_options,
                                      const struct option *_Nonnull long_options,
                                      int *_Nullable long_index) {
  return getopt_long(argc, argv, short_options, long_options, long_index);
}

/// The value of the option that was just found; null if it has none.
static inline const char *_Nullable csystem_option_value(void) { return optarg; }

/// The index in argv of the next argument; behind the last option, of the first operand.
static inline int csystem_option_index(void) { return optind; }

/// The letter (or `val`) of the option that was refused; 0 for an unknown long option.
static inline int csystem_option_refused(void) { return optopt; }

// ---- Environment.

#ifndef __APPLE__
extern char *_Nullable *_Nullable environ;
#endif

/// The environment: "NAME=value" strings with a null behind the last. Valid until it is changed.
static inline char *_Nullable *_Nullable csystem_environment(void) {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

/// Writes the path of the running executable, without a NUL at its end.
/// Returns its bytes; -1 if it is unknown or does not fit.
static inline long csystem_executable_path(char *_Nonnull buffer, size_t size) {
#ifdef __APPLE__
  uint32_t capacity = (uint32_t)size;
  if (size > UINT32_MAX || _NSGetExecutablePath(buffer, &capacity) != 0) return -1;
  size_t length = 0;
  while (length < size && buffer[length] != 0) length += 1;
  return (long)length;
#else
  ssize_t length = readlink("/proc/self/exe", buffer, size);
  // A path that fills the buffer may have been cut.
  return length < 0 || (size_t)length == size ? -1 : (long)length;
#endif
}

// ---- Standard streams and terminal.

/// Opens /dev/null in the place of each standard stream that is closed, so that no file, pipe or
/// socket of the program gets its number. Reading from a standard input that was closed, and writing
/// to such a standard output, still fails with EBADF; what is written to such a standard error is
/// lost. To be called before anything is opened.
void csystem_open_closed_streams(void);

/// Makes C's stdout and stderr pass on every line when it ends, also into a pipe. To be called before
/// anything is written to them.
static inline void csystem_buffer_lines(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  setvbuf(stderr, NULL, _IOLBF, 0);
}

/// Passes on what C's stdout holds back. Returns 0, or -1 with errno.
static inline int csystem_flush_stdout(void) { return fflush(stdout); }

/// The columns of the terminal behind a descriptor; 0 if it is none or does not tell.
static inline int csystem_terminal_columns(int descriptor) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

// ---- Signals.

/// Lets a write to a closed pipe or socket fail with EPIPE rather than end the process. A handler that
/// the program installed for SIGPIPE stays. A child inherits this unless whoever starts it resets it.
static inline void csystem_ignore_sigpipe(void) {
  struct sigaction current;
  if (sigaction(SIGPIPE, NULL, &current) == 0 && current.sa_handler == SIG_DFL) {
    signal(SIGPIPE, SIG_IGN);
  }
}

// ---- Unix sockets.

/// The most bytes that the path of a unix socket may have, without a NUL behind it.
static inline size_t csystem_socket_path_bytes_max(void) {
  struct sockaddr_un address;
  return sizeof address.sun_path - 1;
}

/// Fills in an address. Returns its length, or 0 if the path does not fit. A path that begins with
/// NUL is a name in the abstract namespace of Linux.
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

/// Sends a datagram to a unix socket, without waiting. Returns its bytes, or -1 with errno.
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

/// Whether a descriptor is a unix stream socket that takes connections.
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

/// Who is at the other end of a connected unix socket, as the kernel noted it when they connected.
/// The process is 0 where the system does not tell. Returns 0, or -1 with errno.
static inline int csystem_socket_peer(int descriptor, uid_t *_Nonnull user, pid_t *_Nonnull process) {
  *process = 0;
#ifdef __APPLE__
  gid_t group;
  if (getpeereid(descriptor, user, &group) != 0) return -1;
  socklen_t size = sizeof *process;
  getsockopt(descriptor, SOL_LOCAL, LOCAL_PEERPID, process, &size);
  return 0;
#else
  // The C library hides `struct ucred` unless all of GNU's names are asked for.
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

// ---- Memory.

/// The bytes of memory that a process holds resident, 0 for this one; -1 if the system does not
/// tell.
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

/// A set of processors, a bit each.
struct csystem_processors {
  unsigned long bits[16];
};

/// The processors that the calling thread may run on. Returns 0, or -1 where the system does not tell
/// or has more than fit.
static inline int csystem_get_processors(struct csystem_processors *_Nonnull set) {
  memset(set, 0, sizeof *set);
#ifdef __linux__
  return syscall(SYS_sched_getaffinity, 0, sizeof *set, set) < 0 ? -1 : 0;
#else
  return -1;
#endif
}

/// Lets the calling thread, and what it starts from now on, run on these alone. Returns 0 or -1.
static inline int csystem_set_processors(const struct csystem_processors *_Nonnull set) {
#ifdef __linux__
  return syscall(SYS_sched_setaffinity, 0, sizeof *set, set) < 0 ? -1 : 0;
#else
  (void)set;
  return -1;
#endif
}

/// Leaves of a set its member number `index`, from 0, alone. Returns whether there is one.
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

/// The name of a folder's entry, which ends in NUL. (Swift sees an array of fixed length, but the
/// memory of an entry may end earlier.)
static inline const char *_Nonnull csystem_entry_name(const struct dirent *_Nonnull entry) {
  return entry->d_name;
}

// ---- Accounts.

/// Whether a group is named like the user and has no other member, as the private group that many
/// systems give to every user. False also when the accounts cannot be read.
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

/// The next connection of a listening socket; it does not block and is closed on exec. Returns -1
/// with errno.
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

// ---- A program in a pseudo-terminal. Between fork and exec only async-signal-safe functions may be
// called, which Swift cannot guarantee.

/// Starts a program as the leader of a session of its own, whose terminal has the given size.
/// `arguments` begins with the program's name; both lists end in a null. Signals are as in a fresh
/// shell. Sets `terminal` to the other end, non-blocking, not inherited by children.
/// Returns the process id; -1 with errno, also if the program cannot be executed.
pid_t csystem_terminal_start(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                             char *_Nullable const *_Nonnull environment, unsigned short columns,
                             unsigned short rows, int *_Nonnull terminal);

/// Sets the size of the terminal; the program gets SIGWINCH. Returns 0, or -1 with errno.
int csystem_terminal_resize(int terminal, unsigned short columns, unsigned short rows);
