// GNU readline's callback interface. Its state is in C globals, which Swift 6 cannot access, so
// each one that is needed has an accessor here. Single-threaded, like readline itself.
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

/// Processes the available key, including an abort of the command that it runs.
void creadline_read_char(void);

/// Configures readline before the first prompt. `name` is what `$if` in an inputrc is compared
/// with. `is_byte_ready` returns whether `read_byte` would return at once. Signal handling stays
/// with the program, the environment is left unchanged, and file names are never completed.
static inline void creadline_set_up(const char *name, int (*read_byte)(FILE *),
                                    int (*is_byte_ready)(void),
                                    rl_completion_func_t *complete, rl_compdisp_func_t *list) {
  rl_readline_name = strdup(name);  // Retained by readline.
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

/// Starts reading a line: puts the terminal in raw mode and shows the prompt. `take_line` receives
/// each line, which it must free, or null at the end of the input.
void creadline_begin(const char *prompt, rl_vcpfunc_t *take_line);

/// In locales without UTF-8 (`LANG=C`), makes readline accept every byte unchanged instead of as a
/// meta key.
static inline void creadline_keep_high_bytes(void) {
  if (MB_CUR_MAX > 1) return;
  rl_variable_bind("convert-meta", "off");
  rl_variable_bind("input-meta", "on");
  rl_variable_bind("output-meta", "on");
}

/// The line being typed; valid until the next key.
static inline const char *creadline_line(void) { return rl_line_buffer; }

/// The length of the line being typed, in bytes.
static inline int creadline_line_bytes(void) { return rl_end; }

/// The cursor's offset in the line, in bytes.
static inline int creadline_cursor(void) { return rl_point; }

/// The time readline wants to wait when it checks for another byte, in milliseconds.
static inline int creadline_wait_milliseconds(void) {
  return rl_set_keyboard_input_timeout(-1) / 1000;  // A negative value only queries.
}

/// Whether a command is reading more keys before it returns, as a bracketed paste does.
static inline bool creadline_is_amid_keys(void) { return RL_ISSTATE(RL_STATE_MOREINPUT) != 0; }

/// Whether the user's inputrc sets `completion-ignore-case`.
static inline bool creadline_ignores_case(void) {
  const char *const value = rl_variable_value("completion-ignore-case");
  return value != NULL && strcmp(value, "on") == 0;
}

/// Disables file name completion for the completion in progress, and sets whether a space is
/// appended to the only candidate.
static inline void creadline_completing(bool appends_space) {
  rl_attempted_completion_over = 1;
  rl_completion_append_character = appends_space ? ' ' : '\0';
}

/// Lists candidates below the line without ever asking for confirmation, which would block the
/// loop.
static inline void creadline_list(char **matches, int count, int columns) {
  rl_variable_bind("page-completions", "off");
  rl_display_match_list(matches, count, columns);
  rl_forced_update_display();
}

/// Shows a notice below the line, then the line again.
static inline void creadline_note(const char *text) {
  rl_crlf();
  fputs(text, rl_outstream);
  rl_crlf();
  rl_forced_update_display();
}

/// The number of the terminal's rows.
static inline int creadline_rows(void) {
  int rows = 0, columns = 0;
  rl_get_screen_size(&rows, &columns);
  return rows;
}

/// Flushes readline's output, so that other output follows it.
static inline void creadline_flush(void) { fflush(rl_outstream ? rl_outstream : stdout); }

/// Removes the prompt and the line from the screen. `creadline_show_line` shows them again.
static inline void creadline_hide_line(void) {
  rl_clear_visible_line();
  creadline_flush();
}

/// Changes the prompt of the line being typed, unless a search or numeric argument shows its own.
static inline void creadline_set_prompt(const char *prompt) {
  if (RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG)) return;
  if (rl_prompt == NULL || strcmp(rl_prompt, prompt) != 0) rl_set_prompt(prompt);
}

/// Shows the prompt and the line on the current row. The cursor must be in the first column.
static inline void creadline_show_line(void) {
  rl_on_new_line();
  rl_redisplay();
}

/// Moves the cursor below the line's last row, leaving the line unchanged.
static inline void creadline_go_below(void) {
  int point = rl_point;
  rl_point = rl_end;
  rl_redisplay();
  rl_point = point;
  rl_crlf();
  creadline_flush();
}

/// Drops the line being typed, with any search or partial key sequence; shows `^C` after it for
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

/// Restores the terminal's modes from before the first prompt.
static inline void creadline_release_terminal(void) {
  rl_deprep_terminal();
  creadline_flush();
}

/// Takes the terminal again and shows the line on the current row, at the terminal's current size.
static inline void creadline_take_terminal(void) {
  rl_prep_terminal(1);
  rl_reset_screen_size();
  rl_forced_update_display();
}
