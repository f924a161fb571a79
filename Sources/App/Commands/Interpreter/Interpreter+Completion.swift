import Diagnostics
import FileAccess
import Links
import Navigation
import Screens
import Sessions

extension Interpreter {
  /// Returns the completions of the word at the cursor: whole words in byte order, at most
  /// `Limits.completionsMax`. Splits words at spaces and tabs; a quotation mark ahead of the word
  /// is kept, and quotation marks are not interpreted elsewhere.
  /// - Parameters:
  ///   - cursorByte: The cursor's offset in UTF-8 bytes; text after it is ignored.
  ///   - ignoresCase: Whether ASCII letters are compared without case, except in a link's segments
  ///     ahead of the last one.
  public func completions(
    line: String, cursorByte: Int, ignoresCase: Bool = false, on workspace: inout Workspace
  ) -> [String] {
    let typed = line.utf8.prefix(max(0, min(cursorByte, Limits.lineBytesMax)))
    let isInside = { (byte: UInt8) in byte != 0x20 && byte != 0x09 }
    var words = typed.split(whereSeparator: { !isInside($0) }).map {
      String(decoding: $0, as: UTF8.self)
    }
    let word = typed.last.map(isInside) ?? false ? words.popLast() ?? "" : ""
    let mark = word.utf8.first == UInt8(ascii: "\"") ? "\"" : ""
    let partial = word.utf8Suffix(from: mark.utf8.count)
    var candidates = candidates(after: words, partial: partial, on: &workspace).filter {
      // Names that need quoting cannot be completed, since words are split at spaces.
      begins($0, with: partial, ignoresCase: ignoresCase) && sameBytes(quoted($0), $0)
    }.map { mark + $0 }
    candidates.sort(by: bytesPrecede)
    var found: [String] = []
    for candidate in candidates where found.count < Limits.completionsMax {
      if sameBytes(found.last, candidate) { continue }
      if candidate.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) {
        found.append(candidate)
      }
    }
    return found
  }

  /// What can follow in the link at the cursor, but cannot be typed for the user: parameters with
  /// their types, such as `:id (int)`.
  public func placeholders(line: String, cursorByte: Int, on workspace: Workspace) -> [String] {
    let typed = line.utf8.prefix(max(0, min(cursorByte, Limits.lineBytesMax)))
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var words = typed.split(whereSeparator: isBlank).map { String(decoding: $0, as: UTF8.self) }
    guard let last = typed.last, !isBlank(last), let word = words.popLast() else { return [] }
    let mark = word.utf8.first == UInt8(ascii: "\"") ? 1 : 0
    let partial = word.utf8Suffix(from: mark)
    let command = words.first.flatMap { commands.command(named: $0) }
    let takesLink = command.map { $0.parameters.first?.kind == .link && words.count == 1 }
    guard takesLink ?? (words.isEmpty && isLink(partial)) else { return [] }
    return LinkCompletion(of: workspace.definition, continuing: partial).placeholders
  }

  private func candidates(
    after words: [String], partial: String, on workspace: inout Workspace
  ) -> [String] {
    guard let word = words.first else {
      return commandNames
        + (isLink(partial)
          ? LinkCompletion(of: workspace.definition, continuing: partial).links : [])
    }
    guard let command = commands.command(named: word) else { return [] }
    var kinds = command.parameters.map(\.kind)
    var given = Array(words.dropFirst())
    if kinds == [.line], let word = given.first {
      kinds = ExpectationKind(named: word)?.completes ?? []
      given.removeFirst()
    }
    if case .option(let word) = kinds.first {
      kinds.removeFirst()
      guard !given.isEmpty else {
        return [word]
          + (kinds.first.map { candidates($0, given: [], partial: partial, on: &workspace) } ?? [])
      }
      if sameBytes(given.first, word) { given.removeFirst() }
    }
    if command.syntax.takesOneParameter, given.isEmpty {
      return kinds.flatMap { candidates($0, given: given, partial: partial, on: &workspace) }
    }
    let isRepeated = [.values, .transitions, .stack].contains(kinds.last)
    guard let kind = given.count < kinds.count ? kinds[given.count] : isRepeated ? kinds.last : nil
    else { return [] }
    return candidates(kind, given: given, partial: partial, on: &workspace)
  }

  private func candidates(
    _ kind: CommandParameter.Kind, given: [String], partial: String, on workspace: inout Workspace
  ) -> [String] {
    let definition = workspace.definition
    switch kind {
    case .link: return LinkCompletion(of: workspace.definition, continuing: partial).links
    case .tap:
      openScreens(of: &workspace)
      return workspace.content?.allTaps.map(\.name) ?? []
    case .tab: return definition.tabs
    case .gate: return definition.gates.map(\.name)
    case .screen: return definition.screens.map(\.name)
    case .screenBelow:
      return workspace.state.visibleStack(in: definition).dropLast().map { definition.name(of: $0) }
    case .routeName: return definition.routes.compactMap(\.name)
    case .script, .savedFile: return files(from: partial)
    case .command: return commandNames + [codesTopic]
    case .values: return workspace.values(of: given)
    case .source:
      guard definition.sources.count > AppDefinition.builtInSourceCount else {
        return [LinkSource.inside.name]
      }
      // The name follows `from`.
      return given.count > 1 ? [] : [LinkSource.inside.name, "from", "signed", "signature"]
    case .signature:
      switch given.last {
      case "from": return definition.sources.map(\.name)
      case "signature": return LinkSource.Signature.allCases.map(\.rawValue)
      default: return ["signed", "signature"]
      }
    case .flag(let on, let off): return [on, off]
    case .option(let word): return [word]
    case .line: return ExpectationKind.allCases.map(\.rawValue)
    case .stack:
      return definition.coordinators.map { "\($0.name):" } + definition.screens.map(\.name)
    case .outcome: return definition.outcomes
    case .transitions: return Transition.kinds + ["none"]
    case .waitingLink:
      return ["none"] + (workspace.state.request.map { [$0.link] } ?? [])
        + workspace.state.deferred.map(\.link) + workspace.state.queue.map(\.link)
    case .eventCount:
      let session = workspace.session
      return (max(0, session.count - Limits.completionsMax)...session.count).map { "\($0)" }
    case .text, .integer, .screenCount, .duration: return []
    }
  }

  private func files(from partial: String) -> [String] {
    guard mayUseFiles else { return [] }
    let slash = partial.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(partial[...$0]) } ?? ""
    guard let names = try? namesInFolder(folder.utf8.isEmpty ? "." : folder) else { return [] }
    // Hidden files are offered only after a typed dot.
    let showsHidden = partial.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: ".")
    let shown = names.filter { showsHidden || $0.utf8.first != UInt8(ascii: ".") }
    return shown.map { folder + $0 }
  }
}

