// Readline ends an aborted command by a jump to where it began to serve the key. It may serve several
// keys in one call, because it puts a key back that ends a search or a count; then the first key's
// frame is gone when the second is aborted, and the jump ends the program (seen in 8.2: Ctrl-R, Ctrl-X
// and a key that nothing is bound to). So aborts are led here, to a frame that is always there.

#include "creadline.h"

#include <setjmp.h>

/// Where readline jumps. It is readline's, but its header does not tell of it; null where the library
/// does not export it.
extern sigjmp_buf _rl_top_level __attribute__((weak));

static sigjmp_buf frame;

static void keep_frame(void) {
  if (&_rl_top_level != NULL) memcpy(&_rl_top_level, &frame, sizeof frame);
}

// Called by readline after every first key, so before the next, wherever that comes from.
static void redisplay(void) {
  keep_frame();
  rl_redisplay();
}

void creadline_begin(const char *prompt, rl_vcpfunc_t *take_line) {
  // With a display that it does not know readline would not look at what the terminal can do.
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
