// A target needs a source file; the code is in the header, so that it is inlined.
#include "linkscan.h"
