public import CSignalbox

/// A column of links or lines to pass to libsignalbox, in one of the layouts of Arrow.
public struct LinkTestColumn {
  /// A layout, by its format.
  public enum Layout: String, CaseIterable, Sendable {
    case offsets32 = "u"
    case offsets64 = "U"
    case views = "vu"
  }

  /// The links; `nil` for a null.
  public var links: [[UInt8]?]
  /// How they are laid out.
  public var layout: Layout
  /// Rows ahead of the links that the column leaves out.
  public var offset = 0
  /// Changes the bytes of the offsets or the views.
  public var changing: (UnsafeMutableRawPointer) -> Void = { _ in }
  /// Changes the array.
  public var changingArray: (inout ArrowArray) -> Void = { _ in }
  /// Another format than that of the layout.
  public var format: String?

  /// Creates a column that does not contradict itself.
  public init(_ links: [[UInt8]?], _ layout: Layout = .offsets32, offset: Int = 0) {
    (self.links, self.layout, self.offset) = (links, layout, offset)
  }

  /// What the two structs of a column own.
  final class Owner {
    var memory: [UnsafeMutableRawPointer] = []
    let isReleased: UnsafeMutablePointer<Int>

    init(_ isReleased: UnsafeMutablePointer<Int>) { self.isReleased = isReleased }

    func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutableRawPointer {
      let size = elements.count * MemoryLayout<Element>.stride
      // Of exactly this size, so that a sanitizer sees what reads beyond it.
      let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
      elements.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: size) }
      }
      memory.append(copy)
      return copy
    }

    deinit {
      for each in memory { each.deallocate() }
      isReleased.pointee += 1
    }
  }

  /// Exports the column.
  /// - Parameter releases: Counts how many of the two structs were released.
  public func exported(
    counting releases: UnsafeMutablePointer<Int>
  ) -> (type: ArrowSchema, links: ArrowArray) {
    var schema = ArrowSchema()
    let ofType = Owner(releases)
    schema.format = UnsafePointer(
      ofType.copy((format ?? layout.rawValue).utf8CString.map { $0 }).assumingMemoryBound(
        to: CChar.self))
    schema.private_data = Unmanaged.passRetained(ofType).toOpaque()
    schema.release = { schema in
      guard let owner = schema?.pointee.private_data else { return }
      schema?.pointee.release = nil
      Unmanaged<Owner>.fromOpaque(owner).release()
    }

    let owner = Owner(releases)
    let rows = [[UInt8]?](repeating: Array("left out".utf8), count: offset) + links
    var validity = [UInt8](repeating: 0, count: (rows.count + 7) / 8)
    for (index, row) in rows.enumerated() where row != nil {
      validity[index / 8] |= 1 << UInt8(index % 8)
    }
    var buffers: [UnsafeRawPointer?] = [UnsafeRawPointer(owner.copy(validity))]
    let parts = layout == .views ? views(rows, owner) : offsets(rows, owner)
    changing(parts[0])
    buffers += parts.map { UnsafeRawPointer($0) }
    var array = ArrowArray()
    array.length = Int64(links.count)
    array.offset = Int64(offset)
    array.null_count = Int64(links.count { $0 == nil })
    array.n_buffers = Int64(buffers.count)
    array.buffers = owner.copy(buffers).assumingMemoryBound(to: UnsafeRawPointer?.self)
    array.private_data = Unmanaged.passRetained(owner).toOpaque()
    array.release = { array in
      guard let owner = array?.pointee.private_data else { return }
      array?.pointee.release = nil
      Unmanaged<Owner>.fromOpaque(owner).release()
    }
    changingArray(&array)
    return (schema, array)
  }

  private func offsets(_ rows: [[UInt8]?], _ owner: Owner) -> [UnsafeMutableRawPointer] {
    var ends = [0]
    for row in rows { ends.append(ends[ends.count - 1] + (row?.count ?? 0)) }
    let offsets =
      layout == .offsets32 ? owner.copy(ends.map { Int32($0) }) : owner.copy(ends.map { Int64($0) })
    return [offsets, owner.copy(rows.flatMap { $0 ?? [] })]
  }

  /// Long texts take turns in two buffers.
  private func views(_ rows: [[UInt8]?], _ owner: Owner) -> [UnsafeMutableRawPointer] {
    var buffers: [[UInt8]] = [[], []]
    var views: [UInt8] = []
    for (index, row) in rows.enumerated() {
      let row = row ?? []
      var view = bytes(Int32(row.count))
      if row.count <= 12 {
        view += row + [UInt8](repeating: 0, count: 12 - row.count)
      } else {
        let number = index % 2
        view += row.prefix(4) + bytes(Int32(number)) + bytes(Int32(buffers[number].count))
        buffers[number] += row
      }
      views += view
    }
    return [owner.copy(views)] + buffers.map { owner.copy($0) }
      + [owner.copy(buffers.map { Int64($0.count) })]
  }

  private func bytes(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
}

