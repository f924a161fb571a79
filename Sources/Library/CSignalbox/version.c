#include "signalbox.h"

const char *signalbox_version(void) { return SIGNALBOX_VERSION; }
