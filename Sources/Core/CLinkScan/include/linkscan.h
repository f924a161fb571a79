// Classifies the bytes of a link into bit masks, 64 bytes at a time: with SSE2 if available,
// otherwise in plain C. Swift's SIMD types need ten times the instructions to turn a comparison
// into bits.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Returns `equal` if `difference` is 0, otherwise `other`, without a branch. Both values are
/// forced into registers first; otherwise the compiler might select between two addresses and load
/// afterwards.
static inline uint64_t linkscan_either(uint64_t difference, uint64_t equal, uint64_t other) {
  __asm__("" : "+r"(equal), "+r"(other));
  return difference == 0 ? equal : other;
}

/// Returns the position of the first byte of a value from `start` to `end`, or `end`.
static inline size_t linkscan_find(const void *text, uint8_t byte, size_t start, size_t end) {
  const void *found = memchr((const char *)text + start, byte, end - start);
  return found ? (size_t)((const char *)found - (const char *)text) : end;
}

/// Whether `count` bytes are lower case letters, digits, hyphens or dots.
static inline bool linkscan_is_host_portable(const void *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint8_t byte = ((const uint8_t *)text)[i];
    const bool isLetterOrDigit = (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
    if (!isLetterOrDigit && byte != '-' && byte != '.') return false;
  }
  return true;
}

/// Bit masks of a block of 64 bytes: bit i is for byte i; bits beyond the end of the text are 0.
typedef struct {
  /// '/'
  uint64_t slash;
  /// '?' and '#'
  uint64_t stop;
  /// '.'
  uint64_t dot;
  /// Nonzero if any byte needs a closer look: '%', '\', DEL, non-ASCII, or a space or control
  /// character.
  uint64_t odd;
} linkscan_bits;

/// Copies and classifies the bytes from `start` to `start + 64` or the end, one at a time.
///
/// - text: `count` bytes.
/// - copy: room for `count` bytes.
/// - start: at most `count`.
static inline linkscan_bits linkscan_block_portable(
    const void *text, void *copy, size_t start, size_t count) {
  linkscan_bits bits = {0, 0, 0, 0};
  for (size_t i = 0; i < 64 && start + i < count; i++) {
    const uint8_t byte = ((const uint8_t *)text)[start + i];
    ((uint8_t *)copy)[start + i] = byte;
    bits.slash |= (uint64_t)(byte == '/') << i;
    bits.stop |= (uint64_t)(byte == '?' || byte == '#') << i;
    bits.dot |= (uint64_t)(byte == '.') << i;
    bits.odd |= (uint64_t)(byte <= ' ' || byte >= 0x7F || byte == '\\' || byte == '%');
  }
  return bits;
}

#if defined(__SSE2__)

#define LINKSCAN_EQUAL(character) _mm_cmpeq_epi8(bytes, _mm_set1_epi8(character))

/// Marks the bytes that need a closer look among 16. Non-ASCII bytes are negative, so one signed
/// comparison finds both them and everything up to the space.
static inline __m128i linkscan_odd(__m128i bytes) {
  return _mm_or_si128(
      _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8('!')), LINKSCAN_EQUAL('\\')),
      _mm_or_si128(LINKSCAN_EQUAL('%'), LINKSCAN_EQUAL(0x7F)));
}

/// Loads a text of fewer than 16 bytes, padded with zeros. It combines overlapping words, so that
/// nothing is read beyond the end.
static inline __m128i linkscan_short(const void *text, size_t count) {
  const char *const first = (const char *)text;
  uint64_t low = 0, high = 0;
  if (count >= 8) {
    memcpy(&low, first, 8);
    memcpy(&high, first + count - 8, 8);
    high = high >> 1 >> (127 - count * 8);
  } else if (count >= 4) {
    uint32_t begin, end;
    memcpy(&begin, first, 4);
    memcpy(&end, first + count - 4, 4);
    low = begin | (uint64_t)end << (count * 8 - 32);
  } else {
    for (size_t i = 0; i < count; i++) low |= (uint64_t)(uint8_t)first[i] << (i * 8);
  }
  return _mm_set_epi64x((int64_t)high, (int64_t)low);
}

/// The mask of 16 bytes at `place`, shifted to their position in the block at `start`. The last 16
/// bytes of a text can begin before the block.
static inline uint64_t linkscan_moved(__m128i equal, size_t place, size_t start) {
  const uint64_t bits = (uint64_t)(uint32_t)_mm_movemask_epi8(equal);
  return place >= start ? bits << (place - start) : bits >> (start - place);
}

/// Adds the masks of 16 bytes.
static inline void linkscan_add(
    linkscan_bits *bits, __m128i *odd, __m128i bytes, size_t place, size_t start) {
  bits->slash |= linkscan_moved(LINKSCAN_EQUAL('/'), place, start);
  bits->stop |=
      linkscan_moved(_mm_or_si128(LINKSCAN_EQUAL('?'), LINKSCAN_EQUAL('#')), place, start);
  bits->dot |= linkscan_moved(LINKSCAN_EQUAL('.'), place, start);
  *odd = _mm_or_si128(*odd, linkscan_odd(bytes));
}

