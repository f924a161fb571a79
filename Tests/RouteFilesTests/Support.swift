import Diagnostics
import Navigation

@testable import RouteFiles

/// The required first lines of a file; the next line is line 3.
let start = "signalbox: 1\nplugin: cinema\n"

/// Reads a text as the file `a.yaml`.
func parsed(_ text: String) -> (plugin: PluginDraft?, errors: [Diagnostic]) {
  RouteFolder.parse(Array(text.utf8), file: "a.yaml")
}

/// `line:column code` of every error.
func findings(_ errors: [Diagnostic]) -> [String] {
  errors.map { error in
    let place = error.position.map { "\($0.line):\($0.column)" } ?? "-"
    return "\(place) \(error.code.rawValue)"
  }
}

/// A file that uses every key.
let exampleText = """
  signalbox: 1                       # format version, required
  plugin: cinema                     # required, unique
  run: [./cinema-plugin, --fast]
  caseSensitive: no
  links:
    - cinema://
    - https://cinema.example
    - https://*.cinema.example

  gates:
    login:
      challenge: /login
      keep: 30s
    premium:
      requires: [login]
      challenge: /subscribe

  coordinators:
    root:    { kind: switch, children: [main] }
    main:    { kind: tabs, children: [home, library] }
    home:    { kind: stack, start: / }
    library: { kind: stack, start: /library, gates: [login] }
    checkout: { kind: flow, start: /checkout }

  routes:
    - path: /movies/:id
      screen: MovieDetail
      name: movie
      params: { id: int }
      query: { ref: "string?", tab: [reviews, cast], sort: "[new, old]?" }
      values: { heading: "Film :id", note: "" }
      in: home
      as: sheet
      parents: [/movies]
      gates: login
      repeat: popTo
    - path: /film/:id
      redirect: /movies/:id
    - path: /imprint
      as: outside

  screens:
    MovieDetail:
      title: "Movie :id"
      leave: confirm
      taps:
        reviews: /movies/:id/reviews
        close: back
    Home: {}
  """
