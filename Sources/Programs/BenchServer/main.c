// A bare server, for 'bench daemon': what this machine can do for so many lines. Every line of a
// client begins with a number of bytes to append to the log and a number of bytes to answer with.
// What has arrived is appended to the log and synced together, then answered, all by one thread.
// usage: BenchServer SOCKET [LOG]: without a log, nothing is appended. Linux only.
#include <stdio.h>

#ifdef __linux__

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "csystem.h"

enum { EVENTS = 1024, READ_BYTES = 65536, OUTPUT_BYTES = 1 << 20 };

/// The lines of a client that have arrived.
struct Waiting {
  int client;
  size_t lines;
  size_t answer_bytes;  // Of each line: that of the last.
};

static char output[OUTPUT_BYTES];

static void stop(const char *what) {
  perror(what);
  exit(1);
}

/// Writes the start of the output. Returns whether that worked.
static int write_output(int descriptor, size_t count) {
  for (size_t place = 0; place < count;) {
    ssize_t written = write(descriptor, output + place, count - place);
    if (written <= 0) return 0;
    place += (size_t)written;
  }
  return 1;
}

/// Answers each line with as many bytes, the last of which is a line end.
static int answer(struct Waiting waiting) {
  if (waiting.answer_bytes == 0 || waiting.lines > OUTPUT_BYTES / waiting.answer_bytes)
    stop("an answer is too long");
  size_t count = waiting.lines * waiting.answer_bytes;
  memset(output, ' ', count);
  for (size_t end = waiting.answer_bytes; end <= count; end += waiting.answer_bytes)
    output[end - 1] = '\n';
  return write_output(waiting.client, count);
}

/// Reads the lines of a text, which are whole.
static struct Waiting lines_of(int client, const char *text, const char *end, size_t *logged) {
  struct Waiting waiting = {.client = client};
  while (text < end) {
    char *rest;
    *logged += strtoul(text, &rest, 10) % READ_BYTES;
    waiting.answer_bytes = strtoul(rest, NULL, 10) % READ_BYTES;
    waiting.lines++;
    const char *line_end = memchr(text, '\n', (size_t)(end - text));
    if (line_end == NULL) stop("a line is incomplete");
    text = line_end + 1;
  }
  return waiting;
}

/// Appends so many bytes to the log, and syncs it. Returns whether that worked.
static int append(int log, size_t count) {
  while (count > 0) {
    size_t part = count < OUTPUT_BYTES ? count : OUTPUT_BYTES;
    if (!write_output(log, part)) return 0;
    count -= part;
  }
  return fdatasync(log) == 0;
}

int main(int count, char **arguments) {
  csystem_program_begin();
  if (count < 2) {
    fputs("usage: BenchServer SOCKET [LOG]\n", stderr);
    return 2;
  }
  csystem_ignore_write_signals();
  int log = count > 2 ? open(arguments[2], O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
  int listener = socket(AF_UNIX, SOCK_STREAM, 0), poll = epoll_create1(0);
  if (listener < 0 || poll < 0 ||
      csystem_socket_bind(listener, arguments[1], strlen(arguments[1])) < 0 ||
      listen(listener, 511) < 0)
    stop(arguments[1]);
  struct epoll_event interest = {.events = EPOLLIN, .data.fd = listener};
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &interest);
  static struct epoll_event events[EVENTS];
  static struct Waiting waiting[EVENTS];
  static char text[READ_BYTES + 1];
  for (;;) {
    int ready = epoll_wait(poll, events, EVENTS, -1);
    size_t logged = 0, clients = 0;
    for (int index = 0; index < ready; index++) {
      int client = events[index].data.fd;
      if (client == listener) {
        interest.data.fd = accept(listener, NULL, NULL);
        if (interest.data.fd >= 0) epoll_ctl(poll, EPOLL_CTL_ADD, interest.data.fd, &interest);
        continue;
      }
      ssize_t bytes = read(client, text, READ_BYTES);
      if (bytes <= 0) {
        close(client);
        continue;
      }
      text[bytes] = 0;
      waiting[clients++] = lines_of(client, text, text + bytes, &logged);
    }
    if (log >= 0 && logged > 0 && !append(log, logged)) stop(arguments[2]);
    for (size_t index = 0; index < clients; index++)
      if (!answer(waiting[index])) close(waiting[index].client);
  }
}

#else

int main(void) {
  fputs("BenchServer: only for Linux\n", stderr);
  return 2;
}

#endif
