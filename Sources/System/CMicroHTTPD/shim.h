// libmicrohttpd: HTTP within a loop of the caller. It is loaded when first used, since it and the ten
// libraries that it needs for TLS take a third of the instructions of starting a program.
#pragma once

#include <dlfcn.h>
#include <microhttpd.h>
#include <sys/select.h>

#ifdef __APPLE__
#define CMICROHTTPD_LIBRARY "libmicrohttpd.12.dylib"
#else
#define CMICROHTTPD_LIBRARY "libmicrohttpd.so.12"
#endif

/// Loads the library; everything else here needs it. Returns null, or why it cannot be loaded, as
/// text that the next call of the dynamic loader overwrites.
static inline const char *_Nullable cmicrohttpd_load(void) {
  const char *places[] = {
      CMICROHTTPD_LIBRARY,
#ifdef __APPLE__
      "/opt/homebrew/lib/" CMICROHTTPD_LIBRARY,
      "/usr/local/lib/" CMICROHTTPD_LIBRARY,
#endif
  };
  for (size_t index = 0; index < sizeof places / sizeof *places; index += 1) {
    if (dlopen(places[index], RTLD_NOW | RTLD_GLOBAL)) return (const char *)0;
  }
  return dlerror();
}

/// A function of the loaded library.
#define CMICROHTTPD(name) ((__typeof__(&name))dlsym(RTLD_DEFAULT, #name))

/// Starts a server on a listening socket, which it owns from then on. Returns null if it cannot.
/// `connection_bytes` bounds the memory of a connection, and with it the head of a request.
static inline struct MHD_Daemon *_Nullable cmicrohttpd_start(
    unsigned int flags, int listening, size_t connection_bytes, unsigned int connections_max,
    unsigned int idle_seconds_max, MHD_AccessHandlerCallback _Nonnull answer,
    MHD_RequestCompletedCallback _Nonnull completed, MHD_NotifyConnectionCallback _Nonnull notify,
    void *_Nonnull context) {
  return CMICROHTTPD(MHD_start_daemon)(
      flags, 0, (MHD_AcceptPolicyCallback)0, (void *)0, answer, context,
      MHD_OPTION_LISTEN_SOCKET, listening,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_bytes,
      MHD_OPTION_CONNECTION_LIMIT, connections_max,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds_max,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, notify, context,
      MHD_OPTION_END);
}

/// Handles what has happened at the sockets.
static inline void cmicrohttpd_run(struct MHD_Daemon *_Nonnull server) {
  CMICROHTTPD(MHD_run)(server);
}

/// Returns the milliseconds after which it has to run again; -1 if only its sockets matter.
static inline long long cmicrohttpd_timeout(struct MHD_Daemon *_Nonnull server) {
  MHD_UNSIGNED_LONG_LONG milliseconds = 0;
  if (CMICROHTTPD(MHD_get_timeout)(server, &milliseconds) != MHD_YES) return -1;
  return milliseconds < 1000000 ? (long long)milliseconds : 1000000;
}

/// Closes all connections and frees the server.
static inline void cmicrohttpd_stop(struct MHD_Daemon *_Nonnull server) {
  CMICROHTTPD(MHD_stop_daemon)(server);
}

/// The descriptor that is readable when `cmicrohttpd_run` has events to handle; -1 without epoll.
static inline int cmicrohttpd_epoll_descriptor(struct MHD_Daemon *_Nonnull server) {
  const union MHD_DaemonInfo *info = CMICROHTTPD(MHD_get_daemon_info)(server, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/// Stores the descriptors to wait for if there is no epoll, and for each whether to wait until it
/// is readable (1), writable (2) or both (3). Returns their number, at most `count_max`.
static inline int cmicrohttpd_descriptors(struct MHD_Daemon *_Nonnull server,
                                          int *_Nonnull descriptors, int *_Nonnull events,
                                          int count_max) {
  fd_set readable, writable, exceptional;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  FD_ZERO(&exceptional);
  int last = -1, count = 0;
  CMICROHTTPD(MHD_get_fdset)(server, &readable, &writable, &exceptional, &last);
  for (int descriptor = 0; descriptor <= last && count < count_max; descriptor += 1) {
    int wanted = (FD_ISSET(descriptor, &readable) ? 1 : 0) | (FD_ISSET(descriptor, &writable) ? 2 : 0);
    if (wanted == 0) continue;
    descriptors[count] = descriptor;
    events[count] = wanted;
    count += 1;
  }
  return count;
}

/// The socket of a connection.
static inline int cmicrohttpd_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      CMICROHTTPD(MHD_get_connection_info)(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// Lets a connection wait for its answer.
static inline void cmicrohttpd_suspend(struct MHD_Connection *_Nonnull connection) {
  CMICROHTTPD(MHD_suspend_connection)(connection);
}

/// Goes on with a connection that waits.
static inline void cmicrohttpd_resume(struct MHD_Connection *_Nonnull connection) {
  CMICROHTTPD(MHD_resume_connection)(connection);
}

/// Calls `field` for each field of a request.
static inline void cmicrohttpd_fields(struct MHD_Connection *_Nonnull connection,
                                      enum MHD_ValueKind kind,
                                      MHD_KeyValueIterator _Nonnull field, void *_Nonnull context) {
  CMICROHTTPD(MHD_get_connection_values)(connection, kind, field, context);
}

/// Creates a response with a copy of the bytes.
static inline struct MHD_Response *_Nullable cmicrohttpd_response(const void *_Nullable bytes,
                                                                  size_t count) {
  return CMICROHTTPD(MHD_create_response_from_buffer)(count, (void *)bytes,
                                                      MHD_RESPMEM_MUST_COPY);
}

/// Adds a header to a response.
static inline void cmicrohttpd_header(struct MHD_Response *_Nonnull response,
                                      const char *_Nonnull name, const char *_Nonnull value) {
  CMICROHTTPD(MHD_add_response_header)(response, name, value);
}

/// Answers with a response, and releases it.
static inline enum MHD_Result cmicrohttpd_answer(struct MHD_Connection *_Nonnull connection,
                                                 unsigned int status,
                                                 struct MHD_Response *_Nonnull response) {
  enum MHD_Result result = CMICROHTTPD(MHD_queue_response)(connection, status, response);
  CMICROHTTPD(MHD_destroy_response)(response);
  return result;
}

/// Creates a response of unknown length. `read` returns the bytes that it wrote, 0 after suspending
/// the connection, or `cmicrohttpd_end()`.
static inline struct MHD_Response *_Nullable cmicrohttpd_stream(
    size_t block_bytes, MHD_ContentReaderCallback _Nonnull read, void *_Nonnull context,
    MHD_ContentReaderFreeCallback _Nonnull release) {
  return CMICROHTTPD(MHD_create_response_from_callback)(MHD_SIZE_UNKNOWN, block_bytes, read, context, release);
}

static inline ssize_t cmicrohttpd_end(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
