import Diagnostics
import JSONCodec

/// Reads the JSON of an association file, whose limits and duplicate keys it reports.
/// - Returns: `nil` if the file is not JSON.
func associationJSON(
  _ bytes: [UInt8], file: String, to faults: inout BoundedDiagnostics
) -> LocatedJSON? {
  do throws(Diagnostic) {
    let json = try LocatedJSON(parsing: bytes, file: file, bytesMax: AssociationLimits.bytesMax)
    json.reportDuplicates(to: &faults)
    return json
  } catch {
    faults.append(.json(error))
    return nil
  }
}

/// The texts of an array; values of other kinds are reported and left out.
func texts(
  in elements: [LocatedJSON], of key: String, to faults: inout BoundedDiagnostics
) -> [(text: [UInt8], position: SourcePosition)] {
  elements.compactMap { element in
    guard let text = element.textBytes else {
      faults.append(
        .wrongType(
          key: key, expected: .text, found: element.kind, isError: true, at: element.position))
      return nil
    }
    return (text, element.position)
  }
}
