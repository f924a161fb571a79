#include "module_scripts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed

static const char aliases[] = {
#embed "Scripts/aliases.js" suffix(, 0)
};

static const char loader[] = {
#embed "Scripts/loader.js" suffix(, 0)
};

static const char settings[] = {
#embed "Scripts/settings.js" suffix(, 0)
};

static const char search_items[] = {
#embed "Scripts/searchItems.js" suffix(, 0)
};

static const char view_names[] = {
#embed "Scripts/viewNames.js" suffix(, 0)
};

static const char evaluator[] = {
#embed "Scripts/evaluator.js" suffix(, 0)
};

static const char react_routes[] = {
#embed "Scripts/reactRoutes.js" suffix(, 0)
};

const char *module_aliases(void) { return aliases; }

const char *module_loader(void) { return loader; }

const char *module_settings(void) { return settings; }

const char *module_search_items(void) { return search_items; }

const char *module_view_names(void) { return view_names; }

const char *module_evaluator(void) { return evaluator; }

const char *module_react_routes(void) { return react_routes; }
