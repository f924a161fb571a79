import ShopModels
import SignalboxHost
import SignalboxUIKit
import UIKit

extension ScreenRegistry {
  init(_ shop: Shop) {
    self.init()
    screen("Catalog") { CatalogViewController(shop.catalog, $0) }
    screen("Item") { ItemViewController(shop, $0) }
    screen("Reviews") { ReviewsViewController(shop.item($0), $0) }
    screen("Cart") { CartViewController(shop.cart, $0) }
    screen("Payment") { PaymentViewController(shop.payment, $0) }
    screen("Account") { AccountViewController(shop.account, $0) }
    screen("Order") { OrderViewController(shop.order($0), $0) }
    screen("Login") { LoginViewController(shop.login, $0) }
    let (cart, person) = (UIImage(systemName: "cart"), UIImage(systemName: "person"))
    tab("catalog", UITabBarItem(title: "Catalog", image: cart, tag: 0))
    tab("account", UITabBarItem(title: "Account", image: person, tag: 1))
  }
}
