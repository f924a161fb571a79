import FileAccess
import JSONCodec
import TestSupport
import Testing

/// `signalbox hosted`, against a server on the loopback address with a certificate of its own.
struct HostedTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.file("aasa.json", Self.association(["/items/*", "/orders/*"]))
    try folder.file("two.json", Self.association(["/items/*"], apps: 2))
    try folder.file("links.json", Self.assetLinks())
  }

  private static func association(_ paths: [String], apps: Int = 1) -> String {
    let names = ["ABCDE12345.example.shop", "ABCDE12345.example.other"].prefix(apps)
    let components = paths.map { #"{"/":"\#($0)"}"# }.joined(separator: ",")
    return #"{"applinks":{"details":[{"appIDs":["#
      + names.map { "\"\($0)\"" }.joined(separator: ",")
      + #"],"components":["# + components + "]}]}}\n"
  }

  private static func assetLinks(
    package: String = "example.shop", pair: String = "14", rules: String? = nil
  ) -> String {
    let fingerprint = Array(repeating: pair, count: 32).joined(separator: ":")
    let dynamic =
      rules.map {
        #","relation_extensions":{"delegate_permission/common.handle_all_urls":"#
          + #"{"dynamic_app_link_components":[\#($0)]}}"#
      } ?? ""
    return #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":"#
      + #"{"namespace":"android_app","package_name":"\#(package)","#
      + #""sha256_cert_fingerprints":["\#(fingerprint)"]}\#(dynamic)}]"#
  }

  private static let apple = "shop.example/.well-known/apple-app-site-association"
  private static let legacy = "shop.example/apple-app-site-association"
  private static let android = "shop.example/.well-known/assetlinks.json"
  private static let copy = "app-site-association.cdn-apple.com/a/v1/shop.example"

  /// An answer of the server; see association-server.py.
  private static func answer(
    _ body: String = "", status: Int = 200, headers: [JSON.Member] = [], times: Int = 1
  ) -> JSON {
    [
      "status": JSON(status), "body": .string(body), "headers": .object(headers),
      "times": JSON(times),
    ]
  }

  /// The output of lines with `HOSTED` in place of the command with the server's options,
  /// ending in the exit code of the last.
  private func output(of lines: String, serving answers: [(String, JSON)]) throws -> String {
    try folder.file(
      "answers.json", JSON.object(answers.map { .init($0.0, $0.1) }).text)
    let server = packageFolder + "/Tests/HTTPTestSupport/association-server.py"
    let connected = "signalbox hosted --connect 127.0.0.1:$(cat port) --ca cert.pem"
    return try ShellSession.output(
      of: """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem \
        -out cert.pem -days 2 -subj /CN=shop.example -addext \
        subjectAltName=DNS:shop.example,DNS:app-site-association.cdn-apple.com 2>/dev/null
        python3 '\(server)' >port & server=$!
        while ! test -s port; do sleep 0.02; done
        \(lines.replacing("signalbox hosted", with: connected))
        code=$?
        kill $server
        (exit $code)
        """, in: folder)
  }

  /// What the website serves, the options, what is reported, and the exit code.
  private struct Row {
    let answers: [(String, JSON)]
    var options = ""
    let found: [String]
    let status: Int
  }

  private static let usual = [
    (apple, answer(association(["/items/*", "/orders/*"]))), (android, answer(assetLinks())),
  ]

  private static func row(
    _ place: String, _ changed: JSON?, _ options: String, _ found: [String], status: Int = 1
  ) -> Row {
    let others = usual.filter { $0.0 != place }
    return Row(
      answers: others + (changed.map { [(place, $0)] } ?? []), options: options, found: found,
      status: status)
  }

  private static func row(
    _ place: String, _ changed: JSON, _ found: [String], status: Int = 1
  ) -> Row {
    row(place, changed, "", found, status: status)
  }

  private static let rows: [Row] = [
    Row(
      answers: usual, options: "--aasa aasa.json --assetlinks links.json",
      found: ["1 host, 2 files: 0 errors, 0 warnings"], status: 0),
    Row(answers: [], found: ["error[hosted/status]: 'shop.example' serves neither"], status: 1),
    Row(answers: [usual[0]], found: ["1 host, 1 file: 0 errors"], status: 0),
    Row(answers: [usual[1]], found: ["1 host, 1 file: 0 errors"], status: 0),
    row(
      apple, nil, "--aasa aasa.json",
      ["error[hosted/status]: 'https://shop.example/.well-known/apple-app", "with status 404"]),
    row(
      android, nil, "--assetlinks links.json",
      ["error[hosted/status]: 'https://shop.example/.well-known/assetlinks.json' answers with"]),
    row(apple, answer(status: 403), ["error[hosted/status]", "with status 403"]),
    row(
      apple, answer(status: 301, headers: [.init("Location", "https://www.shop.example/a")]),
      ["error[hosted/redirect]", "redirects to 'https://www.shop.example/a' with status 301"]),
    row(
      android, answer(status: 302, headers: [.init("Location", "/login")]),
      ["assetlinks.json:1:1: error[hosted/redirect]", "redirects to '/login' with status 302"]),
    row(
      apple, answer(association(["/a"]), headers: [.init("Content-Type", "text/plain")]),
      ["warning[hosted/content-type]: the file is served with 'text/plain'"], status: 0),
    row(
      apple, answer(association(["/a"]), headers: [.init("Content-Type", "text/plain")]),
      "--strict", ["warning[hosted/content-type]"]),
    row(
      android, answer(assetLinks(), headers: [.init("Content-Type", .null)]),
      ["error[hosted/content-type]: the file is served with no content type"]),
    row(
      android,
      answer(
        assetLinks(), headers: [.init("Content-Type", "Application/JSON; charset=utf-8")]),
      ["0 errors, 0 warnings"], status: 0),
    row(
      apple, answer(association(["/" + String(repeating: "a", count: 140_000)])),
      ["error[hosted/size]: the served file has more than 131072 bytes"]),
    row(
      android, answer(String(repeating: " ", count: 1_024), times: 1_025),
      ["error[hosted/size]: the served file has more than 1048576 bytes"]),
    row(apple, answer("{"), ["error[platform/syntax]: the file is not valid JSON"]),
    row(android, answer("{}"), ["error[platform/wrong-type]"]),
    row(apple, answer("0\u{82}"), ["error[platform/signed]"]),
    Row(
      answers: [usual[1], (legacy, usual[0].1)], options: "--aasa aasa.json",
      found: ["warning[hosted/legacy]: the file is served only at the root"], status: 0),
    row(
      apple, answer(association(["/items/*", "/help"])), "--aasa aasa.json",
      [
        "error[hosted/differs]: 'https://shop.example/help' opens 'ABCDE12345.example.shop' by the "
          + "served one",
        "error[hosted/differs]: 'https://shop.example/orders' opens 'ABCDE12345.example.shop' by "
          + "the file of the repository",
      ]),
    row(
      apple, answer(association(["/items/*", "/help"], apps: 2)), "--aasa two.json",
      [
        "'https://shop.example/help' opens 'ABCDE12345.example.shop' and 1 more by the served one",
        "1 host, 2 files: 1 error, 0 warnings",
      ]),
    row(
      android, answer(assetLinks(package: "example.other")), "--assetlinks links.json",
      [
        "the served file does not let 'example.shop' open links",
        "the served file lets 'example.other' open links",
      ]),
    row(
      android, answer(assetLinks(pair: "15")), "--assetlinks links.json",
      [
        "the served file lacks the fingerprint 14:14:", "only the served file has the fingerprint",
      ]),
    row(
      android, answer(assetLinks(rules: #"{"/":"/items/*"}"#)), "--assetlinks links.json",
      ["'https://shop.example/' opens 'example.shop' by the file of the repository"]),
    Row(
      answers: usual + [(copy, usual[0].1)], options: "--apple-cdn",
      found: ["1 host, 3 files: 0 errors, 0 warnings"], status: 0),
    Row(
      answers: usual + [(copy, answer(association(["/items/*"])))], options: "--apple-cdn",
      found: [
        "warning[hosted/cdn]: 'https://shop.example/orders' opens 'ABCDE12345.example.shop' by "
          + "the served file, and the browser by Apple's copy"
      ], status: 0),
    Row(
      answers: usual + [
        (
          copy,
          answer(
            "Not Found", status: 404,
            headers: [
              .init("Apple-Failure-Reason", "SWCERR00301 Timeout"),
              .init("Apple-From", "https://shop.example"),
            ])
        )
      ], options: "--apple-cdn",
      found: [
        "error[hosted/cdn]: Apple's servers have no copy of the file, with status 404: "
          + "apple-failure-reason: SWCERR00301 Timeout; apple-from: https://shop.example",
        "1 host, 2 files: 1 error",
      ], status: 1),
    Row(answers: usual, options: "--aasa nothing.json", found: ["file/unreadable"], status: 2),
    Row(answers: usual, options: "other.example", found: ["error[hosted/unreachable]"], status: 1),
    Row(answers: usual, options: "--ca nothing.pem", found: ["file/unreadable"], status: 2),
    Row(
      answers: usual, options: "--ca aasa.json",
      found: ["error[usage/option]", "aasa.json", "Let --ca name another file"], status: 2),
    Row(
      answers: usual, options: "--connect '[::1]:1'",
      found: ["error[hosted/unreachable]", "port 1"], status: 1),
    Row(answers: usual, options: "--connect '[::g]:1'", found: ["--connect does not"], status: 2),
    Row(answers: usual, options: "--connect '[::1]'", found: ["--connect does not"], status: 2),
    Row(answers: usual, options: "--connect '[1]:1'", found: ["--connect does not"], status: 2),
    Row(
      answers: usual, options: "--connect 127.0.0.1:1",
      found: ["error[hosted/unreachable]", "port 1"], status: 1),
    Row(answers: usual, options: "--connect 127.0.0.1", found: ["--connect does not"], status: 2),
    Row(answers: usual, options: "https://a.example", found: ["is not the name of a"], status: 2),
  ]

  @Test(arguments: rows.indices)
  func `what the systems do not accept, and what differs, is reported`(row: Int) throws {
    let row = Self.rows[row]
    let text = try output(
      of: "signalbox hosted shop.example \(row.options) 2>&1", serving: row.answers)
    for found in row.found { #expect(text.contains(found), "\(text)") }
    #expect(text.hasSuffix("exit \(row.status)\n"), "\(text)")
  }

  @Test func `a certificate that nobody trusts is refused`() throws {
    let line =
      "env -u SSL_CERT_FILE /bin/sh -c 'signalbox hosted shop.example "
      + "--connect 127.0.0.1:$(cat port)'"
    let text = try output(
      of: line.replacing("signalbox hosted", with: "signalbox  hosted"), serving: Self.usual)
    #expect(text.contains("error[hosted/unreachable]"), "\(text)")
    #expect(text.contains("self-signed certificate"), "\(text)")
  }

  @Test func `JSON has a finding per line, and the numbers`() throws {
    let text = try output(
      of: "signalbox hosted shop.example --json",
      serving: [(Self.apple, Self.answer(status: 500))])
    let lines = text.split(separator: "\n")
    try #require(lines.count == 3, "\(text)")
    #expect(try JSON(parsing: String(lines[0]))["code"] == "hosted/status")
    let numbers = try JSON(parsing: String(lines[1]))
    #expect(numbers["hosts"] == 1 && numbers["files"] == 0 && numbers["errors"] == 1, "\(text)")
  }

  @Test func `SARIF names the address that is served`() throws {
    let text = try output(
      of: "signalbox hosted shop.example --format sarif",
      serving: [(Self.apple, Self.answer(status: 500))])
    let address = "https://shop.example/.well-known/apple-app-site-association"
    #expect(text.replacing(" ", with: "").contains("\"uri\":\"\(address)\""), "\(text)")
  }

  @Test func `the page's transcript is what the command prints`() throws {
    let page = try Page("docs/hosted.md")
    let served = try #require(page.blocks("json served").first).text
    let local = try #require(page.blocks("json apple-app-site-association").first).text
    try folder.file("apple-app-site-association", local)
    let command = try #require(page.blocks.firstIndex { $0.kind == "sh transcript" })
    let text = try output(
      of: page.blocks[command].lines.joined(separator: "\n"),
      serving: [
        (Self.apple, Self.answer(served)),
        (
          Self.android,
          Self.answer(status: 301, headers: [.init("Location", "https://www.shop.example/")])
        ),
        (Self.copy, Self.answer(local)),
      ])
    #expect(text == page.blocks[command + 1].text + "exit 1\n")
  }
}
