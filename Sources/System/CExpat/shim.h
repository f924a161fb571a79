// libexpat, the XML parser. Everything used here imports into Swift unchanged.
#pragma once

#include <expat.h>
