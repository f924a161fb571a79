import Diagnostics
import RouteImport
import Testing

/// Navigation graphs of Android.
struct AndroidNavigationTests {
  static let graph = """
    <navigation xmlns:android="http://schemas.android.com/apk/res/android"
        xmlns:app="http://schemas.android.com/apk/res-auto" app:startDestination="@id/home">
      <fragment android:id="@+id/home">
        <deepLink app:uri="https://shop.example/" />
        <action android:id="@+id/to_item" app:destination="@id/item" />
      </fragment>
      <fragment android:id="@+id/item">
        <argument android:name="id" app:argType="integer" />
        <argument android:name="tab" android:defaultValue="info" />
        <deepLink app:uri="https://shop.example/items/{id}?tab={tab}" />
        <deepLink app:uri="shop.example/i-{id}.html?page={which}&amp;x=1" />
      </fragment>
      <navigation android:id="@+id/account" app:startDestination="@id/profile">
        <fragment android:id="@+id/profile"><deepLink app:uri="shop://account" /></fragment>
        <fragment android:id="@+id/order">
          <deepLink app:uri="shop://account/orders/{order-number}#top" />
        </fragment>
        <dialog android:id="@+id/help"><deepLink app:uri="shop://help/.*" /></dialog>
      </navigation>
      <fragment android:id="@+id/about" />
      <fragment android:id="@+id/odd"><deepLink app:action="x" /></fragment>
      <include app:graph="@navigation/more" />
    </navigation>
    """

