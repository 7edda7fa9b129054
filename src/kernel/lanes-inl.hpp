// The vocabulary of the frontier search: what it does with lanes of 32-bit words, over Google Highway.
//
// Where Highway has no operation for what AVX-512 does in one instruction (expand, three-operand logic, a
// test under a mask), intrinsics take its place; docs/kernels.md has the comparison. Where an instruction set
// has neither compress nor expand, tables of permutations serve. Included once for each target.

#if defined(NQUEENS_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_LANES_INL_HPP
#undef NQUEENS_LANES_INL_HPP
#else
#define NQUEENS_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

// Set to 1 to use Highway's own operations everywhere, for the comparison.
#ifndef NQUEENS_ONLY_HIGHWAY
#define NQUEENS_ONLY_HIGHWAY 0
#endif

#undef NQUEENS_AVX512
#undef NQUEENS_INTRINSICS
#define NQUEENS_AVX512 (HWY_TARGET == HWY_AVX3)
#define NQUEENS_INTRINSICS (NQUEENS_AVX512 && !NQUEENS_ONLY_HIGHWAY)

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// At most 16 lanes with AVX-512, else at most 8, however long the vectors of the machine are.
#if NQUEENS_AVX512
using Tag = hn::CappedTag<std::uint32_t, 16>;
#else
using Tag = hn::CappedTag<std::uint32_t, 8>;
#endif
using Words = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;
inline constexpr std::size_t most_lanes = NQUEENS_AVX512 ? 16 : 8;

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
HWY_INLINE int count_true(Mask mask) {
  return static_cast<int>(hn::CountTrue(Tag(), mask));
}

/// The mask as a number: bit i is lane i.
HWY_INLINE std::uint32_t bits_of(Mask mask) {
#if NQUEENS_INTRINSICS
  return mask.raw;
#else
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(Tag(), mask, bits);
  return bits[0] | static_cast<std::uint32_t>(bits[1]) << 8;
#endif
}

/// All words by the same number of bits, 1 to 31.
HWY_INLINE Words shift_left(Words words, std::uint32_t bits) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  return hn::Shl(words, all(bits));  // one micro-operation; a shift by a register's value takes two
#else
  return hn::ShiftLeftSame(words, static_cast<int>(bits));
#endif
}

HWY_INLINE Words shift_right(Words words, std::uint32_t bits) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  return hn::Shr(words, all(bits));
#else
  return hn::ShiftRightSame(words, static_cast<int>(bits));
#endif
}

/// words & ~(left | right)
HWY_INLINE Words without(Words words, Words left, Words right) {
#if NQUEENS_INTRINSICS
  return Words{_mm512_ternarylogic_epi32(words.raw, left.raw, right.raw, 0x10)};
#else
  return hn::AndNot(hn::Or(left, right), words);
#endif
}

HWY_INLINE Mask is_empty(Words words) {
  return hn::Eq(words, hn::Zero(Tag()));
}

/// Lanes of the mask in which the words have a bit in common.
HWY_INLINE Mask meets(Mask mask, Words a, Words b) {
#if NQUEENS_INTRINSICS
  return Mask{_mm512_mask_test_epi32_mask(mask.raw, a.raw, b.raw)};
#else
  return hn::AndNot(is_empty(hn::And(a, b)), mask);
#endif
}

HWY_INLINE Mask equal(Mask mask, Words a, Words b) {
#if NQUEENS_INTRINSICS
  return Mask{_mm512_mask_cmpeq_epi32_mask(mask.raw, a.raw, b.raw)};
#else
  return hn::And(mask, hn::Eq(a, b));
#endif
}

HWY_INLINE Mask differ(Mask mask, Words a, Words b) {
#if NQUEENS_INTRINSICS
  return Mask{_mm512_mask_cmpneq_epi32_mask(mask.raw, a.raw, b.raw)};
#else
  return hn::AndNot(hn::Eq(a, b), mask);
#endif
}

#if !NQUEENS_INTRINSICS

using LaneTable = std::array<std::array<std::uint8_t, 8>, 256>;

