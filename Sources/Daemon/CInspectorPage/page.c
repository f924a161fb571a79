#include "inspector_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed

// One array per file, and a row for each below; Tests/InspectorTests compares both with the folder.

static const unsigned char index_html[] = {
#embed "Page/index.html"
};

static const unsigned char page_css[] = {
#embed "Page/page.css"
};

static const unsigned char page_js[] = {
#embed "Page/page.js"
};

static const inspector_file files[] = {
    {"index.html", index_html, sizeof index_html},
    {"page.css", page_css, sizeof page_css},
    {"page.js", page_js, sizeof page_js},
};

size_t inspector_file_count(void) { return sizeof files / sizeof files[0]; }

inspector_file inspector_file_at(size_t index) { return files[index]; }
