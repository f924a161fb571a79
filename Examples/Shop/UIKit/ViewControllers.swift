import ShopModels
import SignalboxHost
import UIKit

final class CatalogViewController: ColumnViewController<CatalogViewModel> {
  override var rows: [UIView] {
    model.items.map { item in button(item.name) { [model] in model.choose(item) } }
      + [button("Cart", model.showCart)]
  }
}

final class ItemViewController: ColumnViewController<ItemViewModel> {
  private let shop: Shop

  init(_ shop: Shop, _ request: ScreenRequest) {
    self.shop = shop
    super.init(shop.item(request), request)
  }

  override var rows: [UIView] {
    [
      label(model.name), label(model.inCart), button("Add to cart", model.addToCart),
      button("Reviews") { [weak self] in self?.reviewsTapped() }, button("Cart", model.showCart),
    ]
  }

  private func reviewsTapped() {
    switch shop.owner {
    case .view: shop.navigator.tap("reviews")
    case .viewModel: model.showReviews()
    case .coordinator: shop.itemCoordinator.reviewsChosen()
    }
  }
}

final class ReviewsViewController: ColumnViewController<ItemViewModel> {
  override var rows: [UIView] { model.reviews.map { label($0) } }
}

final class CartViewController: ColumnViewController<CartViewModel> {
  override var rows: [UIView] {
    model.items.map { label($0) } + [button("Pay", model.pay), button("Close", model.close)]
  }
}

final class PaymentViewController: ColumnViewController<PaymentViewModel> {
  override var rows: [UIView] { [label(model.summary), button("Confirm", model.confirm)] }
}

final class AccountViewController: ColumnViewController<AccountViewModel> {
  override var rows: [UIView] {
    [label(model.user)]
      + model.orders.map { order in
        button("Order \(order.id)") { [model] in model.choose(order) }
      } + [button("Log out", model.logOut)]
  }
}

final class OrderViewController: ColumnViewController<OrderViewModel> {
  override var rows: [UIView] { model.items.map { label($0) } }
}

final class LoginViewController: ColumnViewController<LoginViewModel> {
  override var rows: [UIView] {
    let field = UITextField()
    field.placeholder = "Name"
    field.addAction(
      UIAction { [model, weak field] _ in model.name = field?.text ?? "" }, for: .editingChanged)
    return [field, button("Log in", model.logIn), button("Close", model.close)]
  }
}
