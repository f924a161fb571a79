import CSignalbox

/// A type in the Arrow C data interface.
struct ArrowType: Sendable {
  let format: String
  let name: String
  var children: [ArrowType] = []
  var isNullable = false

  init(
    _ format: String, _ name: String, children: [ArrowType] = [], isNullable: Bool = false
  ) {
    (self.format, self.name, self.children, self.isNullable) = (format, name, children, isNullable)
  }
}

/// A column in the Arrow C data interface.
struct ArrowColumn {
  let count: Int
  let nullCount: Int
  /// In the order of the layout, to be freed by who releases the column; `nil` for no validity.
  let buffers: [UnsafeMutableRawPointer?]
  let children: [ArrowColumn]
}

/// A row of a column of views: the number of bytes of a text, and the bytes themselves, or the
/// first ones, the number of a buffer and a place in it.
struct ArrowView: BitwiseCopyable {
  /// The most bytes of a text that is in its view.
  static let inlineBytesMax = 12

  private(set) var count: Int32 = 0
  private var prefix: Int32 = 0
  /// Of a text that is not in the view.
  private(set) var buffer: Int32 = 0
  private(set) var start: Int32 = 0

  init() {}

  /// - Parameter start: Where a text that does not fit begins in the first buffer.
  @inline(__always)
  init(_ text: UnsafeRawBufferPointer, at start: Int) {
    let isInline = text.count <= Self.inlineBytesMax
    withUnsafeMutableBytes(of: &self) { view in
      UnsafeMutableRawBufferPointer(rebasing: view.dropFirst(4))
        .copyMemory(from: isInline ? text : UnsafeRawBufferPointer(rebasing: text.prefix(4)))
    }
    count = Int32(truncatingIfNeeded: text.count)
    if !isInline { self.start = Int32(truncatingIfNeeded: start) }
  }
}

/// Memory that grows by its end, and that a column keeps as it is until it is released.
///
/// Not an array, whose checks and final copy double the time of an answer.
struct ArrowBuffer<Element: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 64) {
    self.capacity = max(1, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    start[count] = element
    count += 1
  }

  @inline(__always)
  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let source = elements.baseAddress else { return }
    if capacity - count < elements.count { grow(by: elements.count) }
    (start + count).update(from: source, count: elements.count)
    count += elements.count
  }

  /// The last element; only if there is one.
  var last: Element {
    get { start[count - 1] }
    set { start[count - 1] = newValue }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }

  /// Gives the memory to the caller, who frees it with `deallocate`.
  consuming func taken() -> UnsafeMutableRawPointer {
    let taken = UnsafeMutableRawPointer(start)
    discard self
    return taken
  }
}

/// What an exported type or column owns; released with it.
private final class Exported {
  var texts: [UnsafeMutablePointer<CChar>] = []
  var buffers: [UnsafeMutableRawPointer?] = []
  var pointers: UnsafeMutablePointer<UnsafeRawPointer?>?

  deinit {
    for text in texts { text.deallocate() }
    for buffer in buffers { buffer?.deallocate() }
    pointers?.deallocate()
  }

  func copy(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { copy.initialize(from: start, count: source.count) }
    }
    texts.append(copy)
    return UnsafePointer(copy)
  }
}

extension ArrowSchema {
  /// Exports a type; its children are released with it, unless they were moved away.
  static func exported(_ type: ArrowType) -> ArrowSchema {
    let owned = Exported()
    var schema = ArrowSchema()
    schema.format = owned.copy(type.format)
    schema.name = owned.copy(type.name)
    schema.flags = type.isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0
    schema.n_children = Int64(type.children.count)
    schema.children = pointers(to: type.children.map { .exported($0) })
    schema.private_data = Unmanaged.passRetained(owned).toOpaque()
    schema.release = { schema in
      guard let schema else { return }
      free(schema.pointee.children, schema.pointee.n_children, schema.pointee.private_data) {
        $0.pointee.release?($0)
      }
      schema.pointee = ArrowSchema()
    }
    return schema
  }
}

extension ArrowArray {
  /// Exports a column; its children are released with it, unless they were moved away.
  static func exported(_ column: ArrowColumn) -> ArrowArray {
    let owned = Exported()
    owned.buffers = column.buffers
    let buffers = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(
      capacity: max(1, column.buffers.count))
    for (index, buffer) in column.buffers.enumerated() {
      (buffers + index).initialize(to: UnsafeRawPointer(buffer))
    }
    owned.pointers = buffers
    var array = ArrowArray()
    array.length = Int64(column.count)
    array.null_count = Int64(column.nullCount)
    array.n_buffers = Int64(column.buffers.count)
    array.buffers = buffers
    array.n_children = Int64(column.children.count)
    array.children = pointers(to: column.children.map { .exported($0) })
    array.private_data = Unmanaged.passRetained(owned).toOpaque()
    array.release = { array in
      guard let array else { return }
      free(array.pointee.children, array.pointee.n_children, array.pointee.private_data) {
        $0.pointee.release?($0)
      }
      array.pointee = ArrowArray()
    }
    return array
  }
}

/// Pointers to copies of some structs; `nil` for none.
private func pointers<Struct>(
  to structs: [Struct]
) -> UnsafeMutablePointer<UnsafeMutablePointer<Struct>?>? {
  guard !structs.isEmpty else { return nil }
  let list = UnsafeMutablePointer<UnsafeMutablePointer<Struct>?>.allocate(capacity: structs.count)
  for (index, each) in structs.enumerated() {
    let copy = UnsafeMutablePointer<Struct>.allocate(capacity: 1)
    copy.initialize(to: each)
    (list + index).initialize(to: copy)
  }
  return list
}

/// Releases the structs, frees what `pointers` allocated, and releases an `Exported`.
private func free<Struct>(
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<Struct>?>?, _ count: Int64,
  _ owned: UnsafeMutableRawPointer?, _ release: (UnsafeMutablePointer<Struct>) -> Void
) {
  for index in 0..<(list == nil ? 0 : Int(count)) {
    guard let each = list?[index] else { continue }
    release(each)
    each.deallocate()
  }
  list?.deallocate()
  if let owned { Unmanaged<Exported>.fromOpaque(owned).release() }
}
