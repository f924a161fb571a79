public import Observation

// View models know neither a framework of views nor a navigator nor a coordinator: they say what
// their screen shows, and ask for the next one by closures, which a test replaces.

/// What view models ask for.
@MainActor
public struct Actions {
  /// Performs a tap of the visible screen, by its name in the route files.
  let tap: (String) -> Void
  /// Opens an entry of a list.
  let open: (AppRoute) -> Void
  /// Opens what needs a login, for a user.
  let logIn: (String) -> Void
}

/// The items on sale.
@MainActor
public struct CatalogViewModel {
  let store: Store
  let actions: Actions

  /// What the list shows.
  public var items: [Item] { store.items }
  /// An item was chosen.
  public func choose(_ item: Item) { actions.open(.item(id: item.id)) }
  /// The cart was chosen.
  public func showCart() { actions.tap("cart") }
}

/// An item.
@MainActor
public struct ItemViewModel {
  let id: Int?
  let store: Store
  let actions: Actions

  private var item: Item? { store.items.first { $0.id == id } }
  /// What it is called.
  public var name: String { item?.name ?? "Not on sale" }
  /// How many of it are in the cart.
  public var inCart: String { "In your cart: \(store.cart.count { $0.id == id })" }
  /// What people say about it.
  public var reviews: [String] { item?.reviews ?? [] }
  /// The item was put into the cart.
  public func addToCart() { if let item { store.cart.append(item) } }
  /// The reviews were chosen.
  public func showReviews() { actions.tap("reviews") }
  /// The cart was chosen.
  public func showCart() { actions.tap("cart") }
}

/// What will be bought.
@MainActor
public struct CartViewModel {
  let store: Store
  let actions: Actions

  /// What is in the cart.
  public var items: [String] { store.cart.map { $0.name } }
  /// The cart is right.
  public func pay() { actions.tap("pay") }
  /// The cart was closed.
  public func close() { actions.tap("close") }
}

/// The last step of buying.
@MainActor
public struct PaymentViewModel {
  let store: Store
  let actions: Actions

  /// What is bought.
  public var summary: String { "Items: \(store.cart.count)" }
  /// The payment was confirmed.
  public func confirm() {
    store.buyCart()
    actions.tap("paid")
  }
}

/// The account of the user.
@MainActor
public struct AccountViewModel {
  let store: Store
  let actions: Actions

  /// Who is logged in.
  public var user: String { store.user ?? "" }
  /// What the user has bought.
  public var orders: [Order] { store.orders }
  /// An order was chosen.
  public func choose(_ order: Order) { actions.open(.order(id: order.id)) }
  /// The user leaves.
  public func logOut() {
    store.user = nil
    actions.tap("logout")
  }
}

/// An order.
@MainActor
public struct OrderViewModel {
  let id: Int?
  let store: Store

  /// What was bought.
  public var items: [String] {
    store.orders.first { $0.id == id }?.items.map { $0.name } ?? []
  }
}

/// The login.
@MainActor
@Observable
public final class LoginViewModel {
  /// What the user types.
  public var name = ""
  private let store: Store
  private let actions: Actions

  init(store: Store, actions: Actions) {
    (self.store, self.actions) = (store, actions)
  }

  /// The user logs in. A real shop asks for a password.
  public func logIn() {
    guard !name.isEmpty else { return }
    store.user = name
    actions.logIn(name)
  }

  /// The user does not log in.
  public func close() { actions.tap("close") }
}
