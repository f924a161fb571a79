// libsignalbox: what links open in an app, for programs in other languages.
//
//   signalbox_text report;
//   const char *paths[] = {"Routes"};
//   signalbox_app *app = signalbox_load(paths, 1, &report);
//   if (!app) { puts(report.bytes); signalbox_text_free(&report); return 2; }
//   signalbox_text answer;
//   signalbox_resolve(app, "cinema://movies/42", 18, &answer);
//   puts(answer.bytes);
//   signalbox_text_free(&answer);
//   signalbox_free(app);
//
// Threads: an app never changes, and any number of threads can use it at once. Everything else belongs
// to its caller alone.
//
// Ownership: what a function returns or stores belongs to the caller, who frees it once with the function
// named there. Arguments are only read during the call, unless stated. No argument is null, unless
// stated; bytes of which there are 0 may be. No function ends the program, whatever the bytes of a link,
// of a line or of a file, on a stack of at least 256 KB.
//
// Paths and names are UTF-8.
//
// JSON has the keys of docs/json.md.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Text in UTF-8, with a zero byte after it that `count` does not include. `signalbox_text_free` frees
/// it.
typedef struct signalbox_text {
  char *bytes;
  size_t count;
} signalbox_text;

/// Frees a text and empties it. An empty one, of null and 0, is left as it is.
void signalbox_text_free(signalbox_text *text);

/// The version of this header, and of the programs.
#define SIGNALBOX_VERSION "0.1.0"

/// The version of the library, such as "0.1.0". Not to be freed.
const char *signalbox_version(void);

/// The routes, screens, coordinators and gates of an app. `signalbox_free` frees it.
typedef struct signalbox_app signalbox_app;

/// Loads route files as `signalbox --routes` does: files, and folders of them. What a file runs is not
/// started, so that screens show what the file describes.
///
/// Returns null if a file has errors. `errors` is then a JSON array of findings, as those of `check
/// --json`; otherwise it is empty.
signalbox_app *signalbox_load(const char *const *paths, size_t count, signalbox_text *errors);

/// Reads one route file from its bytes: YAML or JSON. `name` is that of the file in errors.
/// The rest is as for `signalbox_load`.
signalbox_app *signalbox_read(const char *name, const void *bytes, size_t count,
                              signalbox_text *errors);

/// The files of an app and its website that say on which platform a link opens the app, as
/// `signalbox resolve --on` takes them. Each may be null.
typedef struct signalbox_platform_files {
  /// The path of the website's apple-app-site-association.
  const char *aasa;
  /// The app id there, if it has several apps with different rules.
  const char *app_id;
  /// The paths of the iOS app's entitlements and Info.plist.
  const char *entitlements;
  const char *info_plist;
  /// The path of AndroidManifest.xml.
  const char *manifest;
  /// The path of the website's assetlinks.json; only with a manifest.
  const char *assetlinks;
  /// The Android app's package, if the manifest does not name it.
  const char *package_name;
} signalbox_platform_files;

/// Returns the same app with what the files claim, so that answers also say what each platform does with a
/// link. Each of both is freed by a `signalbox_free` of its own. The files replace
/// those that the app had. They are served by every website of the app, and Android is the newest that
/// is known.
///
/// Returns null if a file cannot be used. `findings` is a JSON array of what is wrong with the files.
signalbox_app *signalbox_with_platforms(const signalbox_app *app,
                                        const signalbox_platform_files *files,
                                        signalbox_text *findings);

/// Returns the same app with how its logs are written: the path of a mapping file, as of `signalbox
/// conform --map` (docs/conform.md). Each of both is freed by a `signalbox_free` of its own.
///
/// Returns null if the file has errors. `errors` is then a JSON array of findings; otherwise it is empty.
signalbox_app *signalbox_with_log_map(const signalbox_app *app, const char *map,
                                      signalbox_text *errors);

/// Frees an app; null is allowed. No thread may use it any more.
void signalbox_free(signalbox_app *app);

/// Stores what a link of any bytes opens, or why it opens nothing: the object of `resolve --json`. With
/// platforms' files it also has `ios` and `android`, as of `signalbox_resolve_batch`.
/// Returns whether it opens something.
bool signalbox_resolve(const signalbox_app *app, const char *link, size_t count,
                       signalbox_text *answer);