/// The same as linkscan_block_portable, 16 bytes at a time. A load that would cross the end is
/// moved back; bytes that are classified twice set the same bits.
///
/// - copy: room for `count` bytes, and for at least 16.
static inline linkscan_bits linkscan_block(
    const void *text, void *copy, size_t start, size_t count) {
  linkscan_bits bits = {0, 0, 0, 0};
  __m128i odd = _mm_setzero_si128();
  if (count < 16) {
    const __m128i bytes = linkscan_short(text, count);
    _mm_storeu_si128((__m128i *)copy, bytes);
    linkscan_add(&bits, &odd, bytes, 0, 0);
    // Ignore the padding.
    bits.odd = (uint64_t)(uint32_t)_mm_movemask_epi8(odd) & ((1u << count) - 1);
    return bits;
  }
  // Most paths have fewer than 32 bytes. A finer choice is often mispredicted and gains nothing.
  const size_t end = count - start <= 32 ? 32 : 64;
// Unrolled code is no faster when it is in the caches, and slower when it is not.
#pragma clang loop unroll(disable)
  for (size_t i = 0; i < end; i += 16) {
    const size_t place = start + i < count - 16 ? start + i : count - 16;
    const __m128i bytes = _mm_loadu_si128((const __m128i *)((const char *)text + place));
    _mm_storeu_si128((__m128i *)((char *)copy + place), bytes);
    linkscan_add(&bits, &odd, bytes, place, start);
  }
  bits.odd = (uint64_t)(uint32_t)_mm_movemask_epi8(odd);
  return bits;
}

/// The `slash` mask of a block; copies the bytes too.
static inline uint64_t linkscan_slashes(
    const void *text, void *copy, size_t start, size_t count) {
  if (count < 16) {
    const __m128i bytes = linkscan_short(text, count);
    _mm_storeu_si128((__m128i *)copy, bytes);
    return linkscan_moved(LINKSCAN_EQUAL('/'), 0, 0);
  }
  uint64_t slash = 0;
  for (size_t i = 0; i < 64; i += 16) {
    const size_t place = start + i < count - 16 ? start + i : count - 16;
    const __m128i bytes = _mm_loadu_si128((const __m128i *)((const char *)text + place));
    _mm_storeu_si128((__m128i *)((char *)copy + place), bytes);
    slash |= linkscan_moved(LINKSCAN_EQUAL('/'), place, start);
  }
  return slash;
}

/// The first bytes of a text, at most 16, padded with zeros.
static inline __m128i linkscan_first(const void *text, size_t readable) {
  return readable < 16 ? linkscan_short(text, readable) : _mm_loadu_si128((const __m128i *)text);
}

/// Whether one of the first `count` bytes is ':' or '@'. A loop over single bytes, whose length is
/// often mispredicted, takes 8 of the 36 ns of a lookup in a small table.
///
/// - text: `readable` bytes, at least `count`.
static inline bool linkscan_has_mark(const void *text, size_t count, size_t readable) {
  const char *first = (const char *)text;
  while (count > 0) {
    const __m128i bytes = linkscan_first(first, readable);
    const __m128i marks = _mm_or_si128(LINKSCAN_EQUAL(':'), LINKSCAN_EQUAL('@'));
    const size_t used = count < 16 ? count : 16;
    if (((uint32_t)_mm_movemask_epi8(marks) & ((1u << used) - 1)) != 0) return true;
    first += used;
    count -= used;
    readable -= used;
  }
  return false;
}

/// Marks the bytes from `first` to `last` among 16.
static inline __m128i linkscan_between(__m128i bytes, char first, char last) {
  const __m128i offset = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
  return _mm_cmpeq_epi8(_mm_min_epu8(offset, _mm_set1_epi8((char)(last - first))), offset);
}

/// The same as linkscan_is_host_portable, 16 bytes at a time.
///
/// - text: `readable` bytes, at least `count`.
static inline bool linkscan_is_host(const void *text, size_t count, size_t readable) {
  const char *first = (const char *)text;
  while (count > 0) {
    const __m128i bytes = linkscan_first(first, readable);
    const __m128i marks = _mm_or_si128(
        linkscan_between(bytes, 'a', 'z'),
        _mm_or_si128(linkscan_between(bytes, '0', '9'), linkscan_between(bytes, '-', '.')));
    const size_t used = count < 16 ? count : 16;
    if ((~(uint32_t)_mm_movemask_epi8(marks) & ((1u << used) - 1)) != 0) return false;
    first += used;
    count -= used;
    readable -= used;
  }
  return true;
}

#undef LINKSCAN_EQUAL

#else

static inline bool linkscan_is_host(const void *text, size_t count, size_t readable) {
  return linkscan_is_host_portable(text, count);
}

static inline bool linkscan_has_mark(const void *text, size_t count, size_t readable) {
  for (size_t i = 0; i < count; i++) {
    const uint8_t byte = ((const uint8_t *)text)[i];
    if (byte == ':' || byte == '@') return true;
  }
  return false;
}

static inline linkscan_bits linkscan_block(
    const void *text, void *copy, size_t start, size_t count) {
  return linkscan_block_portable(text, copy, start, count);
}

static inline uint64_t linkscan_slashes(
    const void *text, void *copy, size_t start, size_t count) {
  return linkscan_block_portable(text, copy, start, count).slash;
}

#endif
