// libuv: the event loop of Linux and macOS. Everything that is used imports into Swift as it is.
#pragma once

#include <uv.h>
