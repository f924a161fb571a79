import CSignalbox
import Diagnostics

/// A column of texts that a caller gives, in the Arrow C data interface, read where it is.
///
/// Nothing but its own lengths and offsets says how large its buffers are; they must not contradict
/// each other.
/// - SeeAlso: The format strings and layouts of the Arrow columnar format.
struct GivenColumn {
  let count: Int
  /// What its texts are, such as `links`.
  private let noun: String
  private let layout: Layout
  private let offset: Int
  private let validity: UnsafeRawPointer?
  private let buffers: UnsafeMutablePointer<UnsafeRawPointer?>?

  private enum Layout {
    /// Offsets of 32 or 64 bits into one buffer.
    case offsets32, offsets64
    /// Views of 16 bytes, into some buffers.
    case views(buffers: Int)
    /// Nulls only, without buffers.
    case nulls
  }

  /// - Parameter noun: What its texts are.
  /// - Throws: What is wrong with it.
  init(_ type: ArrowSchema, _ array: ArrowArray, of noun: String) throws(Diagnostic) {
    self.noun = noun
    guard type.release != nil, array.release != nil else {
      throw .badColumn(noun, "it was released before")
    }
    guard let count = Int(exactly: array.length), (0...rowsMax).contains(count),
      let offset = Int(exactly: array.offset), (0...rowsMax).contains(offset)
    else { throw .badColumn(noun, "its length or offset is wrong") }
    (self.count, self.offset) = (count, offset)
    let format = type.format.map { String(cString: $0) } ?? ""
    if format == "n" {
      (layout, validity, buffers) = (.nulls, nil, nil)
      return
    }
    guard type.dictionary == nil, let (isView, isLong) = Self.formats[format] else {
      throw .badColumn(
        noun,
        type.dictionary == nil
          ? "its type has the format '\(format)'" : "it is encoded with a dictionary",
        advice: "Cast it to utf8.")
    }
    guard let given = Int(exactly: array.n_buffers), given >= 3, let buffers = array.buffers else {
      throw .badColumn(noun, "its number of buffers is wrong")
    }
    self.buffers = buffers
    layout = isView ? .views(buffers: given - 3) : isLong ? .offsets64 : .offsets32
    validity = array.null_count == 0 ? nil : buffers[0]
    guard count == 0 || buffers[1] != nil, array.null_count <= 0 || validity != nil else {
      throw .badColumn(noun, "a buffer is missing")
    }
  }

  private static let formats = [
    "u": (isView: false, isLong: false), "z": (false, false), "U": (false, true),
    "Z": (false, true), "vu": (true, false), "vz": (true, false),
  ]

  /// Whether its texts are views.
  var hasViews: Bool {
    if case .views = layout { true } else { false }
  }

  /// Calls `body` with each text, `nil` for a null, in order.
  /// - Throws: That the column contradicts itself; or the error of `body`.
  func forEachText(
    _ body: (UnsafeRawBufferPointer?) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    switch layout {
    case .offsets32: try forEach(Int32.self, body)
    case .offsets64: try forEach(Int64.self, body)
    case .views(let count): try forEachView(count, body)
    case .nulls: for _ in 0..<count { try body(nil) }
    }
  }

  private func isValid(_ index: Int) -> Bool {
    guard let validity else { return true }
    let bit = offset + index
    return validity.load(fromByteOffset: bit >> 3, as: UInt8.self) >> UInt8(bit & 7) & 1 == 1
  }

  private func forEach<Offset: FixedWidthInteger>(
    _ type: Offset.Type, _ body: (UnsafeRawBufferPointer?) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard count > 0, let buffers, let offsets = buffers[1] else { return }
    func place(_ index: Int) -> Offset {
      offsets.loadUnaligned(
        fromByteOffset: (offset + index) * MemoryLayout<Offset>.size, as: Offset.self)
    }
    var start = place(0)
    for index in 0..<count {
      let end = place(index + 1)
      guard start >= 0, end >= start else {
        throw .badColumn(noun, "the offsets of row \(index + 1) fall")
      }
      let length = Int(end - start)
      guard length == 0 || buffers[2] != nil else { throw .badColumn(noun, "a buffer is missing") }
      try body(
        isValid(index)
          ? UnsafeRawBufferPointer(
            start: length == 0 ? nil : buffers[2]?.advanced(by: Int(start)), count: length) : nil)
      start = end
    }
  }

  private func forEachView(
    _ bufferCount: Int, _ body: (UnsafeRawBufferPointer?) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard count > 0, let buffers, let views = buffers[1] else { return }
    // The last buffer holds the sizes of those before it.
    let sizes = buffers[2 + bufferCount]
    for index in 0..<count {
      guard isValid(index) else {
        try body(nil)
        continue
      }
      let row = views.advanced(by: (offset + index) * MemoryLayout<ArrowView>.size)
      let view = row.loadUnaligned(as: ArrowView.self)
      let length = Int(view.count)
      if length >= 0, length <= ArrowView.inlineBytesMax {
        try body(UnsafeRawBufferPointer(start: row.advanced(by: 4), count: length))
        continue
      }
      let (number, start) = (Int(view.buffer), Int(view.start))
      guard length > 0, start >= 0, number >= 0, number < bufferCount,
        let bytes = buffers[2 + number],
        let size = sizes?.loadUnaligned(fromByteOffset: number * 8, as: Int64.self),
        Int64(start) + Int64(length) <= size
      else { throw .badColumn(noun, "the view of row \(index + 1) leads out of its buffer") }
      try body(UnsafeRawBufferPointer(start: bytes.advanced(by: start), count: length))
    }
  }
}

/// So that no place in a buffer exceeds an `Int`.
private let rowsMax = Int.max / 64

extension Diagnostic {
  static func badColumn(_ noun: String, _ what: String, advice: String? = nil) -> Diagnostic {
    Diagnostic(.libraryColumn, "the column of \(noun) cannot be read: \(what)", advice: advice)
  }

  static var tooManyAnswers: Diagnostic {
    Diagnostic(
      .librarySize, "the answers take more than 2 GB", advice: "Pass fewer links at a time.")
  }
}
