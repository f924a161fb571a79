import Diagnostics
import Navigation
import RouteFiles
import RouteImport

/// Routes of other tools, imported, and imported again after a change.
enum ImportTarget {
  /// The written file has no errors, and neither has the one that it becomes when the source
  /// changes; importing that source once more changes nothing.
  /// - Parameter bytes: A kind of source on the first line, then a source, and after a line `---`
  ///   what it becomes.
  static func fault(of bytes: [UInt8]) -> String? {
    guard bytes.count <= bytesTriedMax, let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let kind = ImportKind(rawValue: String(decoding: bytes[..<end], as: UTF8.self))
    else { return nil }
    let sources = parts(of: bytes[(end + 1)...], count: 2)
    do throws(Diagnostic) {
      let before = try written(kind, sources[0])
      if let fault = fault(ofFile: before) { return fault }
      let after = try written(kind, sources[1])
      let merge = try ImportMerge(
        last: Array(before.utf8), in: ".app.imported", edited: Array(before.utf8),
        file: "app.yaml", new: after)
      if let fault = fault(ofFile: merge.text) { return fault }
      let again = try ImportMerge(
        last: Array(after.utf8), in: ".app.imported", edited: Array(merge.text.utf8),
        file: "app.yaml", new: after)
      return again.difference.isEmpty && sameBytes(again.text, merge.text)
        ? nil : "importing again changes \(again.difference)"
    } catch {
      _ = error.advice
      return error.message.isEmpty ? "an error without a message" : nil
    }
  }

  private static func written(
    _ kind: ImportKind, _ source: ArraySlice<UInt8>
  ) throws(Diagnostic) -> String {
    let settled = try kind.table(Array(source), file: "source").settled(as: "app")
    for remark in settled.allRemarks { _ = remark.diagnostic }
    return RouteFileText.text(of: settled, command: "signalbox import")
  }

  private static func fault(ofFile text: String) -> String? {
    let (plugin, errors) = RouteFolder.parse(Array(text.utf8), file: "app.yaml")
    guard let plugin, errors.isEmpty else { return errors.first?.message ?? "no route file" }
    do throws(DiagnosticList) {
      _ = try AppDefinition(plugins: [plugin])
      return nil
    } catch {
      return error.diagnostics.first?.message ?? "no definition"
    }
  }
}

/// Enough to find faults, few enough to keep iterations fast.
private let bytesTriedMax = 4_000
