// A target needs a source file; all there is stands in the header, so that it is inlined.
#include "linkscan.h"