/// Stores the same with the routes that nearly match or give way: the object of the prompt's `why`.
/// Returns whether the link opens something.
bool signalbox_why(const signalbox_app *app, const char *link, size_t count,
                   signalbox_text *answer);

/// Stores everything that is wrong with the app, a JSON array of findings as those of `check --json`.
/// `notes`: also what needs no action if it is intended. Returns the number of errors and warnings.
size_t signalbox_check(const signalbox_app *app, bool notes, signalbox_text *findings);

/// Stores the path of a route with these values, or a finding if there is none: an object with `path`
/// and `links`, one under each base, as of the prompt's `link`; or with `code` and `message`.
/// `route` is the name of a route. Returns whether there is a path.
bool signalbox_link(const signalbox_app *app, const char *route, const char *const *names,
                    const char *const *values, size_t count, signalbox_text *answer);

// The Arrow C data interface: arrow.apache.org/docs/format/CDataInterface.html.
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

/// Resolves a column of links: utf8, large_utf8, utf8_view, their binary equals, or null, whose rows are
/// all null. A null is no link. The four structs are different ones.
///
/// Takes `links` and `type`, which are released in every case. Stores a struct column of the same length
/// in `answers` and its type in `answers_type`; the caller releases both. A null link has a null struct.
/// The fields, whose texts are utf8_view if the links are views, and otherwise utf8:
///
/// - `route`: text, the path pattern of the route that opens; null if none does.
/// - `screen`: text; null if none opens, or if the route opens the browser.
/// - `values`: map of text to text, the values of the screen by name, as `show` has them; empty if none
///   opens.
/// - `error`: text, null if something opens; otherwise `not-found`, `foreign`, `forbidden`,
///   `malformed`, `too-long`, `ambiguous`, `redirect-loop` and so on, as in `resolve --json`.
/// - `ios`, `android`: text, what the platform opens: `app`, `chooser`, `browser`, or `nothing` for a
///   custom scheme that no app has; null without its files, and if they do not decide.
///
/// Returns false, stores nothing in `answers`, and an object with `code` and `message` in `error`, if the
/// column has another type or contradicts itself, or if a field of its answers takes more than 2 GB; pass
/// fewer links at a time then. Otherwise `error` is empty.
bool signalbox_resolve_batch(const signalbox_app *app, struct ArrowSchema *type,
                             struct ArrowArray *links, struct ArrowSchema *answers_type,
                             struct ArrowArray *answers, signalbox_text *error);

/// Checks whether the app explains recorded sessions, as `signalbox conform` does: a column of lines of
/// a log, one JSON object each, of the types of `signalbox_resolve_batch`. The lines of a session are in
/// the order of time; lines of several sessions may alternate. A null or blank row is no line.
///
/// Takes `lines` and `type`, which are released in every case. Stores a struct column with a row for
/// each session, in the order they begin, in `verdicts` and its type in `verdicts_type`; the caller
/// releases both. The fields:
///
/// - `session`: utf8, as the lines name it; null for lines that name none.
/// - `conforms`: bool, null if the search ended at a limit.
/// - `lines`, `explained`: int64, the number of its lines, and how many of them, from the first on, the
///   app explains.
/// - `line`: int64, the row of the column, from 1, that nothing explains; null if it conforms, as the
///   rest.
/// - `event`, `code`, `message`, `advice`: utf8, what that line says, such as `tap buy` or
///   `MovieDetail(id=42)`, and what is wrong with it; `advice` is null if there is none.
///
/// A kind of event that no line of the column has can have happened without one, unless the mapping file
/// says what is `logged`: with one group of sessions at a time, name it there, so that all are checked
/// alike.
///
/// Returns false, stores nothing in `verdicts`, and a JSON array of findings in `errors`, if the column
/// cannot be read as that of `signalbox_resolve_batch`, if a line cannot be read, the last one too (`line`
/// is its row, from 1), if there are more than 20 million rows, or if a field of the verdicts takes more
/// than 2 GB. Otherwise `errors` is empty.
bool signalbox_conform_batch(const signalbox_app *app, struct ArrowSchema *type,
                             struct ArrowArray *lines, struct ArrowSchema *verdicts_type,
                             struct ArrowArray *verdicts, signalbox_text *errors);

#ifdef __cplusplus
}
#endif