/// A row of the answers.
public struct LinkTestAnswer: Equatable {
  /// The field of this name, as those below.
  public var route: String?
  /// The screen.
  public var screen: String?
  /// The values by name.
  public var values: [String: String] = [:]
  /// Why nothing opens.
  public var error: String?

  /// Creates a row.
  public init(
    route: String? = nil, screen: String? = nil, values: [String: String] = [:],
    error: String? = nil
  ) {
    (self.route, self.screen, self.values, self.error) = (route, screen, values, error)
  }
}

/// Resolves a column.
/// - Returns: The answers, `nil` for a null; or the error, as JSON. `nil` if the column was not
///   released exactly once.
public func answers(
  _ app: OpaquePointer, _ column: LinkTestColumn
) -> (rows: [LinkTestAnswer?], error: String)? {
  var releases = 0
  return withUnsafeMutablePointer(to: &releases) { releases in
    var (type, links) = column.exported(counting: releases)
    var (answersType, answers) = (ArrowSchema(), ArrowArray())
    var error = signalbox_text()
    let isDone = signalbox_resolve_batch(
      app, &type, &links, &answersType, &answers, &error)
    guard releases.pointee == 2, type.release == nil, links.release == nil else { return nil }
    defer { signalbox_text_free(&error) }
    guard isDone else {
      return answers.release == nil ? ([], error.bytes.map { String(cString: $0) } ?? "") : nil
    }
    let rows = read(answers)
    answersType.release?(&answersType)
    answers.release?(&answers)
    return answers.release == nil && answersType.release == nil ? (rows, "") : nil
  }
}

/// A row of the verdicts on a log.
public struct VerdictTestRow: Equatable {
  /// The field of this name, as those below.
  public let session: String?
  /// The code; `nil` if the session conforms.
  public let code: String?
  /// The numbers `lines` and `explained`, and `line`, 0 for null.
  public let numbers: [Int64]

  /// Creates a row.
  public init(_ session: String?, code: String? = nil, _ numbers: [Int64]) {
    (self.session, self.code, self.numbers) = (session, code, numbers)
  }
}

/// Checks a column of lines of a log.
/// - Returns: The verdicts, or the errors, as JSON. `nil` if the column was not released exactly
///   once, or if a verdict contradicts itself.
public func verdicts(
  _ app: OpaquePointer, _ column: LinkTestColumn
) -> (rows: [VerdictTestRow], errors: String)? {
  var releases = 0
  return withUnsafeMutablePointer(to: &releases) { releases in
    var (type, lines) = column.exported(counting: releases)
    var (verdictsType, verdicts) = (ArrowSchema(), ArrowArray())
    var errors = signalbox_text()
    let isDone = signalbox_conform_batch(
      app, &type, &lines, &verdictsType, &verdicts, &errors)
    guard releases.pointee == 2, type.release == nil, lines.release == nil else { return nil }
    defer { signalbox_text_free(&errors) }
    guard isDone else {
      return verdicts.release == nil ? ([], errors.bytes.map { String(cString: $0) } ?? "") : nil
    }
    let rows = readVerdicts(verdicts)
    verdictsType.release?(&verdictsType)
    verdicts.release?(&verdicts)
    guard verdicts.release == nil, verdictsType.release == nil else { return nil }
    return rows.map { ($0, "") }
  }
}

