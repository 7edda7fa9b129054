// Vectors of 32-bit words with Google Highway, for the torus and the frontier.
//
// The frontier needs AVX-512. It uses intrinsics for single instructions that take several in
// Highway: expand, three-operand logic, a test into a mask. Included once for each target.

#if defined(NQUEENS_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_LANES_INL_HPP
#undef NQUEENS_LANES_INL_HPP
#else
#define NQUEENS_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#undef NQUEENS_AVX512
#define NQUEENS_AVX512 (HWY_TARGET == HWY_AVX3)
/// Whether vectors have a fixed size, and can look up bytes or words in tables: grids-inl.hpp.
#undef NQUEENS_GRIDS
#define NQUEENS_GRIDS \
  (NQUEENS_AVX512 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_NEON)

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// At most 16 lanes with AVX-512, else at most 8, even on machines with longer vectors.
#if NQUEENS_AVX512
using Tag = hn::CappedTag<std::uint32_t, 16>;
#else
using Tag = hn::CappedTag<std::uint32_t, 8>;
#endif
using Words = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;
inline constexpr std::size_t max_lanes = NQUEENS_AVX512 ? 16 : 8;

HWY_INLINE std::size_t lanes() {
  return hn::Lanes(Tag());
}
HWY_INLINE Words load(const std::uint32_t* from) {
  return hn::LoadU(Tag(), from);
}
HWY_INLINE void store(Words words, std::uint32_t* to) {
  hn::StoreU(words, Tag(), to);
}
HWY_INLINE Words all(std::uint32_t value) {
  return hn::Set(Tag(), value);
}
HWY_INLINE Mask is_empty(Words words) {
  return hn::Eq(words, hn::Zero(Tag()));
}

/// The mask as a number: bit i is lane i.
HWY_INLINE std::uint32_t bits_of(Mask mask) {
#if NQUEENS_AVX512
  return mask.raw;
#else
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(Tag(), mask, bits);
  return bits[0];
#endif
}

#if NQUEENS_AVX512

HWY_INLINE int count_true(Mask mask) {
  return static_cast<int>(hn::CountTrue(Tag(), mask));
}

/// Shifts all words by 1 to 31 bits. One micro-operation; a shift by a register's value takes two.
HWY_INLINE Words shift_left(Words words, std::uint32_t bits) {
  return hn::Shl(words, all(bits));
}

HWY_INLINE Words shift_right(Words words, std::uint32_t bits) {
  return hn::Shr(words, all(bits));
}

/// words & ~(left | right)
HWY_INLINE Words without(Words words, Words left, Words right) {
  return Words{_mm512_ternarylogic_epi32(words.raw, left.raw, right.raw, 0x10)};
}

/// The available squares of a row that are on none of the diagonals; ignores columns.
HWY_INLINE Words open_squares(const std::uint32_t& available, Words left, Words right) {
  // Loaded at every use. The three-operand instruction overwrites its first operand, so a value in
  // a register would need a copy, which takes a port of the vector units. A load does not.
  __m512i open;
  asm volatile("vpbroadcastd %1, %0" : "=v"(open) : "m"(available));
  return Words{_mm512_ternarylogic_epi32(open, left.raw, right.raw, 0x10)};
}

/// Lanes whose words share a bit.
HWY_INLINE Mask have_common(Words a, Words b) {
  return Mask{_mm512_test_epi32_mask(a.raw, b.raw)};
}

/// Lanes of the mask whose words share a bit.
HWY_INLINE Mask and_common(Mask mask, Words a, Words b) {
  return Mask{_mm512_mask_test_epi32_mask(mask.raw, a.raw, b.raw)};
}

/// Lanes of the mask whose word is empty.
HWY_INLINE Mask and_empty(Mask mask, Words words) {
  return Mask{_mm512_mask_testn_epi32_mask(mask.raw, words.raw, words.raw)};
}

HWY_INLINE Mask equal(Mask mask, Words a, Words b) {
  return Mask{_mm512_mask_cmpeq_epi32_mask(mask.raw, a.raw, b.raw)};
}

HWY_INLINE Mask differ(Mask mask, Words a, Words b) {
  return Mask{_mm512_mask_cmpneq_epi32_mask(mask.raw, a.raw, b.raw)};
}

/// Lanes of the mask take consecutive words from memory. With the intrinsic, GCC 12 would copy the
/// register before and after.
HWY_INLINE Words expand_from(Words words, Mask mask, const std::uint32_t* from) {
  struct Vector {
    std::uint32_t words[16];
  };
  asm("vpexpandd %1, %0%{%2%}"
      : "+v"(words.raw)
      : "m"(*reinterpret_cast<const Vector*>(from)), "Yk"(mask.raw));
  return words;
}

// Compress and expand depend on the register's old value, even if they zero the rest of it. With
// the intrinsics, GCC may choose a register at the end of a long chain; clearing it first costs
// nothing.

/// The lanes of the mask in ascending order, then zeros.
HWY_INLINE Words compressed(Words words, Mask mask) {
  Words to;
  asm("vpxor %x0, %x0, %x0\n\tvpcompressd %1, %0%{%2%}%{z%}"
      : "=&x"(to.raw)
      : "v"(words.raw), "Yk"(mask.raw));
  return to;
}

/// Consecutive words in the lanes of the mask, zeros in the others.
HWY_INLINE Words expanded(Words words, Mask mask) {
  Words to;
  asm("vpxor %x0, %x0, %x0\n\tvpexpandd %1, %0%{%2%}%{z%}"
      : "=&x"(to.raw)
      : "v"(words.raw), "Yk"(mask.raw));
  return to;
}

/// How empty lanes get the next words from memory.
enum class Refill {
  expand,   ///< each word by an expanding load
  permute,  ///< one expansion of lane numbers, then a permutation of each loaded vector
};

/// Lanes, and where their next words are.
struct Refilled {
  Words& words;
  const std::uint32_t* from;
};

/// Fills the lanes of the mask, in order, with consecutive words of an array each.
template <Refill Way, class... Each>
HWY_INLINE void refill(Mask mask, const Each&... each) {
  if constexpr (Way == Refill::expand) {
    ((each.words = expand_from(each.words, mask, each.from)), ...);
  } else {
    const __m512i ranks = expanded(hn::Iota(Tag(), 0), mask).raw;
    ((each.words = Words{_mm512_mask_permutexvar_epi32(each.words.raw, mask.raw, ranks,
                                                       load(each.from).raw)}),
     ...);
  }
}

/// Lanes, and where they are written.
struct Appended {
  const Words& words;
  std::uint32_t* to;
};

/// Appends the lanes of the mask to an array each. Writes whole vectors, up to max_lanes words
/// past the end. (A compress to memory is microcoded on Zen 4.)
template <class... Each>
HWY_INLINE void append(Mask mask, const Each&... each) {
  (store(compressed(each.words, mask), each.to), ...);
}

#endif  // NQUEENS_AVX512

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
