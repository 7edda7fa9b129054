// Operations on vectors of grids (grids-inl.hpp), for SSE4, AVX2 and NEON; those for AVX-512 are in
// grid_lanes_avx512-inl.hpp.
//
// A vector has a word for each of 8 or 16 boards. Byte shuffles look up tables of 16 bytes, so a
// word takes two lookups, for its low and its high byte. AVX2 shuffles stay within 16 bytes, so
// each half of a vector is refilled and appended separately.

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "kernel/lanes-inl.hpp"

#if NQUEENS_GRIDS && !NQUEENS_AVX512

#undef NQUEENS_GRIDS_BEFORE_NAMESPACE
#undef NQUEENS_GRIDS_AFTER_NAMESPACE
#undef NQUEENS_GRIDS_LAMBDA
#define NQUEENS_GRIDS_BEFORE_NAMESPACE() HWY_BEFORE_NAMESPACE()
#define NQUEENS_GRIDS_AFTER_NAMESPACE() HWY_AFTER_NAMESPACE()
#define NQUEENS_GRIDS_LAMBDA __attribute__((always_inline)) HWY_ATTR

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {
namespace grids {

inline constexpr std::size_t boards = HWY_TARGET == HWY_AVX2 ? 16 : 8;  ///< in a vector

/// Most columns of a crown: one of 16 table entries is for boards without a square to try, whose
/// children are dead.
inline constexpr int max_columns = 15;

using GridTag = hn::FixedTag<std::uint16_t, boards>;
using ByteTag = hn::FixedTag<std::uint8_t, 2 * boards>;
using Grids = hn::Vec<GridTag>;  ///< a row of each board
using Bytes = hn::Vec<ByteTag>;

/// Codes of columns, 0 for none, in the low bytes and in the high bytes.
struct Columns {
  HWY_INLINE Columns() {}  // implicit ones would lack the target's attributes
  HWY_INLINE Columns(Grids low_bytes, Grids high_bytes) : low(low_bytes), high(high_bytes) {}

  Grids low;
  Grids high;
};

/// A set of a vector's boards: lanes 0 to 7 are bits 0 to 7, lanes 8 to 15 bits 16 to 23.
using Set = std::uint32_t;
inline constexpr Set every_board = boards == 16 ? 0x00FF00FFU : 0xFFU;

/// Boards without a square to try.
struct Idle {
  HWY_INLINE Idle() {}
  HWY_INLINE Idle(Set idle_set, Grids idle_lanes) : set(idle_set), lanes(idle_lanes) {}

  Set set = 0;
  Grids lanes;  ///< all bits set
};

/// By column code, the squares of a row that a queen there leaves free: low and high bytes.
struct alignas(32) Table {
  std::array<std::uint8_t, 2 * boards> low{};
  std::array<std::uint8_t, 2 * boards> high{};
};

/// The code of a square's column is the four highest bits of its product with this number: distinct
/// and nonzero for the first 15 squares.
inline constexpr std::uint32_t code_factor = 0x135E;

constexpr std::size_t code_of(int column) {
  return (code_factor << column & 0xFFFFU) >> 12;
}

inline void set_entry(Table& table, int column, std::uint32_t squares) {
  for (std::size_t copy = 0; copy < table.low.size(); copy += 16) {
    table.low[copy + code_of(column)] = static_cast<std::uint8_t>(squares);
    table.high[copy + code_of(column)] = static_cast<std::uint8_t>(squares >> 8);
  }
}

HWY_INLINE int count(Set set) {
  return std::popcount(set);
}
HWY_INLINE int count(const Idle& idle) {
  return count(idle.set);
}

HWY_INLINE Grids load(const std::uint16_t* from) {
  return hn::LoadU(GridTag(), from);
}
HWY_INLINE void store(Grids grids, std::uint16_t* to) {
  hn::StoreU(grids, GridTag(), to);
}
HWY_INLINE Grids all(std::uint32_t word) {
  return hn::Set(GridTag(), static_cast<std::uint16_t>(word));
}
HWY_INLINE Grids no_squares() {
  return hn::Zero(GridTag());
}
HWY_INLINE Grids any(Grids a, Grids b) {
  return hn::Or(a, b);
}
HWY_INLINE Grids least(Grids a, Grids b) {
  return hn::Min(a, b);
}

/// Hides a vector's value from the compiler, which would otherwise recompute it at every use.
template <class Vector>
HWY_INLINE Vector kept(Vector vector) {
#if HWY_ARCH_X86
  asm("" : "+x"(vector.raw));
#endif
  return vector;
}

/// Constants of a level's steps, besides tables.
struct Constants {
  /// @param squares  for has_squares()
  HWY_INLINE explicit Constants(int squares)
      : factor(kept(all(code_factor))),
        nibble(kept(all(0x0F0F))),
        ones(kept(hn::Set(ByteTag(), std::uint8_t{1}))),
        counts(kept(hn::LoadDup128(ByteTag(), bits_of_nibbles.data()))),
        too_few(kept(all(static_cast<std::uint32_t>(squares - 1)))) {}

  alignas(16) static constexpr std::array<std::uint8_t, 16> bits_of_nibbles{0, 1, 1, 2, 1, 2, 2, 3,
                                                                            1, 2, 2, 3, 2, 3, 3, 4};

  Grids factor;
  Grids nibble;
  Bytes ones;
  Bytes counts;
  Grids too_few;
};

HWY_INLINE Grids is_empty(Grids grids) {
  return hn::VecFromMask(GridTag(), hn::Eq(grids, no_squares()));
}

/// The lanes with all bits set, among lanes with all or none.
HWY_INLINE Set set_of(Grids lanes) {
#if HWY_TARGET == HWY_AVX2
  return static_cast<Set>(
      _mm256_movemask_epi8(_mm256_packs_epi16(lanes.raw, _mm256_setzero_si256())));
#elif HWY_ARCH_X86
  return static_cast<Set>(_mm_movemask_epi8(_mm_packs_epi16(lanes.raw, _mm_setzero_si128())));
#else
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(GridTag(), hn::MaskFromVec(lanes), bits);
  return bits[0];
#endif
}

HWY_INLINE Set not_empty(Grids grids) {
  return set_of(is_empty(grids)) ^ every_board;
}
HWY_INLINE Idle idle_of(Grids squares) {
  const Grids lanes = is_empty(squares);
  return {set_of(lanes), lanes};
}
HWY_INLINE Set equal(Grids a, Grids b) {
  return set_of(hn::VecFromMask(GridTag(), hn::Eq(a, b)));
}

HWY_INLINE Columns columns_of(const Constants& constants, Grids square) {
  const Grids code = hn::ShiftRight<12>(hn::Mul(square, constants.factor));
  return {code, hn::ShiftLeft<8>(code)};
}

struct Choice {
  Columns columns;
  Grids later;
};

/// Splits off the lowest square of each board.
HWY_INLINE Choice choose(const Constants& constants, Grids squares) {
  const Grids less = hn::Add(squares, all(0xFFFF));
  return {columns_of(constants, hn::AndNot(less, squares)), hn::And(squares, less)};
}

inline constexpr std::size_t window = 8;  ///< boards that pick() chooses from

/// The name of one of them for pick().
constexpr std::uint16_t name_of(std::size_t board) {
  return static_cast<std::uint16_t>(0x0202 * board + 0x0100);
}

/// The words of the named boards.
HWY_INLINE Grids pick(const std::uint16_t* from, Grids names) {
  const Bytes words = hn::LoadDup128(ByteTag(), reinterpret_cast<const std::uint8_t*>(from));
  return hn::BitCast(GridTag(), hn::TableLookupBytes(words, hn::BitCast(ByteTag(), names)));
}

/// The squares of a row that the queens leave free.
HWY_INLINE Grids leave(Grids row, const Columns& queens, const Table& table) {
  const auto look_up = [](const auto& entries, Grids codes) NQUEENS_GRIDS_LAMBDA {
    return hn::BitCast(GridTag(), hn::TableLookupBytesOr0(hn::Load(ByteTag(), entries.data()),
                                                          hn::BitCast(ByteTag(), codes)));
  };
  return hn::And(row, hn::Or(look_up(table.low, queens.low), look_up(table.high, queens.high)));
}

/// Nonzero for boards with at least the number of squares given to Constants.
HWY_INLINE Grids has_squares(const Constants& constants, Grids row) {
#if HWY_ARCH_X86
  const auto look_up = [&](Grids nibbles) NQUEENS_GRIDS_LAMBDA {
    return hn::TableLookupBytes(constants.counts, hn::BitCast(ByteTag(), nibbles));
  };
  const Bytes of_bytes = hn::Add(look_up(hn::And(row, constants.nibble)),
                                 look_up(hn::And(hn::ShiftRight<4>(row), constants.nibble)));
#if HWY_TARGET == HWY_AVX2
  const Grids number{_mm256_maddubs_epi16(of_bytes.raw, constants.ones.raw)};
#else
  const Grids number{_mm_maddubs_epi16(of_bytes.raw, constants.ones.raw)};
#endif
#else
  const Grids number(vpaddlq_u8(vcntq_u8(hn::BitCast(ByteTag(), row).raw)));
#endif
  return hn::SaturatedSub(number, constants.too_few);
}

using Shuffles = std::array<std::array<std::uint8_t, 16>, 256>;

/// For each lane in a set of 8, the bytes of the word with the lane's rank in the set. For other
/// lanes 128, which looks up zero.
constexpr Shuffles make_ranks() {
  Shuffles table{};
  for (std::size_t set = 0; set < table.size(); ++set) {
    std::uint8_t byte = 0;
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const bool is_member = (set >> lane & 1U) != 0;
      table[set][2 * lane] = is_member ? byte++ : 128;
      table[set][2 * lane + 1] = is_member ? byte++ : 128;
    }
  }
  return table;
}

/// The bytes of the words of the set's lanes in ascending order, then zeros.
constexpr Shuffles make_members() {
  Shuffles table{};
  for (std::size_t set = 0; set < table.size(); ++set) {
    std::size_t at = 0;
    for (std::uint8_t lane = 0; lane < 8; ++lane) {
      if ((set >> lane & 1U) != 0) {
        table[set][at++] = static_cast<std::uint8_t>(2 * lane);
        table[set][at++] = static_cast<std::uint8_t>(2 * lane + 1);
      }
    }
  }
  return table;
}

alignas(64) inline constexpr Shuffles rank_shuffles = make_ranks();
alignas(64) inline constexpr Shuffles member_shuffles = make_members();

/// 16 bytes from each of two places.
HWY_INLINE Bytes load_halves(const void* lower, [[maybe_unused]] const void* upper) {
#if HWY_TARGET == HWY_AVX2
  return Bytes{_mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(lower))),
      _mm_loadu_si128(static_cast<const __m128i*>(upper)), 1)};
