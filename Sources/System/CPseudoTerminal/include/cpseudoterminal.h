// Starting a program in a pseudo-terminal. Between fork and exec only calls that are safe there may be
// made, which Swift cannot promise.
#pragma once

#include <sys/types.h>

/// Starts a program as the leader of a session of its own, whose terminal has the given size.
/// `arguments` begins with the program's name; both lists end in a null. Signals are as in a fresh
/// shell. Sets `terminal` to the other end, non-blocking, not inherited by children.
/// Returns the process id; -1 with errno, also if the program cannot be executed.
pid_t cpseudoterminal_start(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                            char *_Nullable const *_Nonnull environment, unsigned short columns,
                            unsigned short rows, int *_Nonnull terminal);

/// Tells the terminal a new size; the program gets SIGWINCH. Returns 0, or -1 with errno.
int cpseudoterminal_resize(int terminal, unsigned short columns, unsigned short rows);
