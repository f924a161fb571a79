internal import Diagnostics
internal import JSONCodec

extension AgentTools {
  /// Every tool, in the order of the list.
  static let table = [
    AgentTool(
      name: "resolve",
      summary: "Show which route and screen a link opens, without a session.",
      methods: ["resolve"], parameters: ["link"], output: [.init("link", text)],
      run: { tools, arguments in
        ToolResult(try tools.daemon.look("resolve", arguments.members("link")))
      }),
    AgentTool(
      name: "why",
      summary: """
        Explain what a link opens in a session, or which routes nearly match and why they do not. \
        Use it when a link opens nothing or another screen.
        """,
      methods: ["why"], parameters: ["session", "link"], output: [.init("link", text)],
      run: { tools, arguments in
        ToolResult(try tools.daemon.look("why", arguments.members("session", "link")))
      }),
    AgentTool(
      name: "routes",
      summary: "List routes with screens and gates; use a filter in a large app.",
      methods: ["routes"], parameters: ["filter"],
      output: [.init("routes", list), .init("count", integer)],
      run: { tools, arguments in
        ToolResult(try tools.daemon.look("routes", arguments.members("filter")))
      }),
    AgentTool(
      name: "check",
      summary: """
        Read the route files and list errors and warnings with file, line and advice. Use it after \
        every edit.
        """,
      own: [
        .init("notes", ["type": "boolean", "description": "also what may be intended"])
      ],
      output: [.init("findings", list), .init("errors", integer), .init("warnings", integer)],
      run: { tools, arguments in try tools.app.check(notes: arguments.flag("notes")) }),
    AgentTool(
      name: "explore",
      summary: """
        Search every state of the app for faults, such as links lost after a login, each with a \
        script that shows it. Use it after 'check' has no errors.
        """,
      own: [
        .init(
          "seconds",
          [
            "type": "integer", "minimum": 1, "maximum": JSON(exploreSecondsMax),
            "default": JSON(exploreSecondsStandard),
          ])
      ],
      output: [.init("findings", list), .init("figures", object)],
      run: { tools, arguments in
        try tools.app.explore(seconds: arguments.integer("seconds") ?? exploreSecondsStandard)
      }),
    AgentTool(
      name: "session",
      summary: "Create, list or close sessions. Each has a name and starts at the first screen.",
      methods: ["session.create", "session.list", "session.close"],
      parameters: ["name", "cold", "after"],
      own: [.init("action", ["enum": ["create", "list", "close"]])], required: ["action"],
      isDestructive: true, output: [],
      run: { tools, arguments in try tools.session(arguments) }),
    AgentTool(
      name: "act",
      summary: """
        Run one line as at the prompt: open LINK, open LINK from SOURCE, tap NAME, back, tab NAME, \
        login USER, satisfy GATE, expect screen NAME, undo. 'help' lists all. A refused event \
        changes nothing and says why.
        """,
      methods: ["command"], parameters: ["session", "line"],
      output: [.init("text", text), .init("json", [:]), .init("seq", integer)],
      run: { tools, arguments in try tools.act(arguments) }),
    AgentTool(
      name: "look",
      summary: """
        Show where a session is: screen, stack, taps, gates and waiting links. Use it after 'act'.
        """,
      methods: ["show", "stack", "gates", "deferred"], parameters: ["session"],
      output: [
        .init("screen", object), .init("stack", list), .init("gates", list),
        .init("deferred", list), .init("queue", list), .init("seq", integer),
      ],
      run: { tools, arguments in try tools.look(arguments) }),
    AgentTool(
      name: "run_script",
      summary: """
        Run lines and 'expect' lines in a session; report the lines that fail. Use a new session \
        to repeat a script from the start.
        """,
      methods: ["source"], parameters: ["session", "script"], takesFile: true,
      output: [.init("steps", integer), .init("failures", integer), .init("seq", integer)],
      run: { tools, arguments in try tools.runScript(arguments) }),
    AgentTool(
      name: "save_script",
      summary: """
        Return the session as a script that 'run_script' repeats; with 'expect', also with what it \
        must show at its end.
        """,
      methods: ["save"], parameters: ["session", "expect"], takesFile: true,
      output: [.init("script", text), .init("seq", integer)],
      run: { tools, arguments in try tools.saveScript(arguments) }),
  ]

  private static let text: JSON = ["type": "string"]
  private static let integer: JSON = ["type": "integer"]
  private static let list: JSON = ["type": "array"]
  private static let object: JSON = ["type": "object"]
}

extension AgentTools {
  fileprivate func session(_ arguments: ToolArguments) throws -> ToolResult {
    let action = arguments.text("action")
    let name = arguments.optionalText("name")
    if action == "list" {
      return ToolResult(try daemon.look("session.list", arguments.members("after")))
    }
    guard let name else { throw Diagnostic.missingArgument("name") }
    guard action == "close" else {
      let members = arguments.members("name", "cold")
      return ToolResult(try daemon.change("session.create", members, line: "session create"))
    }
    let members = [JSON.Member("session", .string(name))]
    return ToolResult(try daemon.change("session.close", members, line: "session close"))
  }

  fileprivate func act(_ arguments: ToolArguments) throws -> ToolResult {
    let answer = try daemon.change(
      "command", arguments.members("session", "line"), line: arguments.text("line"))
    let text = answer["text"]?.stringValue ?? ""
    if let error = answer["json"]?["error"] {
      // What the daemon's clients call is a tool here.
      guard error["code"] == .string(DiagnosticCode.commandFile.rawValue) else {
        return ToolResult(failed: text)
      }
      throw Diagnostic.filesElsewhere(error["message"]?.stringValue ?? "")
    }
    let prompt = answer["prompt"]?.stringValue ?? ""
    let place = sameBytes(String(prompt.suffix(2)), "> ") ? String(prompt.dropLast(2)) : prompt
    return ToolResult(answer, text: text + place)
  }

  fileprivate func look(_ arguments: ToolArguments) throws -> ToolResult {
    let session = arguments.members("session")
    let stack = try daemon.look("stack", session)
    let gates = try daemon.look("gates", session)
    let waiting = try daemon.look("deferred", session)
    return ToolResult([
      "screen": try daemon.look("show", session), "stack": stack["screens"] ?? [],
      "gates": gates["gates"] ?? [], "deferred": waiting["deferred"] ?? [],
      "queue": waiting["queue"] ?? [], "seq": stack["seq"] ?? 0,
    ])
  }

  fileprivate func runScript(_ arguments: ToolArguments) throws -> ToolResult {
    let script = JSON.Member("script", .string(try script(of: arguments)))
    let answer = try daemon.change(
      "source", arguments.members("session") + [script], line: "run_script")
    return ToolResult(answer)
  }

  private func script(of arguments: ToolArguments) throws -> String {
    switch (arguments.optionalText("script"), arguments.optionalText("file")) {
    case (let text?, nil): return text
    case (nil, let name?): return try app.script(named: name)
    case (nil, nil): throw Diagnostic.missingScript
    default: throw Diagnostic.bothScripts
    }
  }

  fileprivate func saveScript(_ arguments: ToolArguments) throws -> ToolResult {
    let answer = try daemon.look("save", arguments.members("session", "expect"))
    let script = answer["script"]?.stringValue ?? ""
    if let name = arguments.optionalText("file") { try app.save(script, as: name) }
    return ToolResult(answer, text: script)
  }
}