private func readVerdicts(_ verdicts: ArrowArray) -> [VerdictTestRow]? {
  func child(_ index: Int) -> ArrowArray { verdicts.children?[index]?.pointee ?? ArrowArray() }
  func number(_ index: Int, _ row: Int) -> Int64? {
    guard isValid(child(index), row) else { return nil }
    return child(index).buffers?[1]?.assumingMemoryBound(to: Int64.self)[row]
  }
  var rows: [VerdictTestRow] = []
  for row in 0..<Int(verdicts.length) {
    let bits = child(1).buffers?[1]?.load(fromByteOffset: row / 8, as: UInt8.self) ?? 0
    let conforms = isValid(child(1), row) && bits >> UInt8(row % 8) & 1 == 1
    let line = number(4, row)
    guard let count = number(2, row), let explained = number(3, row),
      conforms == (line == nil), conforms == (text(child(6), row) == nil),
      conforms == (explained == count)
    else { return nil }
    rows.append(
      VerdictTestRow(
        text(child(0), row), code: text(child(6), row), [count, explained, line ?? 0]))
  }
  return rows
}

private func read(_ answers: ArrowArray) -> [LinkTestAnswer?] {
  func child(_ array: ArrowArray, _ index: Int) -> ArrowArray {
    array.children?[index]?.pointee ?? ArrowArray()
  }
  let (route, screen) = (child(answers, 0), child(answers, 1))
  let (map, error) = (child(answers, 2), child(answers, 3))
  let entries = child(map, 0)
  let ends = map.buffers?[1]?.assumingMemoryBound(to: Int32.self)
  return (0..<Int(answers.length)).map { row in
    guard isValid(answers, row) else { return nil }
    var answer = LinkTestAnswer(
      route: text(route, row), screen: text(screen, row), error: text(error, row))
    for entry in Int(ends?[row] ?? 0)..<Int(ends?[row + 1] ?? 0) {
      answer.values[text(child(entries, 0), entry) ?? "?"] = text(child(entries, 1), entry)
    }
    return answer
  }
}

private func isValid(_ array: ArrowArray, _ row: Int) -> Bool {
  guard let validity = array.buffers?[0] else { return true }
  return validity.load(fromByteOffset: row / 8, as: UInt8.self) >> UInt8(row % 8) & 1 == 1
}

private func text(_ array: ArrowArray, _ row: Int) -> String? {
  if array.n_buffers == 4 { return viewedText(array, row) }
  guard isValid(array, row), let ends = array.buffers?[1]?.assumingMemoryBound(to: Int32.self),
    let bytes = array.buffers?[2]
  else { return nil }
  let range = Int(ends[row])..<Int(ends[row + 1])
  return String(
    decoding: UnsafeRawBufferPointer(start: bytes + range.lowerBound, count: range.count),
    as: UTF8.self)
}

/// A text of a column of views: its buffers are the validity, the views, bytes, and their number.
private func viewedText(_ array: ArrowArray, _ row: Int) -> String? {
  guard isValid(array, row), let view = array.buffers?[1]?.advanced(by: row * 16),
    let bytes = array.buffers?[2], let size = array.buffers?[3]?.load(as: Int64.self)
  else { return nil }
  let parts = (0..<4).map { Int(view.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)) }
  let isLong = parts[0] > 12
  guard !isLong || (parts[2] == 0 && parts[3] >= 0 && parts[3] + parts[0] <= size) else {
    return "a view that leads out of its buffer"
  }
  return String(
    decoding: UnsafeRawBufferPointer(
      start: isLong ? bytes + parts[3] : view + 4, count: parts[0]), as: UTF8.self)
}
