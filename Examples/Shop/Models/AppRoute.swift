// Written by 'signalbox generate swift': change the route files, not this file.
// swift-format-ignore-file

/// The routes of the app that open a screen, with their values.
public enum AppRoute: Hashable, Sendable {
  /// /
  case catalog
  /// /account
  case account
  /// /checkout
  case cart
  /// /checkout/pay
  case payment
  /// /items/:id
  case item(id: Int)
  /// /items/:id/reviews
  case reviews(id: Int)
  /// /login
  case login
  /// /orders/:id
  case order(id: Int)

  /// The path of the route with its query; `nil` if a value has no link, such as an
  /// empty text in a path.
  public var path: String? {
    switch self {
    case .catalog:
      return LinkText.path(["/"])
    case .account:
      return LinkText.path(["/account"])
    case .cart:
      return LinkText.path(["/checkout"])
    case .payment:
      return LinkText.path(["/checkout/pay"])
    case .item(let id):
      return LinkText.path(["/items/", LinkText.segment(String(id))])
    case .reviews(let id):
      return LinkText.path(["/items/", LinkText.segment(String(id)), "/reviews"])
    case .login:
      return LinkText.path(["/login"])
    case .order(let id):
      return LinkText.path(["/orders/", LinkText.segment(String(id))])
    }
  }
}

extension AppRoute {
  /// What precedes the path in a link.
  public enum Base: CaseIterable, Hashable, Sendable {
    /// shop://
    case shop
    /// https://shop.example
    case httpsShopExample

    /// The link of the path `/`, and the start of other links.
    fileprivate var texts: (root: String, start: String) {
      switch self {
      case .shop: ("shop://", "shop://")
      case .httpsShopExample: ("https://shop.example/", "https://shop.example/")
      }
    }
  }

  /// The bases that the route is under.
  public var bases: [Base] {
    switch self {
    case .catalog, .account, .cart, .payment, .item, .reviews, .login, .order:
      [.shop, .httpsShopExample]
    }
  }

  /// The link of the route under a base; `nil` if it is not under it, or has no path.
  public func link(_ base: Base = .shop) -> String? {
    guard bases.contains(base), let path else { return nil }
    let isRoot = path == "/" || path.hasPrefix("/?")
    return (isRoot ? base.texts.root : base.texts.start) + path.dropFirst()
  }
}

extension AppRoute {
  /// A day of the calendar.
  public struct Day: CustomStringConvertible, Hashable, Sendable {
    public let year, month, day: Int

    /// - Returns: `nil` for a day that is in no calendar, or of a year beyond 9999.
    public init?(year: Int, month: Int, day: Int) {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      guard (0...9999).contains(year), (1...12).contains(month),
        (1...days[month - 1]).contains(day)
      else { return nil }
      (self.year, self.month, self.day) = (year, month, day)
    }

    /// `2024-02-29`
    public var description: String {
      [(year, 4), (month, 2), (day, 2)].map { number, count in
        let digits = String(number)
        return String(repeating: "0", count: count - digits.count) + digits
      }.joined(separator: "-")
    }
  }
}

/// Writes the parts of links; `nil` is for a value without a link.
private enum LinkText {
  static func path(_ pieces: [String?], _ items: [String?] = []) -> String? {
    let (path, query) = (pieces.compactMap(\.self), items.compactMap(\.self))
    guard path.count == pieces.count, query.count == items.count else { return nil }
    let text = path.joined()
    // Such segments are removed from links.
    let isRemoved = text.split(separator: "/").contains { $0 == "." || $0 == ".." }
    let items = query.joined().dropFirst()
    return isRemoved ? nil : text + (items.isEmpty ? "" : "?" + items)
  }

  static func segment(_ text: String?) -> String? {
    guard let text, !text.isEmpty, isWritable(text) else { return nil }
    return encoded(text, plain: "-._~!$&'()*+,;=")
  }

  /// A text with the slashes that separate two parts.
  static func rest(_ text: String?) -> String? {
    guard let text, !text.isEmpty, isWritable(text) else { return nil }
    let bytes = Array(text.utf8)
    let slash = UInt8(ascii: "/")
    var result = ""
    for (index, byte) in bytes.enumerated() {
      let isInside = index > 0 && index < bytes.count - 1
      if byte == slash, isInside, bytes[index - 1] != slash, bytes[index + 1] != slash {
        result += "/"
      } else {
        result += encoded(CollectionOfOne(byte), plain: "-._~!$&'()*+,;=")
      }
    }
    return result
  }

  static func item(_ name: String, _ text: String?) -> String? {
    guard let text, isWritable(text) else { return nil }
    return "&\(name)=" + encoded(text, plain: "-._~!$'()*,;:@/?")
  }

