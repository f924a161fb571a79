import JSONCodec
import TestSupport
import Testing

@testable import Inspector

/// Who gets what.
@MainActor struct AccessTests {
  nonisolated static let fixedHeaders = [
    "content-security-policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "cache-control": "no-store", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  ]

  @Test func `a link is exchanged once for the cookie, and the next link is announced`() throws {
    let test = try TestInspector()
    let link = test.inspector.link
    let path = String(link.dropFirst("http://\(test.host)".count))
    #expect(path.hasPrefix("/?token="))
    let request = "GET \(path) HTTP/1.1\r\nHost: \(test.host)\r\n\r\n"
    let first = try test.answer(to: request)
    #expect(first.status == 303)
    #expect(first.headers["location"] == "/")
    #expect(
      first.headers["set-cookie"] == "\(test.cookie); HttpOnly; SameSite=Strict; Path=/")
    #expect(test.links == [test.inspector.link])
    #expect(test.inspector.link != link)
    let second = try test.answer(to: request)
    #expect(second.status == 401)
    #expect(second.headers["set-cookie"] == nil)
    #expect(test.links.count == 1)
  }

  @Test func `a link that a file opens is answered with a refresh, which sends the cookie`() throws
  {
    let test = try TestInspector()
    let path = test.inspector.link.dropFirst("http://\(test.host)".count)
    let answer = try test.answer(
      to: "GET \(path) HTTP/1.1\r\nHost: \(test.host)\r\nSec-Fetch-Site: cross-site\r\n\r\n")
    #expect(answer.status == 200)
    #expect(answer.headers["refresh"] == "0; url=/")
    #expect(answer.headers["set-cookie"]?.hasPrefix(test.cookie) == true)
  }

  /// A request, and the status of its answer; `$H` is the host, `$C` the cookie.
  nonisolated static let rows: [(status: Int, lines: String)] = [
    (200, "GET / HTTP/1.1|Host: $H|Cookie: $C"),
    (200, "GET / HTTP/1.1|Host: localhost:$P|Cookie: a=b; $C"),
    (200, "GET / HTTP/1.1|Host: $H|Cookie: $C|Origin: http://$H"),
    // The host: another one, as after DNS rebinding, and none.
    (421, "GET / HTTP/1.1|Host: example.com:$P|Cookie: $C"),
    (421, "GET / HTTP/1.1|Host: 127.0.0.1|Cookie: $C"),
    (421, "GET / HTTP/1.1|Host: 127.0.0.1:1|Cookie: $C"),
    (421, "GET / HTTP/1.1|Host: $H.example.com|Cookie: $C"),
    (421, "GET / HTTP/1.1|Host: $H|Host: example.com|Cookie: $C"),
    (421, "GET / HTTP/1.0|Cookie: $C"),
    (421, "GET /?token=x HTTP/1.1|Host: example.com"),
    // The origin.
    (403, "GET / HTTP/1.1|Host: $H|Cookie: $C|Origin: http://example.com"),
    (403, "GET / HTTP/1.1|Host: $H|Cookie: $C|Origin: null"),
    (403, "GET / HTTP/1.1|Host: $H|Cookie: $C|Origin: https://$H"),
    (403, "GET / HTTP/1.1|Host: $H|Cookie: $C|Origin: http://localhost:$P"),
    (403, "GET / HTTP/1.1|Host: $H|Cookie: $C|Origin: http://$H|Origin: http://a"),
    (403, "POST /call HTTP/1.1|Host: $H|Cookie: $C|Content-Type: application/json"),
    (403, "POST /call HTTP/1.1|Host: $H|Cookie: $C|Origin: http://a"),
    // The cookie.
    (401, "GET / HTTP/1.1|Host: $H"),
    (401, "GET / HTTP/1.1|Host: $H|Cookie: $C0"),
    (401, "GET / HTTP/1.1|Host: $H|Cookie: $N="),
    (401, "GET / HTTP/1.1|Host: $H|Cookie: other=$V"),
    (401, "GET /events?session=a HTTP/1.1|Host: $H"),
    (401, "GET /state HTTP/1.1|Host: $H"),
    (401, "GET /page.js HTTP/1.1|Host: $H"),
    (401, "POST /call HTTP/1.1|Host: $H|Origin: http://$H|Content-Type: application/json"),
    (401, "GET /?token= HTTP/1.1|Host: $H|Cookie: $C"),
    (401, "GET /?token HTTP/1.1|Host: $H"),
    (401, "GET /?token=$T&token=$T HTTP/1.1|Host: $H"),
    (401, "GET /state?token=$T HTTP/1.1|Host: $H"),
    // What is not served.
    (404, "GET /../Package.swift HTTP/1.1|Host: $H|Cookie: $C"),
    (404, "GET /%2e%2e/Package.swift HTTP/1.1|Host: $H|Cookie: $C"),
    (404, "GET //etc/passwd HTTP/1.1|Host: $H|Cookie: $C"),
    (404, "POST /state HTTP/1.1|Host: $H|Cookie: $C|Origin: http://$H"),
    (405, "PUT / HTTP/1.1|Host: $H|Cookie: $C"),
    (405, "OPTIONS /call HTTP/1.1|Host: $H|Origin: http://example.com"),
    (413, "POST /call HTTP/1.1|Host: $H|Content-Length: 1048577"),
    (415, "POST /call HTTP/1.1|Host: $H|Cookie: $C|Origin: http://$H|Content-Type: text/plain"),
    (415, "POST /call HTTP/1.1|Host: $H|Cookie: $C|Origin: http://$H"),
  ]

