import FileAccess
import PseudoTerminal
import TestSupport
import Testing

/// `signalbox explore`.
struct ExploreTests {
  /// A shop with two routes to its checkout, of which one may lack the gate.
  private func shop(offer: String = "", policy: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files = [
      "shop.yaml": """
      signalbox: 1
      plugin: shop
      gates:
        login: { challenge: /login }
      coordinators:
        main: { kind: stack, start: / }
      routes:
        - { path: /, screen: Home }
        - { path: /login, screen: Login, as: sheet }
        - { path: /checkout, screen: Checkout, gates: [login] }
        - { path: /offers, screen: Offers }
        - { path: "/offers/checkout/:item", screen: Checkout\(offer) }
      screens:
        Home: { taps: { offers: /offers } }
        Offers: { taps: { buy: /offers/checkout/1 } }
        Login: {}
        Checkout: {}

      """,
      "policy.yaml": policy,
    ]
    for (name, text) in files { try writeFile(folder.path + "/" + name, Array(text.utf8)) }
    return folder
  }

  private let rule = "policy: 1\nrules: never screen Checkout without gate login\n"

  @Test func `without a policy the faults of the app are printed`() throws {
    let folder = try shop(policy: "")
    let text = try ShellSession.output(
      of: """
        sed -i 's/Login: {}/Login: { taps: { up: tab x } }/' shop.yaml
        signalbox explore shop.yaml; echo $?
        signalbox explore --json shop.yaml | head -1
        """, in: folder)
    #expect(
      text.hasPrefix(
        """
        shop.yaml:16:24: warning[tap/refused]: the tap 'up' of 'Login' is refused wherever it is \
        shown (unknown-tab). Change what it does, or where its screen can be shown.
              Login: { taps: { up: tab x } }
                                   ^
          open /checkout
          tap up
          expect outcome refused(unknown-tab)
          expect screen Login
        1 finding: 
        """), "\(text)")
    #expect(text.contains(" s\n1\n{\"code\":\"tap/refused\","), "\(text)")
  }

  @Test func `a fault that is neither excluded nor shown is named`() throws {
    let text = try ShellSession.output(
      of: "signalbox explore --depth 0 $R | tail -2", in: shop(policy: ""))
    #expect(text.hasPrefix("1 possible finding without a way that shows it:\n  "), "\(text)")
    #expect(
      text.contains(
        ": tap/sometimes-refused: the tap 'profile' of 'Library' is refused in some states\n"),
      "\(text)")
  }

  @Test func `an app without taps is said to have unknown ones`() throws {
    let text = try ShellSession.output(
      of: """
        sed -i -e '/Home: /d' -e '/Offers: /d' shop.yaml
        echo '  Home: {}' >> shop.yaml; echo '  Offers: {}' >> shop.yaml
        signalbox explore shop.yaml; signalbox explore --json shop.yaml | tail -1
        """, in: shop(policy: ""))
    #expect(
      text.contains(
        "\ntaps unknown: no screen has one, so traps and flows without an end are not found\n"),
      "\(text)")
    #expect(text.contains(",\"knowsTaps\":false,"), "\(text)")
  }

  @Test func `an app without a gate is said to protect nothing`() throws {
    let text = try ShellSession.output(
      of: """
        signalbox explore shop.yaml | grep 'no gate'
        printf 'signalbox: 1\nplugin: p\nroutes: [{path: /, screen: A}]\nscreens: {A: {}}\n' > open.yaml
        printf 'coordinators: {c: {kind: stack, start: /}}\n' >> open.yaml
        signalbox explore open.yaml; signalbox explore --json open.yaml | tail -1
        """, in: shop(policy: ""))
    let line = "\nno gate is declared: every link opens its screen for everybody; if the app has "
    #expect(text.contains(line) && !text.hasPrefix("no gate"), "\(text)")
    #expect(text.contains(",\"hasGates\":false,"), "\(text)")
  }

  @Test func `the rules of a route file are proved or broken, too`() throws {
    let text = try ShellSession.output(
      of: """
        echo 'never: never screen Checkout without gate login' >> shop.yaml
        signalbox explore shop.yaml > out; echo $?; grep -v ' element' out
        echo 'never: always' > more; sed -i '/^never/d' shop.yaml; cat more >> shop.yaml
        signalbox check shop.yaml | head -1
        signalbox explore shop.yaml 2>&1
        """, in: shop(policy: ""))
    #expect(
      text.hasPrefix(
        """
        1
        broken: never screen Checkout without gate login (shop.yaml:18:8), by 1 event, the shortest way:
          open /offers/checkout/a
          expect screen Checkout
          expect gate login closed
        1 rule: 0 proved, 1 broken, 0 open
        shop.yaml:18:8: error[policy/rule]: 'always' is not a rule. 
        """), "\(text)")
    #expect(text.ranges(of: "error[policy/rule]").count == 2, "\(text)")
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }

  // From outside, the note is above Home; only a link from inside replaces it.
  @Test func `links that screens open are tried with --inside`() throws {
    let text = try ShellSession.output(
      of: """
        cat > app.yaml <<'END'
        signalbox: 1
        plugin: app
        coordinators: { root: { kind: stack, start: / } }
        routes:
          - { path: /, screen: Home }
          - { path: /note, screen: Note, as: replace }
        screens: { Home: {}, Note: {} }
        never: from every screen back reaches Home
        END
        signalbox explore app.yaml | grep -o '^proved\\|links from .* were tried\\|--inside'
        signalbox explore --inside app.yaml | grep -o '^broken'
        signalbox explore --inside app.yaml | grep -c 'links from outside'
        """, in: shop(policy: ""))
    #expect(
      text == """
        proved
        links from outside were tried
        --inside
        broken
        0
        exit 1

        """, "\(text)")
  }

  @Test func `scripts that use the whole app are written and can be replayed`() throws {
    let text = try ShellSession.output(
      of: """
        signalbox explore --scripts out shop.yaml | tail -1
        ls out
        signalbox replay --routes shop.yaml --coverage-min 100 out | tail -1
        signalbox explore --json --scripts out shop.yaml | tail -2 | cut -d, -f1-5
        signalbox explore --scripts shop.yaml/out shop.yaml 2>&1 | tail -1
        """, in: shop(policy: ""))
    #expect(
      text.hasPrefix(
        """
        1 script with 7 events in out: routes 5/5, screens 4/4, taps 2/2, gates 1/1, coordinators 1/1
        explore-01.nav
        13 of 13 routes, screens, taps, gates and coordinators are covered: 100 %
        {"scripts":1,"folder":"out","coverage":{"covered":13,"total":13,"percent":100.0}}
        {"elements":
        """), "\(text)")
    #expect(text.contains("error[file/unwritable]"), "\(text)")
  }

  @Test func `a rule that holds is proved`() throws {
    let text = try ShellSession.output(
      of: "signalbox explore --policy policy.yaml shop.yaml",
      in: shop(offer: ", gates: [login]", policy: rule))
    #expect(
      text.hasPrefix("proved at any depth: never screen Checkout without gate login\n1 rule: "),
      "\(text)")
    #expect(text.hasSuffix("exit 0\n"), "\(text)")
  }

  @Test func `the script that breaks a rule can be replayed`() throws {
    let text = try ShellSession.output(
      of: """
        signalbox explore --policy policy.yaml shop.yaml > out; echo $?
        sed -n '/^  /s/^  //p' out > broken.nav
        head -1 out
        cat broken.nav
        signalbox replay --routes shop.yaml broken.nav | tail -1
        """,
      in: shop(policy: rule))
    #expect(
      text == """
        1
        broken: never screen Checkout without gate login (policy.yaml:2:8), by 1 event, the shortest way:
        open /offers/checkout/a
        expect screen Checkout
        expect gate login closed
        1 script, 3 steps, 2 expectations, 0 failures
        exit 0

        """)
  }

  @Test func `a rule that is neither proved nor broken is open`() throws {
    let text = try ShellSession.output(
      of: "signalbox explore --depth 0 --policy policy.yaml shop.yaml",
      in: shop(policy: rule))
    #expect(
      text.contains(
        "not proved: never screen Checkout without gate login (policy.yaml:2:8); no fault in 1 view up to depth 0, and in 1 state up to depth 0\n"
      ), "\(text)")
    #expect(text.hasSuffix("exit 3\n"), "\(text)")
  }

  @Test func `json has an object for each finding, each rule, and one with figures`() throws {
    let text = try ShellSession.output(
      of: """
        sed -i -e 's/Login: {}/Login: { taps: { up: tab x } }/' \
          -e 's/Checkout: {}/Checkout: { allow: [screen\\/twice] }/' shop.yaml
        signalbox explore --json --policy policy.yaml shop.yaml \
          | sed -E 's/:[0-9.]+(,"isC|,"ste|,"vie|,"dep|,"sta|,"sus|}$)/:…\\1/g'
        """, in: shop(policy: rule))
    let lines = text.split(separator: "\n")
    #expect(
      lines == [
        """
        {"code":"tap/refused","severity":"warning","file":"shop.yaml","line":16,"column":24,\
        "message":"the tap 'up' of 'Login' is refused wherever it is shown (unknown-tab)",\
        "advice":"Change what it does, or where its screen can be shown.",\
        "verdict":"broken","rule":null,\
        "script":["open /checkout","tap up","expect outcome refused(unknown-tab)",\
        "expect screen Login"]}
        """,
        """
        {"code":"allow/unused","severity":"warning","file":"shop.yaml","line":17,"column":23,\
        "message":"'screen/twice' is allowed, but not found here","advice":"Remove it.",\
        "verdict":"proved","rule":null,"script":[]}
        """,
        """
        {"code":"policy/broken","verdict":"broken",\
        "rule":"never screen Checkout without gate login","file":"policy.yaml","line":2,"column":8,\
        "message":"broken by 1 event, the shortest way",\
        "script":["open /offers/checkout/a","expect screen Checkout","expect gate login closed"]}
        """,
        """
        {"elements":…,"steps":…,"isComplete":true,"views":…,"depth":…,"states":…,\
        "suspicions":0,"knowsTaps":true,"hasGates":true,"seconds":…}
        """,
        "exit 0",
      ])
  }

  // Twelve gates give more work than any machine does in two seconds.
  @Test(arguments: [160, 30])
  func `Ctrl-C ends the work and prints the verdicts so far`(columns: Int) throws {
    let gates = (0..<12).map { "g\($0)" }
    var app = "signalbox: 1\nplugin: big\ncoordinators: { main: { kind: stack, start: / } }\n"
    app += "gates:\n" + gates.map { "  \($0): { challenge: /ask/\($0) }\n" }.joined()
    app += "routes:\n  - { path: /, screen: A }\n"
    for gate in gates {
      app += "  - { path: /\(gate)/:id, screen: C, gates: \(gate) }\n"
      app += "  - { path: /ask/\(gate), screen: B, as: sheet, values: { gate: \(gate) } }\n"
    }
    app += "screens: { A: {}, B: {}, C: {} }\n"
    let folder = try TemporaryFolder()
    try writeFile(folder.path + "/big.yaml", Array(app.utf8))
    try writeFile(
      folder.path + "/policy.yaml", Array("policy: 1\nrules: never screen C without gate g0\n".utf8)
    )
    let terminal = try ShellSession.start(columns: columns)
    try terminal.send("cd \(folder.path)\r")
    try terminal.send("signalbox explore --policy policy.yaml big.yaml; echo is $?\r")
    try terminal.wait(for: ": 3 s")
    #expect(terminal.screen.text.ranges(of: "proving: ").count == 1)
    try terminal.send("\u{3}")
    try terminal.wait(for: "\nis 3\n")
    let text = terminal.screen.text
    #expect(text.contains("\nthe proof did not end: "), "\(text)")
    let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("not proved: never screen C without gate g0 (policy.yaml:2:8); nothing"))
    #expect(words.contains(", ended by Ctrl-C"), "\(text)")
  }

  /// Policies with an error, and what is said.
  static let errors: [(policy: String, message: String)] = [
    ("", "1:1: error[format/missing-key]: a policy file needs 'policy' and 'rules'. Add it."),
    ("policy: 1\n", "1:1: error[format/missing-key]: a policy file needs 'rules'. Add it."),
    (
      "policy: 2\nrules: [a]\n",
      "1:9: error[format/bad-value]: 'policy' does not take '2'. Write the number 1."
    ),
    ("policy: 1\nrules: []\n", "2:8: error[format/missing-value]: 'rules' "),
    ("policy: 1\nrule: []\n", "2:1: error[format/unknown-key]: a policy file has no key 'rule'. "),
    (
      "policy: 1\nrules: [never screen Checkout without login]\n",
      "2:9: error[policy/rule]: 'never screen Checkout without login' is not a rule. "
        + "Write 'never screen SCREEN without gate GATE'.\n"
    ),
    (
      "policy: 1\nrules: [from every screen to Home]\n",
      "2:9: error[policy/rule]: 'from every screen to Home' is not a rule. Write 'from every screen "
        + "back reaches SCREEN' or 'from every screen some way reaches SCREEN'.\n"
    ),
    (
      "policy: 1\nrules: [never]\n",
      "2:9: error[policy/rule]: 'never' is not a rule. Write 'never screen SCREEN without "
    ),
    (
      "policy: 1\nrules: never screen Checkou without gate login\n",
      "2:8: error[name/unknown]: the app has no screen 'Checkou'. Did you mean 'Checkout'?"
    ),
  ]

  @Test(arguments: errors)
  func `a policy with an error is not explored`(_ row: (policy: String, message: String)) throws {
    let text = try ShellSession.output(
      of: "signalbox explore --policy policy.yaml shop.yaml 2>&1", in: shop(policy: row.policy))
    #expect(text.contains("policy.yaml:" + row.message), "\(text)")
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }

  @Test func `the policy and the depth are checked`() throws {
    let text = try ShellSession.output(
      of: """
        signalbox explore --policy policy.yaml --depth -1 shop.yaml
        signalbox explore --time 5 shop.yaml
        signalbox explore --time 0ms shop.yaml; echo is $?
        signalbox explore --memory 64 shop.yaml
        signalbox explore --memory 64K shop.yaml; echo is $?
        signalbox explore --memory 8G shop.yaml; echo is $?
        signalbox explore --policy none.yaml shop.yaml
        """, in: shop(policy: rule))
    #expect(text.contains("error[usage/option]: --depth does not take '-1'. "), "\(text)")
    #expect(
      text.contains("error[usage/option]: --time does not take '5'. Write a duration "), "\(text)")
    #expect(
      text.contains("the proof did not end: 1 element, 0 steps, 0.0 s, ended by --time\nis 3\n"),
      "\(text)")
    #expect(
      text.contains("error[usage/option]: --memory does not take '64'. Write a size "), "\(text)")
    #expect(
      text.contains("the proof did not end: 1 element, 0 steps, 0.0 s, ended by --memory\nis 3\n"),
      "\(text)")
    #expect(text.contains("\n0 findings: "), "\(text)")
    #expect(text.contains("error[file/unreadable]: cannot read 'none.yaml'"), "\(text)")
    #expect(text.hasSuffix("exit 2\n"), "\(text)")
  }
}
