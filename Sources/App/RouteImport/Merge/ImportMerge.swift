import Diagnostics
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

  /// - Parameters:
  ///   - last: What the last import wrote.
  ///   - edited: What became of it.
  ///   - new: What the import writes now.
  /// - Throws: `format` if the edited file cannot be cut into its declarations.
  package init(
    last: [UInt8], edited: [UInt8], file: String, new: String
  ) throws(ImportError) {
    guard let lastPieces = FilePieces(last), let newPieces = FilePieces(Array(new.utf8)),
      let pieces = FilePieces(edited)
    else {
      throw .format(
        "the file has errors, or two declarations on one line",
        advice: "Run 'signalbox check', and write each declaration on a line of its own.",
        at: SourcePosition(file: file, line: 1, column: 1))
    }
    text = ""
    self.pieces = pieces
    self.last = Dictionary(lastPieces.pieces.map { ($0.name, $0) }) { first, _ in first }
    self.new = newPieces
    update()
    add()
    updateComments(lastPieces)
    text = self.pieces.text
  }

  /// Updates and removes the declarations of the edited file.
  private mutating func update() {
    let news = Dictionary(new.pieces.map { ($0.name, $0) }) { first, _ in first }
    /// Whether a declaration is that of the last import, and the source no longer has it.
    func isGone(_ piece: FilePieces.Piece) -> Bool {
      last[piece.name].map { $0.value == piece.value && news[piece.name] == nil } ?? false
    }
    let all = pieces.pieces
    pieces.pieces = pieces.pieces.compactMap { piece in
      var piece = piece
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
        return nil
      }
      guard after.value != before.value, after.value != piece.value else { return piece }
      let lines = piece.value == before.value ? after.lines : merged(piece, before, after)
      guard lines != piece.lines else { return piece }
      difference += piece.lines.map { "- " + $0 } + lines.map { "+ " + $0 }
      piece.lines = lines
      return piece
    }
  }

  /// The lines of a declaration that the editor and the source changed.
  private mutating func merged(
    _ piece: FilePieces.Piece, _ before: FilePieces.Piece, _ after: FilePieces.Piece
  ) -> [String] {
    guard case .mapping(let edited)? = piece.value, case .mapping(let old)? = before.value,
      case .mapping(let new)? = after.value
    else {
      keep(piece, "the source has '\(shortened(after.lines.joined(separator: " ")))' now")
      return piece.lines
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
    let indent = String(piece.lines.first?.prefix { $0 == " " } ?? "  ")
    guard let name = piece.name.item, piece.name.section != TextBytes("routes") else {
      return itemLines(pairs, indent: indent)
    }
    return ["\(indent)\(yamlText(name.text)): \(flow(pairs))"]
  }

  private mutating func keep(_ piece: FilePieces.Piece, _ reason: String) {
    let name = piece.name.item ?? piece.name.section
    remarks.append(
      ImportRemark(.changed, inQuotes(name.text), "the edited text is kept, and \(reason)", at: nil)
    )
  }

  /// Adds the declarations that the source did not have at the last import, each after the one
  /// that precedes it in the source.
  private mutating func add() {
    let names = Set(pieces.pieces.map(\.name))
    var added: [FilePieces.Name?: [FilePieces.Piece]] = [:]
    var anchor: FilePieces.Name?
    for piece in new.pieces {
      if names.contains(piece.name) { anchor = piece.name }
      // The editor deleted it, if the last import wrote it.
      guard !names.contains(piece.name), last[piece.name] == nil else { continue }
      var piece = piece
      piece.above = piece.name.item == nil ? piece.above.filter(\.isBlank) : []
      added[anchor, default: []].append(piece)
      difference += piece.lines.map { "+ " + $0 }
    }
    pieces.pieces =
      added[nil, default: []]
      + pieces.pieces.flatMap { piece in [piece] + added[piece.name, default: []] }
  }

  /// Removes the comments of the last import that the new one does not have, and adds its new ones.
  private mutating func updateComments(_ lastPieces: FilePieces) {
    let (old, present, wanted) = (lastPieces.comments, pieces.comments, new.comments)
    func isOutdated(_ line: String) -> Bool {
      let text = String(line.drop { $0 == " " })
      return isComment(line) && old.contains(text) && !wanted.contains(text)
    }
    for index in pieces.pieces.indices { pieces.pieces[index].above.removeAll(where: isOutdated) }
    pieces.rest.removeAll(where: isOutdated)
    let indices = Dictionary(
      pieces.pieces.enumerated().map { ($0.element.name, $0.offset) }
    ) { first, _ in first }
    for piece in new.pieces {
      let added = piece.above.filter { line in
        let text = String(line.drop { $0 == " " })
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
