// libuv, the event loop. Everything used here imports into Swift unchanged.
#pragma once

#include <uv.h>
