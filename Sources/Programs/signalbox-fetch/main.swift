// signalbox-fetch fetches one address for 'signalbox hosted', which does not link libcurl.
//
//   signalbox-fetch BYTES_MAX ADDRESS [PLACE [AUTHORITIES]]
//
// It prints a line of JSON, {"status":200,"headers":[["content-type","application/json"]],
// "isCut":false}, and then the body; or {"error":"…"}. PLACE is HOST:PORT to connect to instead,
// AUTHORITIES a file of certificates to trust; empty texts mean none.

import CLibrary
import Diagnostics
import FileAccess
import HTTPAccess
import JSONCodec

let given = CommandLine.arguments.dropFirst()
func argument(_ number: Int) -> String? {
  let index = given.startIndex + number
  return given.indices.contains(index) && !given[index].utf8.isEmpty ? given[index] : nil
}

guard let bytesMax = argument(0).flatMap({ Int($0) }), bytesMax > 0, let address = argument(1)
else {
  exit(2)
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
  answer = Array(start.text.utf8) + [0x0A] + found.body
} catch {
  var reason = error.diagnostic.message
  if case .unreachable(_, let fault) = error { reason = fault }
  let fault: JSON = ["error": .string(reason)]
  answer = Array(fault.text.utf8) + [0x0A]
}
do {
  let output = OutputWriter(descriptor: STDOUT_FILENO, name: "<standard output>")
  try output.write(answer)
  try output.flush()
} catch {
  exit(1)
}
