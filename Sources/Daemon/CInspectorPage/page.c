#include "inspector_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed

// One array per file, and a row for each below; Tests/InspectorTests compares both with the folder.

static const unsigned char api_js[] = {
#embed "Page/api.js"
};

static const unsigned char compare_js[] = {
#embed "Page/compare.js"
};

static const unsigned char dom_js[] = {
#embed "Page/dom.js"
};

static const unsigned char graph_js[] = {
#embed "Page/graph.js"
};

static const unsigned char icon_svg[] = {
#embed "Page/icon.svg"
};

static const unsigned char index_html[] = {
#embed "Page/index.html"
};

static const unsigned char keys_js[] = {
#embed "Page/keys.js"
};

static const unsigned char linkbox_js[] = {
#embed "Page/linkbox.js"
};

static const unsigned char page_css[] = {
#embed "Page/page.css"
};

static const unsigned char page_js[] = {
#embed "Page/page.js"
};

static const unsigned char place_js[] = {
#embed "Page/place.js"
};

static const unsigned char routes_js[] = {
#embed "Page/routes.js"
};

static const unsigned char script_js[] = {
#embed "Page/script.js"
};

static const unsigned char session_js[] = {
#embed "Page/session.js"
};

static const unsigned char timeline_js[] = {
#embed "Page/timeline.js"
};

static const inspector_file files[] = {
    {"api.js", api_js, sizeof api_js},
    {"compare.js", compare_js, sizeof compare_js},
    {"dom.js", dom_js, sizeof dom_js},
    {"graph.js", graph_js, sizeof graph_js},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"index.html", index_html, sizeof index_html},
    {"keys.js", keys_js, sizeof keys_js},
    {"linkbox.js", linkbox_js, sizeof linkbox_js},
    {"page.css", page_css, sizeof page_css},
    {"page.js", page_js, sizeof page_js},
    {"place.js", place_js, sizeof place_js},
    {"routes.js", routes_js, sizeof routes_js},
    {"script.js", script_js, sizeof script_js},
    {"session.js", session_js, sizeof session_js},
    {"timeline.js", timeline_js, sizeof timeline_js},
};

size_t inspector_file_count(void) { return sizeof files / sizeof files[0]; }

inspector_file inspector_file_at(size_t index) { return files[index]; }
