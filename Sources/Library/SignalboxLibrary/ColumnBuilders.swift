/// A column of texts that grows, in one of the layouts of Arrow.
protocol TextColumn: ~Copyable {
  /// The format of its type.
  static var format: String { get }

  /// - Parameter count: The number of rows, if known.
  init(count: Int)

  /// The number of rows so far.
  var count: Int { get }

  /// Whether its bytes or its rows exceed the 32 bits of an offset.
  var isOverfull: Bool { get }

  mutating func append(_ text: UnsafeRawBufferPointer)

  mutating func appendNull()

  consuming func finished() -> ArrowColumn
}

extension TextColumn where Self: ~Copyable {
  mutating func append(_ text: String?) {
    guard var text else { return appendNull() }
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }
}

/// utf8: where each text ends in a buffer of all.
struct OffsetTexts: TextColumn, ~Copyable {
  static let format = "u"
  private var bytes = ArrowBuffer<UInt8>()
  private var ends: ArrowBuffer<Int32>
  private var validity = Bitmap()

  init(count: Int) {
    ends = ArrowBuffer(capacity: min(count, reservedRowsMax) + 1)
    ends.append(0)
  }

  var count: Int { ends.count - 1 }
  var isOverfull: Bool { bytes.count > Int(Int32.max) || count > Int(Int32.max) }

  @inline(__always)
  mutating func append(_ text: UnsafeRawBufferPointer) {
    bytes.append(text.assumingMemoryBound(to: UInt8.self))
    ends.append(Int32(truncatingIfNeeded: bytes.count))
    validity.append(true)
  }

  @inline(__always)
  mutating func appendNull() {
    ends.append(Int32(truncatingIfNeeded: bytes.count))
    validity.append(false)
  }

  consuming func finished() -> ArrowColumn {
    let (count, nullCount) = (count, validity.nullCount)
    return ArrowColumn(
      count: count, nullCount: nullCount,
      buffers: [validity.finished(), ends.taken(), bytes.taken()], children: [])
  }
}

/// utf8_view: short texts in their rows, and where the others begin in a buffer.
struct ViewTexts: TextColumn, ~Copyable {
  static let format = "vu"
  private var views: ArrowBuffer<ArrowView>
  private var long = ArrowBuffer<UInt8>()
  private var validity = Bitmap()

  init(count: Int) {
    views = ArrowBuffer(capacity: min(count, reservedRowsMax))
  }

  var count: Int { views.count }
  var isOverfull: Bool { long.count > Int(Int32.max) || count > Int(Int32.max) }

  @inline(__always)
  mutating func append(_ text: UnsafeRawBufferPointer) {
    views.append(ArrowView(text, at: long.count))
    if text.count > ArrowView.inlineBytesMax {
      long.append(text.assumingMemoryBound(to: UInt8.self))
    }
    validity.append(true)
  }

  @inline(__always)
  mutating func appendNull() {
    views.append(ArrowView())
    validity.append(false)
  }

  consuming func finished() -> ArrowColumn {
    let (count, nullCount) = (count, validity.nullCount)
    var sizes = ArrowBuffer<Int64>(capacity: 1)
    sizes.append(Int64(long.count))
    return ArrowColumn(
      count: count, nullCount: nullCount,
      buffers: [validity.finished(), views.taken(), long.taken(), sizes.taken()], children: [])
  }
}

/// A column of numbers that grows.
struct NumberColumn: ~Copyable {
  private var numbers = ArrowBuffer<Int64>()
  private var validity = Bitmap()

  mutating func append(_ number: Int?) {
    numbers.append(Int64(number ?? 0))
    validity.append(number != nil)
  }

  consuming func finished() -> ArrowColumn {
    let (count, nullCount) = (numbers.count, validity.nullCount)
    return ArrowColumn(
      count: count, nullCount: nullCount, buffers: [validity.finished(), numbers.taken()],
      children: [])
  }
}

/// A column of truth values that grows.
struct FlagColumn: ~Copyable {
  private var flags = Bitmap()
  private var validity = Bitmap()

  mutating func append(_ flag: Bool?) {
    flags.append(flag ?? false)
    validity.append(flag != nil)
  }

  consuming func finished() -> ArrowColumn {
    let (count, nullCount) = (flags.count, validity.nullCount)
    return ArrowColumn(
      count: count, nullCount: nullCount, buffers: [validity.finished(), flags.taken()],
      children: [])
  }
}

/// The most rows that memory is reserved for on the word of the column.
let reservedRowsMax = 1 << 20

/// One bit per row: of a validity, set for a row that is not null.
struct Bitmap: ~Copyable {
  private var bytes = ArrowBuffer<UInt8>()
  private(set) var count = 0
  private(set) var nullCount = 0

  @inline(__always)
  mutating func append(_ bit: Bool) {
    if count & 7 == 0 { bytes.append(0) }
    if bit { bytes.last |= 1 << UInt8(count & 7) } else { nullCount += 1 }
    count += 1
  }

  /// As the validity of a column: `nil` if no row is null.
  consuming func finished() -> UnsafeMutableRawPointer? {
    nullCount == 0 ? nil : bytes.taken()
  }

  /// As the values of a column.
  consuming func taken() -> UnsafeMutableRawPointer { bytes.taken() }
}
