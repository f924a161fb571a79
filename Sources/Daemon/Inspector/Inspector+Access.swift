public import HTTPServing

/// Who may ask for what.
extension Inspector: HTTPHandler {
  /// Nothing is loaded from elsewhere, kept, framed, or readable by other sites.
  public var headers: [(name: String, value: String)] {
    [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
          + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      ),
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
      ("Cache-Control", "no-store"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
  }

  /// Refuses what does not come from a page of this server: other hosts (DNS rebinding), other
  /// origins, and clients that have not exchanged a link's token for the cookie.
  public func refusal(of request: HTTPRequest) -> HTTPResponse? {
    guard let host = request.header("host"), hosts.contains(host) else {
      return .page(421, "This server has another name. Open the link that it printed.")
    }
    let isChange = request.method == "POST"
    guard isChange || request.method == "GET" else {
      return .page(405, "Only GET and POST are served.", [("Allow", "GET, POST")])
    }
    if isChange || request.has("origin") {
      guard request.header("origin") == "http://" + host else {
        return .page(403, "This request comes from another site.")
      }
    }
    if exchangesToken(request) { return hasToken(request) ? nil : Self.usedLink }
    guard hasCookie(request) else {
      return .page(401, "This page needs a link that 'signalbox inspect' prints; each works once.")
    }
    return isChange ? refusalOfBody(request) : nil
  }

  private func refusalOfBody(_ request: HTTPRequest) -> HTTPResponse? {
    guard request.path == "/call" else { return .page(404, "There is no such page.") }
    let type = request.header("content-type")?.split(separator: ";").first.map(String.init)
    guard type == "application/json" else {
      return .error(.request("the body is not application/json"), status: 415)
    }
    return nil
  }

  /// Whether a request is that of a printed link.
  private func exchangesToken(_ request: HTTPRequest) -> Bool {
    request.method == "GET" && request.path == "/" && request.query.contains { $0.name == "token" }
  }

  private func hasToken(_ request: HTTPRequest) -> Bool {
    token.isSame(as: request.item("token"))
  }

  private static let usedLink = HTTPResponse.page(
    401, "This link was used already. Open the next one that was printed.")

  private func hasCookie(_ request: HTTPRequest) -> Bool {
    let start = cookieName + "="
    return request.headers.filter { $0.name == "cookie" }
      .flatMap { $0.value.split(separator: ";") }
      .contains { pair in
        let pair = pair.drop { $0 == " " }
        return pair.hasPrefix(start) && cookie.isSame(as: String(pair.dropFirst(start.count)))
      }
  }

  /// Answers a request that was not refused.
  public func answer(_ exchange: HTTPExchange) {
    let request = exchange.request
    if exchangesToken(request) { return exchange.answer(exchanged(request)) }
    if request.method == "POST" { return call(exchange) }
    switch request.path {
    case "/events": follow(exchange)
    case "/state": answerState(exchange)
    case "/findings": answerReport(.findings, exchange)
    case "/graph.svg": answerGraph(exchange)
    case "/coverage": answerCoverage(exchange)
    default: exchange.answer(file(request.path))
    }
  }

  /// Exchanges the token of a link, which works once, for the cookie.
  private func exchanged(_ request: HTTPRequest) -> HTTPResponse {
    // Another connection can have used it since this one was not refused.
    guard hasToken(request) else { return Self.usedLink }
    token = Secret()
    defer { onLink?(link) }
    let header = (
      name: "Set-Cookie", value: "\(cookieName)=\(cookie.text); HttpOnly; SameSite=Strict; Path=/"
    )
    // A browser does not send the cookie to the target of a redirection that another site, or a
    // file, has caused. A refresh is caused by this answer.
    if request.header("sec-fetch-site") == "cross-site" {
      return .page(200, "Opening…", [header, ("Refresh", "0; url=/")])
    }
    return .page(303, "Opening…", [header, ("Location", "/")])
  }

  private func file(_ path: String) -> HTTPResponse {
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    guard let file = PageFiles.all[name] else { return .page(404, "There is no such page.") }
    return .content(200, file.type, file.bytes)
  }
}
