import CLibrary
import Diagnostics
import FileAccess
import HTTPAccess
import JSONCodec

/// Fetches one address, and prints a line of JSON,
/// `{"status":200,"headers":[["content-type","application/json"]],"isCut":false}`, and then the
/// body; or `{"error":"…"}`, with `"isOfAuthorities":true` if the file of certificates is at fault.
/// - Parameter arguments: The most bytes of a body, the address, `HOST:PORT` to connect to instead,
///   and a file of certificates to trust. The last two may be missing or empty.
/// - Returns: The exit code: 2 for wrong arguments, 1 if nothing can be printed.
func fetch(_ arguments: [String]) -> Int32 {
  func argument(_ index: Int) -> String? {
    arguments.indices.contains(index) && !arguments[index].utf8.isEmpty ? arguments[index] : nil
  }
  guard let bytesMax = argument(0).flatMap({ Int($0) }), bytesMax > 0, let address = argument(1)
  else {
    return 2
  }
  let answer: [UInt8]
  do throws(HTTPError) {
    let found = try PlainRequest(
      address, connectingTo: argument(2), trusting: argument(3), bytesMax: bytesMax
    ).answer()
    let headers = found.headers.map { JSON.array([.string($0.name), .string($0.value)]) }
    let start: JSON = [
      "status": JSON(found.status), "headers": .array(headers), "isCut": .bool(found.isCut),
    ]
    answer = start.line + found.body
  } catch {
    var reason = error.diagnostic.message
    if case .unreachable(_, let fault) = error { reason = fault }
    var isOfAuthorities = false
    if case .badAuthorities = error { isOfAuthorities = true }
    let fault: JSON = ["error": .string(reason), "isOfAuthorities": .bool(isOfAuthorities)]
    answer = fault.line
  }
  do {
    let output = OutputWriter(descriptor: STDOUT_FILENO, name: "<standard output>")
    try output.write(answer)
    try output.flush()
    return 0
  } catch {
    return 1
  }
}
