// GNU readline's callback interface. Its state is all in C globals, which Swift 6 may not touch, so
// that every one that is needed has an accessor here. One thread only, as readline itself.
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

/// Serves the key that is ready. An abort in it ends here, too.
void creadline_read_char(void);

/// Sets what must stand before the first prompt. `name` is what `$if` in an inputrc compares with.
/// `is_byte_ready` says whether `read_byte` would return at once. Signals stay with the program, the environment is left alone, and no file name is ever completed.
static inline void creadline_set_up(const char *name, int (*read_byte)(FILE *),
                                    int (*is_byte_ready)(void),
                                    rl_completion_func_t *complete, rl_compdisp_func_t *list) {
  rl_readline_name = strdup(name);  // Kept by readline for good.
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
  rl_getc_function = read_byte;
  rl_input_available_hook = is_byte_ready;
  rl_attempted_completion_function = complete;
  rl_completion_display_matches_hook = list;
  rl_completer_word_break_characters = (char *)" ";
  rl_completer_quote_characters = NULL;
}

/// Begins a line: the terminal goes raw and the prompt is shown. `take_line` gets each line, to be
/// freed, or null at the end of the input.
void creadline_begin(const char *prompt, rl_vcpfunc_t *take_line);

/// Takes every byte as it is where the locale knows no UTF-8 (`LANG=C`), rather than as a meta key.
static inline void creadline_keep_high_bytes(void) {
  if (MB_CUR_MAX > 1) return;
  rl_variable_bind("convert-meta", "off");
  rl_variable_bind("input-meta", "on");
  rl_variable_bind("output-meta", "on");
}

/// The bytes of the line being typed; valid until the next key.
static inline const char *creadline_line(void) { return rl_line_buffer; }

/// How many bytes the line being typed has.
static inline int creadline_line_bytes(void) { return rl_end; }

/// Where the cursor is, in bytes from the line's beginning.
static inline int creadline_cursor(void) { return rl_point; }

/// How long readline wants to wait for a byte when it asks whether there is one.
static inline int creadline_wait_milliseconds(void) {
  return rl_set_keyboard_input_timeout(-1) / 1000;  // A negative one only asks.
}

/// Whether a command asks for more keys before it returns, as a bracketed paste does.
static inline bool creadline_is_amid_keys(void) { return RL_ISSTATE(RL_STATE_MOREINPUT) != 0; }

/// Tells the completion that is going on that no file names are wanted, and what goes behind the only
/// candidate: a space, or nothing.
static inline void creadline_completing(bool appends_space) {
  rl_attempted_completion_over = 1;
  rl_completion_append_character = appends_space ? ' ' : '\0';
}

/// Lists candidates under the line without ever asking a question, which would stop the loop.
static inline void creadline_list(char **matches, int count, int columns) {
  rl_variable_bind("page-completions", "off");
  rl_display_match_list(matches, count, columns);
  rl_forced_update_display();
}

/// Shows a notice under the line, and the line again below it.
static inline void creadline_note(const char *text) {
  rl_crlf();
  fputs(text, rl_outstream);
  rl_crlf();
  rl_forced_update_display();
}

/// Passes on what readline wrote but holds back, so that other output comes behind it.
static inline void creadline_flush(void) { fflush(rl_outstream ? rl_outstream : stdout); }

/// Takes the prompt and the line off the screen. `creadline_show_line` brings them back.
static inline void creadline_hide_line(void) {
  rl_clear_visible_line();
  creadline_flush();
}

/// Sets another prompt for the line being typed, unless a search or a count shows its own.
static inline void creadline_set_prompt(const char *prompt) {
  if (RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG)) return;
  if (rl_prompt == NULL || strcmp(rl_prompt, prompt) != 0) rl_set_prompt(prompt);
}

/// Shows the prompt and the line where the cursor is, at the beginning of a row.
static inline void creadline_show_line(void) {
  rl_on_new_line();
  rl_redisplay();
}

/// Puts the cursor behind the line's last row, the line staying as it is.
static inline void creadline_go_below(void) {
  int point = rl_point;
  rl_point = rl_end;
  rl_redisplay();
  rl_point = point;
  rl_crlf();
  creadline_flush();
}

/// Ends the line being typed, with any search or half-typed key sequence; shows `^C` behind it for
/// SIGINT, nothing for 0.
static inline void creadline_drop_line(int signal_number) {
  rl_callback_sigcleanup();
  rl_clear_pending_input();
  rl_free_line_state();
  rl_point = rl_end;
  rl_redisplay();
  if (signal_number != 0) rl_echo_signal_char(signal_number);
  rl_crlf();
  rl_callback_handler_remove();
  creadline_flush();
}

/// Gives the terminal back as it was before the first prompt.
static inline void creadline_release_terminal(void) {
  rl_deprep_terminal();
  creadline_flush();
}

/// Takes the terminal again and shows the line on the row where the cursor is, at its present size.
static inline void creadline_take_terminal(void) {
  rl_prep_terminal(1);
  rl_reset_screen_size();
  rl_forced_update_display();
}
