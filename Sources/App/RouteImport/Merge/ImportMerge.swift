package import Diagnostics
import RouteFiles

/// A route file that was edited since it was imported, brought up to date with a new import.
///
/// Three files are compared: what the last import wrote, what became of it, and what the import
/// writes now. Each key of each declaration is that of the new import, unless it was edited;
/// everything else is kept, comments and order too.
package struct ImportMerge: Sendable {
  /// The route file.
  package private(set) var text: String
  /// The lines that differ from the edited file, each after `- ` or `+ `.
  package private(set) var difference: [String] = []
  /// What the source and the editor both changed, so that the edited text is kept.
  package private(set) var remarks: [ImportRemark] = []

  private var pieces: FilePieces
  private let last: [FilePieces.Name: FilePieces.Piece]
  private let new: FilePieces
  /// The indentation of each section of the edited file.
  private let indentations: [TextBytes: String]
  /// The screens that routes of the edited file show.
  private let shownBefore: Set<RouteFileOutline.Value>

  /// - Parameters:
  ///   - last: What the last import wrote.
  ///   - lastFile: The file of `last`.
  ///   - edited: What became of it.
  ///   - file: The file of `edited`.
  ///   - new: What the import writes now.
  /// - Throws: `format` if a file cannot be cut into its declarations.
  package init(
    last: [UInt8], in lastFile: String, edited: [UInt8], file: String, new: String
  ) throws(Diagnostic) {
    guard let lastPieces = FilePieces(last) else {
      throw .format(
        "the file is not as an import wrote it",
        advice: "Restore it, such as from version control.",
        at: SourcePosition(file: lastFile, line: 1, column: 1))
    }
    guard let newPieces = FilePieces(Array(new.utf8)), let pieces = FilePieces(edited) else {
      throw .format(
        "the file has errors, or two declarations on one line",
        advice: "Run 'signalbox check', and write each declaration on a line of its own.",
        at: SourcePosition(file: file, line: 1, column: 1))
    }
    text = ""
    self.pieces = pieces
    indentations = pieces.indentations
    shownBefore = Self.screensShown(by: pieces.pieces)
    self.last = Dictionary(lastPieces.pieces.map { ($0.name, $0) }) { first, _ in first }
    self.new = newPieces
    update(commentsOfImport: lastPieces.comments)
    add()
    updateComments(lastPieces)
    noteLostKeys(file)
    text = self.pieces.text
  }

  /// Updates and removes the declarations of the edited file.
  private mutating func update(commentsOfImport: Set<TextBytes>) {
    let news = Dictionary(new.pieces.map { ($0.name, $0) }) { first, _ in first }
    /// Whether a declaration is that of the last import, and the source no longer has it.
    func isGone(_ piece: FilePieces.Piece) -> Bool {
      last[piece.name].map { $0.value == piece.value && news[piece.name] == nil } ?? false
    }
    let all = pieces.pieces
    /// The editor's comments above removed declarations: they stay above what follows.
    var remaining: [String] = []
    pieces.pieces = pieces.pieces.compactMap { piece in
      var piece = piece
      piece.above = remaining + piece.above
      remaining = []
      guard let before = last[piece.name] else {
        // Added by the editor; if the source has it now, too, the editor's counts.
        return piece
      }
      guard let after = news[piece.name] else {
        let isSection = piece.name.item == nil && piece.value == nil
        if isSection, !all.filter({ $0.name.section == piece.name.section }).allSatisfy(isGone) {
          return piece
        }
        guard isGone(piece) else {
          keep(piece, "the source no longer has it")
          return piece
        }
        difference += piece.lines.map { "- " + $0 }
        remaining = piece.above.filter { line in
          isComment(line) && !commentsOfImport.contains(line.withoutIndentation)
        }
        return nil
      }
      guard after.value != before.value, after.value != piece.value else { return piece }
      var (lines, value) =
        piece.value == before.value
        ? (indented(after).lines, after.value) : merged(piece, before, after)
      let comments = piece.ownComments.joined(separator: " ")
      if let first = lines.first, !comments.isEmpty { lines[0] = first + "  " + comments }
      guard !lines.elementsEqual(piece.lines, by: sameBytes) else { return piece }
      difference += piece.lines.map { "- " + $0 } + lines.map { "+ " + $0 }
      (piece.lines, piece.value) = (lines, value)
      return piece
    }
    pieces.rest = remaining + pieces.rest
  }

  /// A declaration that the import wrote, indented as those of the edited file.
  private func indented(_ piece: FilePieces.Piece) -> FilePieces.Piece {
    guard piece.name.item != nil else { return piece }
    let indent = indentations[piece.name.section] ?? "  "
    var piece = piece
    piece.lines = piece.lines.map { indent + $0.dropping(first: 2) }
    return piece
  }

  /// The lines and value of a declaration that the editor and the source changed.
  private mutating func merged(
    _ piece: FilePieces.Piece, _ before: FilePieces.Piece, _ after: FilePieces.Piece
  ) -> (lines: [String], value: RouteFileOutline.Value?) {
    guard case .mapping(let edited)? = piece.value, case .mapping(let old)? = before.value,
      case .mapping(let new)? = after.value
    else {
      keep(piece, "the source has '\(shortened(after.lines.joined(separator: " ")))' now")
      return (piece.lines, piece.value)
    }
    var result: [RouteFileOutline.Entry] = []
    let keys =
      edited.map(\.key)
      + new.map(\.key).filter { key in
        !edited.contains { $0.key == key }
      }
    for key in keys {
      let (mine, was, now) = (edited[key], old[key], new[key])
      if mine?.value != was?.value, now?.value != was?.value, mine?.value != now?.value {
        let text = now.map { "'\(shortened($0.value.yaml))'" } ?? "nothing"
        keep(piece, "the source has \(text) for '\(key.text)' now")
      }
      if let entry = mine?.value == was?.value ? now : mine { result.append(entry) }
    }
    let pairs = result.map { (key: $0.key.text, value: $0.value.yaml) }
    let indent = piece.lines.first?.indentation ?? "  "
    guard let name = piece.name.item, piece.name.section != routesKey else {
      return (itemLines(pairs, indent: indent), .mapping(result))
    }
    return (["\(indent)\(yamlText(name.text)): \(flow(pairs))"], .mapping(result))
  }

  private mutating func keep(_ piece: FilePieces.Piece, _ reason: String) {
    let name = piece.name.item ?? piece.name.section
    remarks.append(
      ImportRemark(.changed, inQuotes(name.text), "the edited text is kept, and \(reason)", at: nil)
    )
  }

  /// Notes each new route without keys that the editor gave to one with the same screen, which the
  /// source no longer has: its path may have changed.
  private mutating func noteLostKeys(_ file: String) {
    let names = Set(new.pieces.map(\.name))
    let replaced = pieces.pieces.filter { piece in
      piece.name.section == routesKey && piece.value != nil && last[piece.name] != nil
        && !names.contains(piece.name)
    }
    guard !replaced.isEmpty else { return }
    for piece in new.pieces where piece.name.section == routesKey && last[piece.name] == nil {
      guard let path = piece.name.item, let screen = piece.entries[screenKey] else { continue }
      for old in replaced where old.entries[screenKey] == screen {
        let before = last[old.name]?.entries ?? []
        let keys = old.entries.map(\.key).filter { before[$0] == nil && piece.entries[$0] == nil }
        guard !keys.isEmpty, let line = pieces.line(of: piece.name) else { continue }
        let list = keys.map { "'\($0.text)'" }.joined(separator: ", ")
        remarks.append(
          ImportRemark(
            .changed, inQuotes(path.text),
            "it lacks \(list), which \(inQuotes(old.name.item?.text ?? "")) has for the same "
              + "screen, and which is no longer in the source",
            "Add \(list) to it if it replaces that route.",
            at: SourcePosition(file: file, line: line, column: 1)))
      }
    }
  }

  /// Adds the declarations that the source did not have at the last import, each after the one
  /// that precedes it in the source. What the editor deleted stays deleted.
  private mutating func add() {
    let names = Set(pieces.pieces.map(\.name))
    let missing = new.pieces.filter { !names.contains($0.name) && $0.name.item != nil }
    let shown = Self.screensShown(
      by: pieces.pieces + missing.filter { last[$0.name] == nil })
    let wanted = missing.filter { piece in
      let isNew = last[piece.name] == nil
      guard piece.name.section == screensKey, let screen = piece.name.item else { return isNew }
      // A screen for the routes that are present or added, which may be another deleted one.
      return shown.contains(.text(screen)) && (isNew || !shownBefore.contains(.text(screen)))
    }.map(\.name)
    let (wantedNames, sections) = (Set(wanted), Set(wanted.map(\.section)))
    var added: [FilePieces.Name?: [FilePieces.Piece]] = [:]
    var anchor: FilePieces.Name?
    for piece in new.pieces {
      guard !names.contains(piece.name) else {
        anchor = piece.name
        continue
      }
      let isSection = piece.name.item == nil && piece.value == nil
      let isAdded =
        piece.name.item != nil
        ? wantedNames.contains(piece.name)
        : isSection ? sections.contains(piece.name.section) : last[piece.name] == nil
      noteDeleted(piece, isAdded: isAdded)
      guard isAdded else { continue }
      var piece = indented(piece)
      piece.above = piece.name.item == nil ? piece.above.filter(\.isBlank) : []
      added[anchor, default: []].append(piece)
      difference += piece.lines.map { "+ " + $0 }
    }
    pieces.pieces =
      added[nil, default: []]
      + pieces.pieces.flatMap { piece in [piece] + added[piece.name, default: []] }
  }

  /// Notes what becomes of a declaration that the editor deleted, unless nothing has changed.
  private mutating func noteDeleted(_ piece: FilePieces.Piece, isAdded: Bool) {
    guard let before = last[piece.name], let value = piece.value else { return }
    let name = inQuotes((piece.name.item ?? piece.name.section).text)
    if isAdded {
      remarks.append(
        ImportRemark(.added, "the screen \(name)", "a new route shows it again", at: nil))
    } else if value != before.value {
      remarks.append(
        ImportRemark(
          .dropped, name,
          "it stays deleted, and the source has '\(shortened(value.yaml))' now",
          "Add it to the route file if it is wanted.", at: nil))
    }
  }

  /// The screens that routes show.
  private static func screensShown(
    by pieces: [FilePieces.Piece]
  ) -> Set<RouteFileOutline.Value> {
    Set(
      pieces.filter { $0.name.section == routesKey }.compactMap { $0.entries[screenKey]?.value })
  }

  /// Removes the comments of the last import that the new one does not have, and adds its new ones.
  private mutating func updateComments(_ lastPieces: FilePieces) {
    let (old, present, wanted) = (lastPieces.comments, pieces.comments, new.comments)
    func isOutdated(_ line: String) -> Bool {
      let text = line.withoutIndentation
      return isComment(line) && old.contains(text) && !wanted.contains(text)
    }
    for index in pieces.pieces.indices { pieces.pieces[index].above.removeAll(where: isOutdated) }
    pieces.rest.removeAll(where: isOutdated)
    let indices = Dictionary(
      pieces.pieces.enumerated().map { ($0.element.name, $0.offset) }
    ) { first, _ in first }
    for piece in new.pieces {
      let added = piece.above.filter { line in
        let text = line.withoutIndentation
        return isComment(line) && !old.contains(text) && !present.contains(text)
      }
      guard !added.isEmpty, let index = indices[piece.name] else { continue }
      let blanks = pieces.pieces[index].above.lastIndex(where: \.isBlank).map { $0 + 1 } ?? 0
      // Comments above the line of a section follow what is above it.
      let place = piece.name.item == nil ? 0 : max(blanks, pieces.pieces[index].above.count)
      pieces.pieces[index].above.insert(contentsOf: added, at: place)
    }
  }
}

private let screenKey = TextBytes("screen")
private let routesKey = TextBytes("routes")
private let screensKey = TextBytes("screens")

extension FilePieces.Piece {
  /// The keys of its mapping.
  fileprivate var entries: [RouteFileOutline.Entry] {
    if case .mapping(let entries)? = value { entries } else { [] }
  }
}

extension [RouteFileOutline.Entry] {
  fileprivate subscript(key: TextBytes) -> RouteFileOutline.Entry? { first { $0.key == key } }
}

extension RouteFileOutline.Value {
  /// The value in flow style.
  fileprivate var yaml: String {
    switch self {
    case .text(let text): yamlText(text.text)
    case .list(let values): "[" + values.map(\.yaml).joined(separator: ", ") + "]"
    case .mapping(let entries): flow(entries.map { ($0.key.text, $0.value.yaml) })
    }
  }
}