#else
  return hn::LoadU(ByteTag(), static_cast<const std::uint8_t*>(lower));
#endif
}

HWY_INLINE Bytes shuffle_of(const Shuffles& shuffles, Set set) {
  return load_halves(shuffles[set & 0xFFU].data(), shuffles[set >> 16].data());
}

HWY_INLINE std::size_t count_lower(Set set) {
  return boards == 16 ? static_cast<std::size_t>(count(set & 0xFFU)) : 0;
}

/// Replaces idle boards of a vector, in order, by the next ones from memory.
class Refill {
 public:
  HWY_INLINE explicit Refill(const Idle& idle)
      : idle_(idle.lanes),
        ranks_(shuffle_of(rank_shuffles, idle.set)),
        lower_(count_lower(idle.set)) {}

  HWY_INLINE Grids operator()(Grids row, const std::uint16_t* from) const {
    return hn::Or(
        hn::AndNot(idle_, row),
        hn::BitCast(GridTag(), hn::TableLookupBytesOr0(load_halves(from, from + lower_), ranks_)));
  }

 private:
  Grids idle_;
  Bytes ranks_;
  std::size_t lower_;  ///< number of boards for the lower half
};

/// Appends the boards of a set to arrays. Writes whole vectors.
class Append {
 public:
  HWY_INLINE explicit Append(Set set)
      : members_(shuffle_of(member_shuffles, set)), lower_(count_lower(set)) {}

  HWY_INLINE void operator()(Grids row, std::uint16_t* to) const {
    const Grids packed =
        hn::BitCast(GridTag(), hn::TableLookupBytes(hn::BitCast(ByteTag(), row), members_));
#if HWY_TARGET == HWY_AVX2
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_castsi256_si128(packed.raw));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + lower_),
                     _mm256_extracti128_si256(packed.raw, 1));
#else
    store(packed, to);
#endif
  }

 private:
  Bytes members_;
  std::size_t lower_;
};

}  // namespace grids
}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // NQUEENS_GRIDS && !NQUEENS_AVX512
