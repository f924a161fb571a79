import Navigation
public import SignalboxHost

/// Who triggers the transition from an item to its reviews. An app has one way; this one has all
/// three, and its tests compare them.
public enum TransitionOwner: CaseIterable, Sendable {
  /// The view performs the tap.
  case view
  /// The view calls its view model, which performs the tap.
  case viewModel
  /// The view calls a coordinator of the app, which performs the tap.
  case coordinator
}

/// Decides what follows an item, so that its view need not know.
@MainActor
public final class ItemCoordinator {
  private let navigator: Navigator

  init(_ navigator: Navigator) {
    self.navigator = navigator
  }

  /// The reviews were chosen.
  public func reviewsChosen() { navigator.tap("reviews") }
}

/// The parts of the app, apart from its views.
@MainActor
public final class Shop {
  /// Decides which screens are shown.
  public let navigator: Navigator
  /// Who triggers the transition from an item to its reviews.
  public let owner: TransitionOwner
  /// The owner of that transition, if a coordinator is.
  public let itemCoordinator: ItemCoordinator
  private let store = Store()

  /// Starts the app.
  ///
  /// - Parameters:
  ///   - isReady: Whether links open at once, or wait until the navigator is ready.
  ///   - owner: Who triggers the transition from an item to its reviews.
  ///   - log: Receives the lines that `signalbox conform` checks.
  public init(
    isReady: Bool = true, owner: TransitionOwner = .viewModel,
    log: (@MainActor (String) -> Void)? = nil
  ) {
    navigator = Navigator(AppRoute.definition, isReady: isReady, log: log)
    itemCoordinator = ItemCoordinator(navigator)
    self.owner = owner
  }

  private var actions: Actions {
    Actions(
      tap: { [navigator] in navigator.tap($0) },
      open: { [navigator] in navigator.open($0.path ?? "", from: .inside) },
      logIn: { [navigator] in navigator.satisfy("login", subject: $0) })
  }

  /// The view model of the catalog.
  public var catalog: CatalogViewModel { CatalogViewModel(store: store, actions: actions) }
  /// The view model of the cart.
  public var cart: CartViewModel { CartViewModel(store: store, actions: actions) }
  /// The view model of the payment.
  public var payment: PaymentViewModel { PaymentViewModel(store: store, actions: actions) }
  /// The view model of the account.
  public var account: AccountViewModel { AccountViewModel(store: store, actions: actions) }
  /// The view model of a login.
  public var login: LoginViewModel { LoginViewModel(store: store, actions: actions) }

  /// The view model of an item or its reviews.
  public func item(_ request: ScreenRequest) -> ItemViewModel {
    ItemViewModel(id: request.number, store: store, actions: actions)
  }

  /// The view model of an order.
  public func order(_ request: ScreenRequest) -> OrderViewModel {
    OrderViewModel(id: request.number, store: store)
  }
}

extension ScreenRequest {
  /// The number in the link of an item or order.
  fileprivate var number: Int? { self["id"].flatMap { Int($0) } }
}
