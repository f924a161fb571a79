import ShopModels
import SignalboxSwiftUI
import SwiftUI

struct CatalogView: View {
  let model: CatalogViewModel

  var body: some View {
    List {
      ForEach(model.items, id: \.id) { item in
        Button(item.name) { model.choose(item) }
      }
      Button("Cart", action: model.showCart)
    }
  }
}

struct ItemView: View {
  let model: ItemViewModel
  let shop: Shop

  var body: some View {
    List {
      Text(model.name)
      Text(model.inCart)
      Button("Add to cart", action: model.addToCart)
      reviews
      Button("Cart", action: model.showCart)
    }
  }

  @ViewBuilder private var reviews: some View {
    switch shop.owner {
    case .view: NavigatorLink("Reviews", tap: "reviews")
    case .viewModel: Button("Reviews", action: model.showReviews)
    case .coordinator: Button("Reviews", action: shop.itemCoordinator.reviewsChosen)
    }
  }
}

struct ReviewsView: View {
  let model: ItemViewModel

  var body: some View {
    List {
      ForEach(model.reviews, id: \.self) { Text($0) }
    }
  }
}

struct CartView: View {
  let model: CartViewModel

  var body: some View {
    List {
      ForEach(model.items.indices, id: \.self) { Text(model.items[$0]) }
      Button("Pay", action: model.pay)
      Button("Close", action: model.close)
    }
  }
}

struct PaymentView: View {
  let model: PaymentViewModel

  var body: some View {
    List {
      Text(model.summary)
      Button("Confirm", action: model.confirm)
    }
  }
}

struct AccountView: View {
  let model: AccountViewModel

  var body: some View {
    List {
      Text(model.user)
      ForEach(model.orders, id: \.id) { order in
        Button("Order \(order.id)") { model.choose(order) }
      }
      Button("Log out", action: model.logOut)
    }
  }
}

struct OrderView: View {
  let model: OrderViewModel

  var body: some View {
    List {
      ForEach(model.items.indices, id: \.self) { Text(model.items[$0]) }
    }
  }
}

struct LoginView: View {
  @State var model: LoginViewModel

  var body: some View {
    List {
      TextField("Name", text: $model.name)
      Button("Log in", action: model.logIn)
      Button("Close", action: model.close)
    }
  }
}
