import ShopModels
import SignalboxHost
import SignalboxSwiftUI
import SwiftUI

@main
struct ShopApp: App {
  @State private var shop = Shop()

  var body: some Scene {
    WindowGroup {
      SignalboxView(shop.navigator) { request in
        ScreenView(shop: shop, request: request)
      } tab: { name in
        TabLabel(name: name)
      }
    }
  }
}

struct ScreenView: View {
  let shop: Shop
  let request: ScreenRequest

  var body: some View {
    content.navigationTitle(request.title)
  }

  @ViewBuilder private var content: some View {
    switch request.screen {
    case "Catalog": CatalogView(model: shop.catalog)
    case "Item": ItemView(model: shop.item(request), shop: shop)
    case "Reviews": ReviewsView(model: shop.item(request))
    case "Cart": CartView(model: shop.cart)
    case "Payment": PaymentView(model: shop.payment)
    case "Account": AccountView(model: shop.account)
    case "Order": OrderView(model: shop.order(request))
    case "Login": LoginView(model: shop.login)
    default: EmptyView()
    }
  }
}

struct TabLabel: View {
  let name: String

  var body: some View {
    switch name {
    case "catalog": Label("Catalog", systemImage: "cart")
    default: Label("Account", systemImage: "person")
    }
  }
}