  @Test func `an item with a comma is one text`() throws {
    let link = "shop://sale?kind=new,used"
    let imported = try Imported(
      .androidNavigation,
      "<navigation><fragment id=\"@id/sale\"><deepLink uri=\"\(link)\" /></fragment></navigation>")
    #expect(
      imported.routeLines.last == "- { path: /sale, screen: sale, query: { kind: '(new,used)?' } }")
  }

  @Test func `deep links become routes`() throws {
    let imported = try Imported(.androidNavigation, Self.graph)
    #expect(imported.coordinatorLines == ["root: { kind: stack, start: / }"])
    #expect(
      imported.routeLines == [
        "- links: [https://shop.example]", "  routes:",
        "    # 'https://shop.example/' is changed: without the actions of the screen. Add taps for them.",
        "    - { path: /, screen: home }",
        "    - { path: /items/:id, screen: item, params: { id: int }, query: { tab: 'string?' } }",
        "- path: '/i-{:id}.html'", "  screen: item", "  params: { id: int }",
        "  query: { page: 'string?', x: '[1]?' }",
        "  links: [http://shop.example, https://shop.example]",
        "- { path: /account, screen: profile }",
        "- { path: /account/orders/:order_number, screen: order, parents: [/account] }",
        "- { path: '/help/*', screen: help, as: sheet }",
      ])
    #expect(imported.text.contains("links: [shop://]\n"))
    #expect(
      imported.remarks == [
        "4:5: 'https://shop.example/' is changed: without the actions of the screen",
        "11:5: 'shop.example/i-{id}.html?page={which}&x=1' is changed: the argument 'which' is "
          + "called 'page'",
        "16:7: 'shop://account/orders/{order-number}#top' is changed: the parameter "
          + "'order-number' is called 'order_number'",
        "16:7: 'shop://account/orders/{order-number}#top' is changed: without the fragment '#top'",
        "20:3: 'about' is dropped: it has no deep link",
        "21:35: 'odd' is dropped: its deep link has no URI",
        "22:3: '@navigation/more' is dropped: the graph is in another file",
      ])
  }

  /// The attributes of a deep link, and its route and remarks.
  static let deepLinks: [(link: String, route: String?, remarks: [String])] = [
    (
      "app:uri=\"@string/deep\"", nil,
      ["'@string/deep' is dropped: its value is not in the graph"]
    ),
    (
      "app:uri=\"shop://b\" app:action=\"x.VIEW\" app:mimeType=\"image/*\"",
      "- { path: /b, screen: b }",
      [
        "'shop://b' is changed: the 'action' of the deep link is not compared",
        "'shop://b' is changed: the 'mimeType' of the deep link is not compared",
      ]
    ),
    (
      "app:uri=\"mailto:a@b.example\"", nil,
      ["'mailto:a@b.example' is dropped: it has a scheme, but no '://'"]
    ),
    (
      "app:uri=\"https://{host}/b\"", nil,
      [
        "'https://{host}/b' is dropped: 'https://{host}' is not a valid base: the link is "
          + "malformed at byte 8: a host with characters other than ASCII letters, digits, '-' and '.'"
      ]
    ),
    // Marks that combine with a delimiter.
    (
      "app:uri=\"shop://b/\u{301}?x={\u{303}y}\"",
      "- { path: '/b/\u{301}', screen: b, query: { x: 'string?' } }",
      [
        "'shop://b/\u{301}?x={\u{303}y}' is changed: the argument '\u{303}y' is called "
          + "'x'"
      ]
    ),
  ]

  @Test(arguments: deepLinks.indices)
  func `the attributes of a deep link count or have a remark`(index: Int) throws {
    let row = Self.deepLinks[index]
    let imported = try Imported(
      .androidNavigation,
      """
      <navigation xmlns:app="http://schemas.android.com/apk/res-auto" startDestination="@id/a">
      <fragment id="@id/a"><deepLink app:uri="shop://" /></fragment>
      <fragment id="@id/b"><deepLink \(row.link) /></fragment>
      </navigation>
      """)
    #expect(imported.routeLines.dropFirst().first == row.route)
    #expect(imported.remarks.map { String($0.drop { $0 != "'" }) } == row.remarks)
    #expect(imported.remarks.allSatisfy { $0.hasPrefix("3:") })
  }

  static let arguments = """
    <navigation xmlns:app="http://schemas.android.com/apk/res-auto" startDestination="@id/a">
    <fragment id="@id/a"><deepLink app:uri="shop://" /></fragment>
    <fragment id="@id/b">
    <argument name="n" argType="integer" /><argument name="m" />
    <argument name="o" argType="x.Order" nullable="true" />
    <deepLink app:uri="shop://b?x=a{y}&amp;z=.*&amp;n={n}&amp;m={m}&amp;o={o}" />
    <deepLink app:uri="shop://b/{y}/{y}" />
    </fragment>
    </navigation>
    """

  @Test func `arguments decide which items must be present, and their types`() throws {
    let imported = try Imported(.androidNavigation, Self.arguments)
    #expect(
      imported.routeLines == [
        "- { path: /, screen: a }",
        "- { path: /b, screen: b, query: { x: '(a.*)?', z: '(.*)?', n: int, m: string, "
          + "o: 'string?' } }",
        "- { path: /b/:y/:y_2, screen: b }",
      ])
    #expect(
      imported.remarks.map { String($0.drop { $0 != "'" }) } == [
        "'shop://b?x=a{y}&z=.*&n={n}&m={m}&o={o}' is changed: the item 'x' has its whole value, "
          + "with the text in it",
        "'shop://b?x=a{y}&z=.*&n={n}&m={m}&o={o}' is changed: the values of 'o' are any text, not "
          + "'x.Order'",
        "'shop://b/{y}/{y}' is changed: the parameter 'y' is called 'y_2'",
        "'shop://b/{y}/{y}' is changed: it lacks 'n', 'm' of the arguments that Android requires",
      ])
  }

  @Test func `a deep link of a graph opens its first screen`() throws {
    let imported = try Imported(
      .androidNavigation,
      """
      <navigation xmlns:app="http://schemas.android.com/apk/res-auto" startDestination="@id/a">
      <action id="@id/go" />
      <fragment id="@id/a"><deepLink app:uri="shop://" /></fragment>
      <navigation id="@id/n" startDestination="@id/m"><deepLink app:uri="shop://n" />
      <navigation id="@id/m" startDestination="@id/b"><fragment id="@id/b" />
      <fragment id="@id/c"><deepLink app:uri="shop://c" /></fragment></navigation></navigation>
      <navigation id="@id/o" startDestination="@id/none"><deepLink app:uri="shop://o" />
      <fragment id="@id/d"><deepLink app:uri="shop://d" /></fragment></navigation>
      </navigation>
      """)
    #expect(imported.stack(of: "shop://n") == "a > b")
    #expect(imported.stack(of: "shop://c") == "a > b > c")
    #expect(
      imported.remarks == [
        "1:1: graph 'navigation' is changed: without its actions",
        "7:1: graph 'o' is changed: its first screen has no deep link without arguments, so that "
          + "it is not below the others",
        "7:52: 'shop://o' is dropped: the first screen of graph 'o' is not in it",
      ])
  }

  static let links: [(link: String, stack: String)] = [
    ("https://shop.example/items/7?tab=reviews", "home > item(id=7, tab=reviews)"),
    ("https://shop.example/items/x", "refused(not-found)"),
    ("shop://account/orders/7", "home > profile > order(order_number=7)"),
    ("shop://account", "home > profile"), ("shop://help/a/b", "help(0=a/b)"),
    ("http://shop.example/i-7.html?page=2&x=1", "home > item(id=7, page=2, x=1)"),
    ("http://shop.example/i-7.html?page=2", "home > item(id=7, page=2)"),
    ("http://shop.example/i-7.html?page=2&x=2", "refused(not-found)"),
  ]

  @Test(arguments: links.indices)
  func `links open the screens of the graph`(index: Int) throws {
    let row = Self.links[index]
    #expect(try Imported(.androidNavigation, Self.graph).stack(of: row.link) == row.stack)
  }

  /// The start destination and elements of a graph, the start of the stack, the first route, and a
  /// remark.
  static let starts:
    [(first: String, elements: String, start: String, route: String, remark: String)] = [
      (
        "a", #"<fragment id="@id/a"><action /></fragment>"#, "/a",
        "- { path: /a, screen: a, links: [] }",
        "2:1: 'a' is changed: graph 'navigation' begins with it, and no link without values opens "
          + "it, so that it has a path for links from inside only"
      ),
      // Another route has the path.
      (
        "terms",
        #"<fragment id="@id/terms"><deepLink uri="shop://terms?x={x}"/>"#
          + #"<argument name="x"/></fragment>"#, "/terms-2",
        "- { path: /terms-2, screen: terms, links: [] }",
        "2:1: 'terms' is changed: graph 'navigation' begins with it, and no link without values "
          + "opens it, so that it has a path for links from inside only"
      ),
      // In a graph.
      (
        "n",
        #"<navigation id="@id/n" startDestination="@id/a"><fragment id="@id/a"/>"#
          + #"<fragment id="@id/b"><deepLink uri="shop://b"/></fragment></navigation>"#, "/a",
        "- { path: /a, screen: a, links: [] }",
        "2:49: 'a' is changed: graph 'navigation' begins with it, and no link without values opens "
          + "it, so that it has a path for links from inside only"
      ),
      // Its host is unknown.
      (
        "a", #"<fragment id="@id/a"><deepLink uri="https://${host}/x"/></fragment>"#, "/a",
        "- { path: /a, screen: a, links: [] }", "2:22: 'https://${host}/x' is dropped: "
      ),
      (
        "none", "", "/terms", "- { path: /terms, screen: terms_2 }",
        "1:1: graph 'navigation' is changed: its first screen is not in it, so that the app begins "
          + "with another one"
      ),
    ]

  @Test(arguments: starts.indices)
  func `the app begins with the start destination`(index: Int) throws {
    let row = Self.starts[index]
    let imported = try Imported(
      .androidNavigation,
      """
      <navigation startDestination="@id/\(row.first)">
      \(row.elements)
      <fragment id="@id/terms_2"><deepLink uri="shop://terms" /></fragment>
      </navigation>
      """)
    #expect(imported.coordinatorLines == ["root: { kind: stack, start: \(row.start) }"])
    let routes = imported.routeLines
    #expect(routes.contains(row.route), "\(routes)")
    #expect(imported.remarks.contains { $0.hasPrefix(row.remark) }, "\(imported.remarks)")
    #expect(imported.remarks.allSatisfy { !$0.contains("no deep link") }, "\(imported.remarks)")
    #expect(imported.text.contains("\nlinks: [shop://]\n"))
  }

  static let errors: [(source: String, message: String)] = [
    ("<manifest/>", "the root element is not <navigation>"),
    ("<navigation>", "invalid XML: no element found"), ("", "invalid XML: no element found"),
  ]

  @Test(arguments: errors.indices)
  func `a file that is no graph is an error`(index: Int) {
    let row = Self.errors[index]
    let error = #expect(throws: Diagnostic.self) {
      try Imported(.androidNavigation, row.source)
    }
    #expect(error?.message == row.message)
    #expect(error?.position != nil)
  }
}
