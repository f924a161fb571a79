// libmicrohttpd: HTTP within a loop of the caller. What Swift cannot call itself, being variadic, a
// casting macro or a union.
#pragma once

#include <microhttpd.h>
#include <sys/select.h>

/// Starts a server on a listening socket, which it owns from then on. Returns null if it cannot.
/// `connection_bytes` bounds the memory of a connection, and with it the head of a request.
static inline struct MHD_Daemon *_Nullable cmicrohttpd_start(
    unsigned int flags, int listening, size_t connection_bytes, unsigned int connections_max,
    unsigned int idle_seconds_max, MHD_AccessHandlerCallback _Nonnull answer,
    MHD_RequestCompletedCallback _Nonnull completed, MHD_NotifyConnectionCallback _Nonnull notify,
    void *_Nonnull context) {
  return MHD_start_daemon(
      flags, 0, (MHD_AcceptPolicyCallback)0, (void *)0, answer, context,
      MHD_OPTION_LISTEN_SOCKET, listening,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_bytes,
      MHD_OPTION_CONNECTION_LIMIT, connections_max,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds_max,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, notify, context,
      MHD_OPTION_END);
}

/// The descriptor that is readable when `MHD_run` has events to handle; -1 without epoll.
static inline int cmicrohttpd_epoll_descriptor(struct MHD_Daemon *_Nonnull server) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(server, MHD_DAEMON_INFO_EPOLL_FD);
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
  MHD_get_fdset(server, &readable, &writable, &exceptional, &last);
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
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// Creates a response of unknown length. `read` returns the bytes that it wrote, 0 after suspending
/// the connection, or `cmicrohttpd_end()`.
static inline struct MHD_Response *_Nullable cmicrohttpd_stream(
    size_t block_bytes, MHD_ContentReaderCallback _Nonnull read, void *_Nonnull context,
    MHD_ContentReaderFreeCallback _Nonnull release) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, block_bytes, read, context, release);
}

static inline ssize_t cmicrohttpd_end(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
