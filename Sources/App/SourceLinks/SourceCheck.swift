package import Diagnostics
import FileAccess
package import Navigation

/// The links of an app's source, and those of them that open nothing.
package struct SourceCheck {
  /// A link of the app.
  package struct Entry: Sendable {
    package let link: SourceLink
    package let verdict: LinkJudge.Verdict
  }

  /// In the order of the files.
  package private(set) var entries: [Entry] = []
  /// Dead links, those that only a route for any path matches, and what could not be read.
  package private(set) var findings: [Diagnostic] = []
  package private(set) var fileCount = 0

  /// The links of which it is not known whether they open something.
  package var undecidedCount: Int {
    entries.count { if case .undecided = $0.verdict { true } else { false } }
  }

  private let forms: LinkForms
  private var judge: LinkJudge

  package init(_ paths: [String], _ forms: LinkForms, in definition: AppDefinition) {
    self.forms = forms
    judge = LinkJudge(definition)
    let folder = SourceFolder(paths)
    findings = folder.findings
    for file in folder.files where !isFull { read(file) }
    if folder.files.isEmpty, findings.isEmpty { findings = [.noSource(paths)] }
  }

  private var isFull: Bool { entries.count >= Limits.linksMax }

  private mutating func read(_ file: String) {
    let bytes: [UInt8]
    do {
      bytes = try readFile(file, bytesMax: Limits.sourceBytesMax)
    } catch {
      guard case .tooLarge = error else { return findings.append(error.diagnostic) }
      return findings.append(
        .skippedSource(file, "it has more than \(Limits.sourceBytesMax) bytes"))
    }
    guard let language = SourceLanguage(path: file) else {
      return findings.append(.noSource([file]))
    }
    guard !bytes.contains(0) else {
      return findings.append(.skippedSource(file, "it is not a text"))
    }
    fileCount += 1
    for link in SourceLink.all(in: bytes, file: file, language, forms) {
      guard let verdict = judge.verdict(on: link.text) else { continue }
      guard !isFull else {
        let reason = "it comes after \(Limits.linksMax) links, as does all that follows"
        return findings.append(.skippedSource(file, reason).at(link.position))
      }
      entries.append(Entry(link: link, verdict: verdict))
      switch verdict {
      case .dead(let advice):
        findings.append(
          Diagnostic(
            .linksDead, "'\(link.shown)' opens nothing", advice: advice, at: link.position))
      case .caught(let route, let advice):
        findings.append(
          Diagnostic(
            .linksCaught, "'\(link.shown)' opens only '\(route)', which matches any path",
            advice: advice, severity: .warning, at: link.position))
      case .opens, .mayOpen, .refused, .undecided: break
      }
    }
  }
}

extension Diagnostic {
  static func skippedSource(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .linksSkipped, "'\(path)' is left out: \(reason)",
      advice: "Name other files or folders if its links matter.", severity: .warning)
  }

  static func noSource(_ paths: [String]) -> Diagnostic {
    let names = paths.map { "'\($0)'" }.joined(separator: ", ")
    let endings = SourceLanguage.endings.flatMap(\.names).joined(separator: ", ")
    return Diagnostic(
      .fileNoneFound, "no source that is read in \(names)",
      advice: "Name a folder, or files that end in \(endings).")
  }
}
