import Diagnostics
import Navigation
import RouteFiles
import RouteImport

/// Routes of other tools, imported.
enum ImportTarget {
  /// The written file has no errors, and is known as written.
  /// - Parameter bytes: A kind of source on the first line, then a source.
  static func fault(of bytes: [UInt8]) -> String? {
    guard bytes.count <= bytesTriedMax, let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let kind = ImportKind(rawValue: String(decoding: bytes[..<end], as: UTF8.self))
    else { return nil }
    do throws(Diagnostic) {
      let settled = try kind.table(Array(bytes[(end + 1)...]), file: "source").settled(as: "app")
      for remark in settled.allRemarks { _ = remark.diagnostic }
      let command = ImportOrigin.command(kind, "source")
      let text = RouteFileText.ownedText(of: settled, command: command)
      let origin = RouteFileText.origin(of: Array(text.utf8))
      guard let origin, !origin.isEdited, sameBytes(origin.command, command) else {
        return "the written file is not known as such"
      }
      return fault(ofFile: text)
    } catch {
      _ = error.advice
      return error.message.isEmpty ? "an error without a message" : nil
    }
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
