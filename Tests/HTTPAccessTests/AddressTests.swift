import HTTPAccess
import Testing

struct AddressTests {
  @Test(arguments: [
    ("https://api.example", "https://api.example/search"),
    ("https://api.example/", "https://api.example/search"),
    ("http://127.0.0.1:80/v1//", "http://127.0.0.1:80/v1/search"),
    ("", "/search"),
  ])
  func `a base can end in slashes`(base: String, address: String) {
    #expect(httpAddress(base: base, path: "/search") == address)
  }

  @Test(arguments: [
    ("IU", "IU"), ("a b+c&d=e#f?g/h%", "a%20b%2Bc%26d%3De%23f%3Fg%2Fh%25"),
    ("아", "%EC%95%84"), ("-._~", "-._~"), ("\0\n", "%00%0A"), ("", ""),
  ])
  func `query items are encoded byte by byte`(value: String, encoded: String) {
    let address = httpAddress(base: "b", path: "/", query: [("x", "1"), ("term", value)])
    #expect(address == "b/?x=1&term=\(encoded)")
  }

  @Test func `messages name the host and give advice`() {
    let address = "http://127.0.0.1:8080/search?term=secret"
    #expect(
      [
        HTTPError.unreachable(address: address, reason: "refused"),
        .timedOut(address: address, milliseconds: 500), .badStatus(address: address, status: 404),
        .badStatus(address: address, status: 503), .badAddress("ftp://x"),
        .badStatus(address: "https://me:pass@word@host/?a@b", status: 401),
      ].map(\.text) == [
        "127.0.0.1:8080 cannot be reached: refused. Check the network, then try again.",
        "127.0.0.1:8080 did not answer within 0.5 s. Check the network, then try again.",
        "127.0.0.1:8080 answered with status 404.",
        "127.0.0.1:8080 answered with status 503. Try again later.",
        "'ftp://x' is not an http or https address. Write an address such as https://api.example.",
        "host answered with status 401.",
      ])
  }
}
