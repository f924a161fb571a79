// The bytes of a link as bits, 64 at a time: SSE2 where there is, else plain C. Swift's own vectors
// need ten times the instructions to make bits of a comparison.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Bit i of each stands for byte i of a block of 64; bits behind the text's end are 0.
typedef struct {
  /// '/'
  uint64_t slash;
  /// '?' and '#'
  uint64_t stop;
  /// '.'
  uint64_t dot;
  /// ':' and '@'
  uint64_t mark;
  /// Not zero if any byte needs a closer look: '%', '\', DEL, up to the space, above ASCII.
  uint64_t odd;
} linkscan_bits;

/// Copies and looks at the bytes from `start` to `start + 64` or to the end, one by one.
///
/// - text: `count` bytes. - copy: room for as many. - start: at most `count`.
static inline linkscan_bits linkscan_block_portable(
    const void *text, void *copy, size_t start, size_t count) {
  linkscan_bits bits = {0, 0, 0, 0, 0};
  for (size_t i = 0; i < 64 && start + i < count; i++) {
    const uint8_t byte = ((const uint8_t *)text)[start + i];
    ((uint8_t *)copy)[start + i] = byte;
    bits.slash |= (uint64_t)(byte == '/') << i;
    bits.stop |= (uint64_t)(byte == '?' || byte == '#') << i;
    bits.dot |= (uint64_t)(byte == '.') << i;
    bits.mark |= (uint64_t)(byte == ':' || byte == '@') << i;
    bits.odd |= (uint64_t)(byte <= ' ' || byte >= 0x7F || byte == '\\' || byte == '%');
  }
  return bits;
}

#if defined(__SSE2__)

/// The bits of 16 bytes at `place`, moved to where they belong in the block at `start`. The last 16
/// bytes of a text may lie across the block's beginning.
static inline uint64_t linkscan_moved(__m128i equal, size_t place, size_t start) {
  const uint64_t bits = (uint64_t)(uint32_t)_mm_movemask_epi8(equal);
  return place >= start ? bits << (place - start) : bits >> (start - place);
}

#define LINKSCAN_EQUAL(character) _mm_cmpeq_epi8(bytes, _mm_set1_epi8(character))

/// The same as linkscan_block_portable, 16 bytes at a time. What would reach behind the end is moved
/// back: a byte that is looked at twice gives the same bit twice.
static inline linkscan_bits linkscan_block(
    const void *text, void *copy, size_t start, size_t count) {
  if (count < 16) return linkscan_block_portable(text, copy, start, count);
  linkscan_bits bits = {0, 0, 0, 0, 0};
  __m128i odd = _mm_setzero_si128();
  for (size_t i = 0; i < 64; i += 16) {
    const size_t place = start + i < count - 16 ? start + i : count - 16;
    const __m128i bytes = _mm_loadu_si128((const __m128i *)((const char *)text + place));
    _mm_storeu_si128((__m128i *)((char *)copy + place), bytes);
    bits.slash |= linkscan_moved(LINKSCAN_EQUAL('/'), place, start);
    bits.stop |=
        linkscan_moved(_mm_or_si128(LINKSCAN_EQUAL('?'), LINKSCAN_EQUAL('#')), place, start);
    bits.dot |= linkscan_moved(LINKSCAN_EQUAL('.'), place, start);
    bits.mark |=
        linkscan_moved(_mm_or_si128(LINKSCAN_EQUAL(':'), LINKSCAN_EQUAL('@')), place, start);
    // Bytes above ASCII are negative, so that one comparison takes both ends.
    odd = _mm_or_si128(odd, _mm_cmplt_epi8(bytes, _mm_set1_epi8('!')));
    odd = _mm_or_si128(odd, _mm_or_si128(LINKSCAN_EQUAL('\\'), LINKSCAN_EQUAL('%')));
    odd = _mm_or_si128(odd, LINKSCAN_EQUAL(0x7F));
  }
  bits.odd = (uint64_t)(uint32_t)_mm_movemask_epi8(odd);
  return bits;
}

/// The slashes of a block alone.
static inline uint64_t linkscan_slashes(
    const void *text, void *copy, size_t start, size_t count) {
  if (count < 16) return linkscan_block_portable(text, copy, start, count).slash;
  uint64_t slash = 0;
  for (size_t i = 0; i < 64; i += 16) {
    const size_t place = start + i < count - 16 ? start + i : count - 16;
    const __m128i bytes = _mm_loadu_si128((const __m128i *)((const char *)text + place));
    _mm_storeu_si128((__m128i *)((char *)copy + place), bytes);
    slash |= linkscan_moved(LINKSCAN_EQUAL('/'), place, start);
  }
  return slash;
}

#undef LINKSCAN_EQUAL

#else

static inline linkscan_bits linkscan_block(
    const void *text, void *copy, size_t start, size_t count) {
  return linkscan_block_portable(text, copy, start, count);
}

static inline uint64_t linkscan_slashes(
    const void *text, void *copy, size_t start, size_t count) {
  return linkscan_block_portable(text, copy, start, count).slash;
}

#endif