/// For each set of lanes, and each lane, how many lanes of the set come before it.
constexpr LaneTable make_ranks() {
  LaneTable table{};
  for (std::size_t set = 0; set < table.size(); ++set) {
    std::uint8_t rank = 0;
    for (std::size_t lane = 0; lane < 8; ++lane) {
      table[set][lane] = rank;
      rank = static_cast<std::uint8_t>(rank + (set >> lane & 1U));
    }
  }
  return table;
}

/// For each set of lanes its members in ascending order, then zeros.
constexpr LaneTable make_members() {
  LaneTable table{};
  for (std::size_t set = 0; set < table.size(); ++set) {
    std::size_t rank = 0;
    for (std::uint8_t lane = 0; lane < 8; ++lane) {
      if ((set >> lane & 1U) != 0) {
        table[set][rank++] = lane;
      }
    }
  }
  return table;
}

alignas(64) inline constexpr LaneTable ranks_of_set = make_ranks();
alignas(64) inline constexpr LaneTable members_of_set = make_members();

/// A table's row for a mask of up to eight lanes; with 16, of those numbered from 8 * half on.
HWY_INLINE const std::array<std::uint8_t, 8>& look_up(const LaneTable& table, Mask mask, std::size_t half) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(Tag(), mask, bits);
  return table[bits[half]];
}

HWY_INLINE Words widen(const std::uint8_t* bytes) {
  return hn::PromoteTo(Tag(), hn::LoadU(hn::Rebind<std::uint8_t, Tag>(), bytes));
}

HWY_INLINE Words permute(Words words, Words indices) {
  return hn::TableLookupLanes(words, hn::IndicesFromVec(Tag(), indices));
}

#endif  // !NQUEENS_INTRINSICS

/// For each lane of the mask, how many lanes of the mask come before it.
HWY_INLINE Words ranks(Mask mask) {
#if NQUEENS_INTRINSICS
  return Words{_mm512_maskz_expand_epi32(mask.raw, hn::Iota(Tag(), 0).raw)};
#elif NQUEENS_AVX512
  std::array<std::uint8_t, 16> bytes{};
  const auto& low = look_up(ranks_of_set, mask, 0);
  const auto& high = look_up(ranks_of_set, mask, 1);
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(Tag(), mask, bits);
  const auto before = static_cast<std::uint8_t>(hwy::PopCount(bits[0]));
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = low[i];
    bytes[i + 8] = static_cast<std::uint8_t>(high[i] + before);
  }
  return widen(bytes.data());
#else
  return widen(look_up(ranks_of_set, mask, 0).data());
#endif
}

/// The lanes of the mask whose rank is less than `limit`.
HWY_INLINE Mask ranked_below(Mask mask, Words rank, int limit) {
  return hn::And(mask, hn::Lt(rank, all(static_cast<std::uint32_t>(limit))));
}

/// Gives the lanes of the mask consecutive words from memory, the lane of rank i from[i]; the other lanes
/// stay.
HWY_INLINE Words refill(Words words, Mask mask, Words rank, const std::uint32_t* from) {
#if NQUEENS_INTRINSICS
  return Words{_mm512_mask_permutexvar_epi32(words.raw, mask.raw, rank.raw, load(from).raw)};
#else
  return hn::IfThenElse(mask, permute(load(from), rank), words);
#endif
}

/// Appends the lanes of the mask of three vectors to three arrays. Whole vectors are written: up to
/// most_lanes words past the end are overwritten. (A compress to memory is microcoded on Zen 4.)
HWY_INLINE void append(Mask mask, Words a, std::uint32_t* to_a, Words b, std::uint32_t* to_b, Words c,
                       std::uint32_t* to_c) {
#if NQUEENS_INTRINSICS
  store(Words{_mm512_maskz_compress_epi32(mask.raw, a.raw)}, to_a);
  store(Words{_mm512_maskz_compress_epi32(mask.raw, b.raw)}, to_b);
  store(Words{_mm512_maskz_compress_epi32(mask.raw, c.raw)}, to_c);
#elif NQUEENS_AVX512
  store(hn::Compress(a, mask), to_a);
  store(hn::Compress(b, mask), to_b);
  store(hn::Compress(c, mask), to_c);
#else
  const Words members = widen(look_up(members_of_set, mask, 0).data());
  store(permute(a, members), to_a);
  store(permute(b, members), to_b);
  store(permute(c, members), to_c);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