extension AppDefinition {
  fileprivate var outcomes: [String] {
    Outcome.kinds + Refusal.reasons.map { "refused(\($0))" }
      + gates.map { "deferred(\($0.name))" }
  }
}

extension Workspace {
  /// Returns `key=` for each parameter of the route or screen that is not yet given and, for the
  /// visible screen, `key=value` for each of its values.
  fileprivate func values(of given: [String]) -> [String] {
    guard let name = given.first else { return [] }
    let taken = given.dropFirst().compactMap { keyAndValue($0)?.name }
    var names: [String] = []
    for route in definition.routes where isCalled(route, name) {
      names += route.parameters.map(\.name)
    }
    let isFree = { (name: String) in !taken.contains { sameBytes($0, name) } }
    guard let entry = state.visibleEntry(in: definition),
      sameBytes(definition.name(of: entry), name)
    else { return names.filter(isFree).map { "\($0)=" } }
    let known = definition.values(of: entry).filter { isFree($0.name) }
    return names.filter(isFree).map { "\($0)=" } + known.map { "\($0.name)=\($0.value)" }
  }

  private func isCalled(_ route: Route, _ name: String) -> Bool {
    if sameBytes(route.name, name) { return true }
    guard case .screen(let screen) = route.target else { return false }
    return sameBytes(definition[screen].name, name)
  }
}
