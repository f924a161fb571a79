package import Diagnostics
import JSONCodec
import Navigation
package import RouteFiles
package import TraceChecking
import Traces

/// Reads a line of a log, or the answer of a router, by a mapping.
package struct TraceLineReader: Sendable {
  private let map: TraceMapFile

  package init(_ map: TraceMapFile) {
    self.map = map
  }

  struct Line: Sendable {
    let session: String?
    let entry: TraceEntry
  }

  /// A fault; its place is computed only if it is reported.
  private struct Failure: Error {
    let field: TraceField?
    let fault: @Sendable (SourcePosition) -> Diagnostic
  }

  /// Reads a line.
  /// - Returns: `nil` for a line that the mapping leaves out.
  func read(_ bytes: [UInt8], line: Int, file: String) throws(Diagnostic) -> Line? {
    func place(_ column: Int) -> SourcePosition {
      SourcePosition(file: file, line: line, column: column)
    }
    let json: JSON
    do {
      json = try JSON(parsing: bytes, bytesMax: TraceLimits.lineBytesMax)
    } catch {
      throw .notJSON(error, at: place(error.position?.column ?? 1))
    }
    do throws(Failure) {
      return try read(json, line)
    } catch {
      let located = try? LocatedJSON(parsing: bytes, bytesMax: TraceLimits.lineBytesMax)
      let column = error.field.flatMap { located?.place(of: path(of: $0))?.column }
      throw error.fault(place(column ?? 1))
    }
  }

  /// Reads what a router opens for a link: `{"screen":"Order","values":{"id":7}}`, or `null` as the
  /// screen. A screen that the mapping leaves out is none.
  ///
  /// - Parameter line: The answer's number, for the error.
  package func answer(_ bytes: [UInt8], line: Int) throws(Diagnostic) -> RouterAnswer {
    let place = SourcePosition(file: "<router>", line: line, column: 1)
    let json: JSON
    do {
      json = try JSON(parsing: bytes, bytesMax: TraceLimits.lineBytesMax)
    } catch {
      throw .notJSON(error, at: place)
    }
    guard case .object = json else {
      throw .wrongType(key: nil, expected: "a JSON object", at: place)
    }
    guard value(.screen, of: json) != nil else {
      throw .missingKey(path(of: .screen).joined(separator: "."), owner: "an answer", at: place)
    }
    do throws(Failure) {
      guard let name = try text(.screen, of: json), !map.ignored.contains(TextBytes(name)) else {
        return RouterAnswer(screen: nil)
      }
      return RouterAnswer(
        screen: map.screens[TextBytes(name)]?.value ?? name,
        values: value(.values, of: json) == nil ? nil : try values(of: json))
    } catch {
      throw error.fault(place)
    }
  }

  private func read(_ json: JSON, _ line: Int) throws(Failure) -> Line? {
    guard case .object = json else {
      throw Failure(field: nil) { .wrongType(key: nil, expected: "a JSON object", at: $0) }
    }
    guard let name = try text(.event, of: json) else { throw missing(.event, "a line") }
    if map.ignored.contains(TextBytes(name)) { return nil }
    guard let kind = ObservedKind(rawValue: map.events[TextBytes(name)] ?? name) else {
      if map.ignoresOthers { return nil }
      let words = ObservedKind.allCases.map(\.rawValue) + map.events.keys.map(\.text)
      throw Failure(field: .event) {
        .unknownEvent(name, nearest: nearest(to: name, in: words), at: $0)
      }
    }
    guard let observation = try observation(kind, json) else { return nil }
    return Line(
      session: try text(.session, of: json),
      entry: TraceEntry(line: line, milliseconds: try time(of: json), observation))
  }

  /// `nil` for a screen that the mapping leaves out.
  private func observation(_ kind: ObservedKind, _ json: JSON) throws(Failure) -> Observation? {
    func needed(_ field: TraceField) throws(Failure) -> String {
      guard let text = try text(field, of: json) else {
        throw missing(field, "'\(kind.rawValue)'")
      }
      return text
    }
    switch kind {
    case .screen:
      let name = try needed(.screen)
      if map.ignored.contains(TextBytes(name)) { return nil }
      let known = map.screens[TextBytes(name)]?.value ?? name
      return .screen(ObservedScreen(known, values: try values(of: json)))
    case .link: return .event(.open(try needed(.link), from: try source(of: json)))
    case .tap:
      let name = try needed(.tap)
      return .event(.tap(map.taps[TextBytes(name)] ?? name))
    case .tab:
      let name = try needed(.tab)
      return .event(.select(tab: map.tabs[TextBytes(name)]?.value ?? name))
    case .login:
      return .event(.satisfy(gate: loginGate, subject: try text(.subject, of: json)))
    case .logout: return .event(.revoke(gate: loginGate))
    case .back: return .event(.back)
    case .dismiss: return .event(.dismiss)
    case .finish: return .event(.finish(result: try text(.result, of: json)))
    case .satisfy:
      return .event(
        .satisfy(gate: try needed(.gate), subject: try text(.subject, of: json)))
    case .revoke: return .event(.revoke(gate: try needed(.gate)))
    case .background: return .event(.background)
    case .foreground: return .event(.foreground)
    }
  }

  /// Where a link comes from, by default from outside.
  private func source(of json: JSON) throws(Failure) -> LinkSource {
    let name = try text(.source, of: json) ?? LinkSource.outside.name
    guard let word = try text(.signature, of: json) else { return LinkSource(name) }
    guard let signature = LinkSource.Signature(rawValue: word) else {
      let words = LinkSource.Signature.allCases.map(\.rawValue)
      let key = path(of: .signature).joined(separator: ".")
      throw Failure(field: .signature) {
        .wrongType(key: key, expected: "one of \(words.joined(separator: ", "))", at: $0)
      }
    }
    return LinkSource(name, signature: signature)
  }

  private func missing(_ field: TraceField, _ owner: String) -> Failure {
    let key = path(of: field).joined(separator: ".")
    return Failure(field: nil) { .missingKey(key, owner: owner, at: $0) }
  }

  /// The keys that lead to a part of a line.
  private func path(of field: TraceField) -> [String] { map.fields[field] ?? [field.rawValue] }

  private func value(_ field: TraceField, of json: JSON) -> JSON? {
    guard let path = map.fields[field] else { return json[field.rawValue] }
    return path.reduce(json) { $0?[$1] }
  }

  /// A text, or a number as written; `nil` if it is absent or `null`.
  private func text(_ field: TraceField, of json: JSON) throws(Failure) -> String? {
    switch value(field, of: json) {
    case .string(let text)?: return text
    case .int(let number)?: return String(number)
    case .number(let number)?: return number.text
    case nil, .null?: return nil
    case .bool?, .array?, .object?, .written?:
      throw Failure(field: field) {
        .wrongType(key: field.rawValue, expected: "a text or a number", at: $0)
      }
    }
  }

  private func time(of json: JSON) throws(Failure) -> Int64? {
    guard let value = value(.time, of: json), !value.isNull else { return nil }
    let factor: Double =
      switch map.unit {
      case .s: 1_000
      case .ms: 1
      case .us: 0.001
      }
    guard let time = value.doubleValue.flatMap({ Int64(exactly: ($0 * factor).rounded()) }) else {
      throw Failure(field: .time) {
        .wrongType(key: "time", expected: "a number of \(map.unit.rawValue)", at: $0)
      }
    }
    return time
  }

  /// Whether a key is another part of the line, which only matters if values are keys of the line.
  private func isOfLine(_ key: String) -> Bool {
    guard path(of: .values).isEmpty else { return false }
    return [TraceField.event, .session, .time, .screen].contains { field in
      path(of: field).first.map { sameBytes($0, key) } ?? false
    }
  }

  private func values(of json: JSON) throws(Failure) -> [ObservedScreen.Value] {
    guard let object = value(.values, of: json), !object.isNull else { return [] }
    guard case .object(let members) = object else {
      throw Failure(field: .values) {
        .wrongType(key: "values", expected: "an object", at: $0)
      }
    }
    var values: [ObservedScreen.Value] = []
    var names: Set<TextBytes> = []
    for member in members where !isOfLine(member.key) {
      guard let name = map.values.map({ $0[TextBytes(member.key)] }) ?? member.key,
        names.insert(TextBytes(name)).inserted
      else { continue }
      switch member.value {
      case .string(let text): values.append(.init(name, text))
      case .int(let number): values.append(.init(name, String(number)))
      case .number(let number): values.append(.init(name, number.text))
      case .bool(let value): values.append(.init(name, value ? "true" : "false"))
      case .null: values.append(.init(name, nil))
      // No parameter has such a value. Routers put more than parameters there.
      case .array, .object, .written: break
      }
    }
    return values
  }
}

extension LocatedJSON {
  /// The position of the value that keys lead to.
  fileprivate func place(of path: [String]) -> SourcePosition? {
    var current = self
    for key in path {
      guard let members = current.objectValue,
        let member = members.first(where: { sameBytes($0.key, key) })
      else { return nil }
      current = member.value
    }
    return current.position
  }
}
