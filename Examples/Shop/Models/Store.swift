import Observation

/// A thing that the shop sells.
public struct Item: Identifiable, Hashable, Sendable {
  /// The number in links.
  public let id: Int
  /// What it is called.
  public let name: String
  /// What people say about it.
  public let reviews: [String]
}

/// What someone has bought.
public struct Order: Identifiable, Hashable, Sendable {
  /// The number in links.
  public let id: Int
  /// What was in the cart.
  public let items: [Item]
}

/// What the shop knows. A real one asks a server.
@MainActor
@Observable
final class Store {
  let items = [
    Item(id: 1, name: "Lamp", reviews: ["Bright."]),
    Item(id: 2, name: "Chair", reviews: ["Comfortable.", "Wobbles."]),
  ]
  var cart: [Item] = []
  var orders: [Order] = []
  var user: String?

  func buyCart() {
    orders.append(Order(id: orders.count + 1, items: cart))
    cart = []
  }
}
