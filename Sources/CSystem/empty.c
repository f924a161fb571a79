// SwiftPM wants a source file in a C target; everything is inline in the header.
#include "csystem.h"