  /// Whether a link can contain the text: control characters are refused even with escapes.
  private static func isWritable(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  static func number(_ value: Double) -> String? { value.isFinite ? String(value) : nil }

  static func slug(_ text: String) -> String? {
    let fits = text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x5F }
    return fits && !text.isEmpty ? text : nil
  }

  static func uuid(_ text: String) -> String? {
    let parts = text.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
    let isUUID = parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(isHex)
    return isUUID ? text : nil
  }

  private static func encoded(_ text: String, plain: String) -> String {
    encoded(text.utf8, plain: plain)
  }

  private static func encoded(_ bytes: some Sequence<UInt8>, plain: String) -> String {
    var result = ""
    for byte in bytes {
      if isLetterOrDigit(byte) || plain.utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

#if canImport(Navigation)
public import Navigation

extension AppRoute {
  /// The route that a link opens, after redirects; `nil` if it opens no screen of the app.
  public init?(link: String) {
    guard let values = LinkValues(link), let route = try? AppRoute(values)
    else { return nil }
    self = route
  }

  private init(_ values: LinkValues) throws {
    switch values.route {
    case 0:  // /
      self = .catalog
    case 1:  // /account
      self = .account
    case 2:  // /checkout
      self = .cart
    case 3:  // /checkout/pay
      self = .payment
    case 4:  // /items/:id
      self = .item(id: try values.required(values[0].flatMap { Int($0) }))
    case 5:  // /items/:id/reviews
      self = .reviews(id: try values.required(values[0].flatMap { Int($0) }))
    case 6:  // /login
      self = .login
    case 7:  // /orders/:id
      self = .order(id: try values.required(values[0].flatMap { Int($0) }))
    default: throw LinkValues.Missing()
    }
  }
}

/// The route of a link, by its index in the definition, and its values.
private struct LinkValues {
  struct Missing: Error {}

  let route: Int
  private let values: [String?]

  init?(_ link: String) {
    guard let found = try? AppRoute.definition.resolve(link) else { return nil }
    (route, values) = (found.route.index, found.values)
  }

  subscript(index: Int) -> String? { values[index] }

  func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
  }
}

extension AppRoute {
  /// The app as its route files declare it.
  public static let definition: AppDefinition = {
    do {
      return try AppDefinition(plugins: [try plugin0()])
    } catch {
      preconditionFailure("generate this file again for the library: \(error)")
    }
  }()

  private static func plugin0() throws -> PluginDraft {
    var app = PluginDraft("shop")
    app.links("shop://")
    app.links("https://shop.example")
    app.gate("login", challenge: "/login")
    app.tabs("main", ["catalog", "account"])
    app.stack("catalog", start: "/")
    app.stack("account", start: "/account", gates: ["login"])
    app.flow("checkout", start: "/checkout")
    app.route("/", screen: "Catalog")
    app.route("/items/:id", screen: "Item") {
      $0.params = [("id", .int)]
      $0.coordinator = "catalog"
    }
    app.route("/items/:id/reviews", screen: "Reviews") {
      $0.params = [("id", .int)]
      $0.coordinator = "catalog"
      $0.parents = ["/items/:id"]
    }
    app.route("/account", screen: "Account")
    app.route("/orders/:id", screen: "Order") {
      $0.params = [("id", .int)]
      $0.coordinator = "account"
      $0.parents = ["/account"]
    }
    app.route("/login", screen: "Login") {
      $0.presentation = .sheet
    }
    app.route("/checkout", screen: "Cart") {
      $0.coordinator = "checkout"
    }
    app.route("/checkout/pay", screen: "Payment") {
      $0.coordinator = "checkout"
      $0.parents = ["/checkout"]
      $0.gates = ["login"]
    }
    app.screen("Catalog") {
      $0.taps = [("cart", "/checkout")]
    }
    app.screen("Item") {
      $0.title = "Item :id"
      $0.taps = [("reviews", "/items/:id/reviews"), ("cart", "/checkout")]
    }
    app.screen("Reviews") {
      $0.title = "Reviews of item :id"
    }
    app.screen("Account") {
      $0.taps = [("logout", "revoke login")]
    }
    app.screen("Order") {
      $0.title = "Order :id"
    }
    app.screen("Login") {
      $0.taps = [("close", "dismiss")]
    }
    app.screen("Cart") {
      $0.taps = [("pay", "/checkout/pay"), ("close", "dismiss")]
    }
    app.screen("Payment") {
      $0.taps = [("paid", "finish")]
    }
    return app
  }
}


extension AppRoute.Day {
  fileprivate init?(text: String) {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }
}
#endif