  @Test(arguments: rows)
  func `a request gets its status, and every answer the same headers`(
    row: (status: Int, lines: String)
  ) throws {
    let test = try TestInspector(startsDaemon: false)
    var text = row.lines.split(separator: "|").map { $0 + "\r\n" }.joined() + "\r\n"
    for (name, value) in [
      ("$H", test.host), ("$P", "\(test.inspector.port)"), ("$C", test.cookie),
      ("$N", test.inspector.cookieName), ("$V", test.inspector.cookie.text),
      ("$T", test.inspector.token.text),
    ] {
      text = text.replacing(name, with: value)
    }
    let answer = try test.answer(to: text)
    #expect(answer.status == row.status, "\(answer.text)")
    for (name, value) in Self.fixedHeaders {
      #expect(answer.headers[name] == value)
    }
    #expect(!answer.headers.keys.contains { $0.hasPrefix("access-control-") })
    if row.status == 401 { #expect(answer.headers["set-cookie"] == nil) }
  }

  @Test func `a read-only page can look but not change`() throws {
    let test = try TestInspector { $0.isReadOnly = true }
    for method in ["open", "session.create", "command", "reload", "mode.writable", "load", "x"] {
      let answer = try test.answer(to: test.post("{\"method\":\"\(method)\"}"))
      #expect(answer.status == 403)
      let error = try JSON(parsing: answer.text)["error"]
      #expect(error?["data"]?["code"] == "inspect/read-only")
    }
    #expect(try test.call("session.list")["result"]?["count"] == 0)
    let state = try JSON(parsing: test.answer(to: test.head("GET", "/state")).text)
    #expect(state["readOnly"] == true)
  }

  @Test func `a secret is compared as a whole`() {
    let secret = Secret()
    #expect(secret.text.utf8.count == 64)
    #expect(secret.isSame(as: secret.text))
    #expect(!secret.isSame(as: nil))
    #expect(!secret.isSame(as: ""))
    #expect(!secret.isSame(as: secret.text + "0"))
    #expect(!secret.isSame(as: String(secret.text.dropLast())))
    for place in 0..<64 {
      var bytes = Array(secret.text.utf8)
      bytes[place] ^= 1
      #expect(!secret.isSame(as: String(decoding: bytes, as: UTF8.self)))
    }
    #expect(Secret().text != secret.text)
  }
}
