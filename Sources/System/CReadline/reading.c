// Readline aborts a command by jumping to the point where it began to process the key. One call can
// process several keys, because readline pushes back the key that ends a search or a count. If the
// second key is then aborted, the first key's frame is gone and the jump crashes the program (seen
// in 8.2: Ctrl-R, Ctrl-X and an unbound key). So the jump is redirected to a frame that always
// exists.

#include "creadline.h"

#include <setjmp.h>

/// Readline's jump target. Not declared in its headers; null if the library does not export it.
extern sigjmp_buf _rl_top_level __attribute__((weak));

static sigjmp_buf frame;

static void keep_frame(void) {
  if (&_rl_top_level != NULL) memcpy(&_rl_top_level, &frame, sizeof frame);
}

// Readline calls this after every first key, so before the next one, wherever that comes from.
static void redisplay(void) {
  keep_frame();
  rl_redisplay();
}

void creadline_begin(const char *prompt, rl_vcpfunc_t *take_line) {
  // With a custom redisplay function, readline would not query the terminal's capabilities.
  rl_voidfunc_t *display = rl_redisplay_function;
  rl_redisplay_function = rl_redisplay;
  rl_callback_handler_install(prompt, take_line);
  rl_redisplay_function = display;
}

void creadline_read_char(void) {
  rl_redisplay_function = redisplay;
  if (sigsetjmp(frame, 0) == 0) {
    rl_callback_read_char();
  } else {
    rl_redisplay();  // As readline does after an abort.
  }
  rl_redisplay_function = rl_redisplay;
}
