// The bytes of a link as bits, 64 at a time: SSE2 where there is, else plain C. Swift's own vectors
// need ten times the instructions to make bits of a comparison.
#pragma once

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Bit i of each stands for byte i of the 64.
typedef struct {
  /// '/'
  uint64_t slash;
  /// '?' and '#'
  uint64_t stop;
  /// '.'
  uint64_t dot;
  /// Not zero if any byte needs a closer look: '%', '\', DEL, up to the space, above ASCII.
  uint64_t odd;
} linkscan_bits;

/// The same as linkscan_block, byte by byte.
static inline linkscan_bits linkscan_block_portable(const void *block) {
  linkscan_bits bits = {0, 0, 0, 0};
  for (unsigned i = 0; i < 64; i++) {
    const uint8_t byte = ((const uint8_t *)block)[i];
    bits.slash |= (uint64_t)(byte == '/') << i;
    bits.stop |= (uint64_t)(byte == '?' || byte == '#') << i;
    bits.dot |= (uint64_t)(byte == '.') << i;
    bits.odd |= (uint64_t)(byte <= ' ' || byte >= 0x7F || byte == '\\' || byte == '%');
  }
  return bits;
}

/// The ':' and '@' among 64 bytes, byte by byte.
static inline uint64_t linkscan_marks_portable(const void *block) {
  uint64_t marks = 0;
  for (unsigned i = 0; i < 64; i++) {
    const uint8_t byte = ((const uint8_t *)block)[i];
    marks |= (uint64_t)(byte == ':' || byte == '@') << i;
  }
  return marks;
}

#if defined(__SSE2__)

#define LINKSCAN_EQUAL(character) _mm_cmpeq_epi8(bytes, _mm_set1_epi8(character))
#define LINKSCAN_BITS(vector) ((uint64_t)(uint32_t)_mm_movemask_epi8(vector) << i)

/// Looks at 64 bytes, all of which must be readable.
static inline linkscan_bits linkscan_block(const void *block) {
  linkscan_bits bits = {0, 0, 0, 0};
  __m128i odd = _mm_setzero_si128();
  for (unsigned i = 0; i < 64; i += 16) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)((const char *)block + i));
    bits.slash |= LINKSCAN_BITS(LINKSCAN_EQUAL('/'));
    bits.stop |= LINKSCAN_BITS(_mm_or_si128(LINKSCAN_EQUAL('?'), LINKSCAN_EQUAL('#')));
    bits.dot |= LINKSCAN_BITS(LINKSCAN_EQUAL('.'));
    // Bytes above ASCII are negative, so that one comparison takes both ends.
    odd = _mm_or_si128(odd, _mm_cmplt_epi8(bytes, _mm_set1_epi8('!')));
    odd = _mm_or_si128(odd, _mm_or_si128(LINKSCAN_EQUAL('\\'), LINKSCAN_EQUAL('%')));
    odd = _mm_or_si128(odd, LINKSCAN_EQUAL(0x7F));
  }
  bits.odd = (uint64_t)(uint32_t)_mm_movemask_epi8(odd);
  return bits;
}

/// The ':' and '@' among 64 bytes.
static inline uint64_t linkscan_marks(const void *block) {
  uint64_t marks = 0;
  for (unsigned i = 0; i < 64; i += 16) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)((const char *)block + i));
    marks |= LINKSCAN_BITS(_mm_or_si128(LINKSCAN_EQUAL(':'), LINKSCAN_EQUAL('@')));
  }
  return marks;
}

/// The slashes among 64 bytes.
static inline uint64_t linkscan_slashes(const void *block) {
  uint64_t slash = 0;
  for (unsigned i = 0; i < 64; i += 16) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)((const char *)block + i));
    slash |= LINKSCAN_BITS(LINKSCAN_EQUAL('/'));
  }
  return slash;
}

#undef LINKSCAN_EQUAL
#undef LINKSCAN_BITS

#else

static inline linkscan_bits linkscan_block(const void *block) {
  return linkscan_block_portable(block);
}

static inline uint64_t linkscan_marks(const void *block) {
  return linkscan_marks_portable(block);
}

static inline uint64_t linkscan_slashes(const void *block) {
  return linkscan_block_portable(block).slash;
}

#endif
