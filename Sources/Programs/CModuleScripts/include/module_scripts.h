// The scripts by which node evaluates an app's modules for `signalbox import`, which are part of the
// program.
#pragma once

#include <stddef.h>

/// Finds the aliases of a project; precedes the loader.
const char *_Nonnull module_aliases(void);

/// Serves the files of an app.
///
/// One loader resolves, checks and reads every file; the tools of a project only transform the text
/// of one, so that all of them see the same modules.
const char *_Nonnull module_loader(void);

/// The values of `--set` for the texts of a module; precedes the evaluator.
const char *_Nonnull module_settings(void);

/// Finds the query items of TanStack's `validateSearch`; precedes the evaluator.
const char *_Nonnull module_search_items(void);

/// Names views after their files; precedes the evaluator.
const char *_Nonnull module_view_names(void);

/// Evaluates the files that the loader serves.
const char *_Nonnull module_evaluator(void);

/// Reads the routes of React Router in JSX and in `routes.ts`; follows the evaluator.
const char *_Nonnull module_react_routes(void);
