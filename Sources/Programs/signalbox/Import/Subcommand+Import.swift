import RouteImport

extension Subcommand {
  static let importRoutes = Subcommand(
    name: "import", operands: "KIND FILE|FOLDER", operandCount: 2...2,
    options: [.output, .gate, .noGate, .export, .set, .allRemarks, .json, .noCode],
    summary: "write a route file for the routes of another router",
    details: """
      KIND is one of \(ImportKind.words.joined(separator: ", ")). What cannot be imported as \
      it is becomes a comment in the route file, and appears in the report: 'changed', 'dropped', \
      or 'added' if a route file needs it. 'check' accepts the route file. Without --output it \
      appears on standard output and the report on standard error. --output names a folder for it; \
      importing again replaces the file there and prints the difference, and other files of the \
      folder add to its routes ('extend'). A module (JavaScript, TypeScript, JSX) is code, which \
      'node' runs with your rights, together with the files of the app that it imports, but not \
      the packages; --no-code refuses it. --export names what it exports the routes as, and --set \
      gives the value of a placeholder, such as a host that a package reads from the environment. \
      --gate makes a key of the source's routes a gate, such as meta.middleware=authenticated, or \
      '!meta.public' for all routes without it; the report proposes keys that look like one, and \
      --no-gate ends that. The exit code is 2 if the source cannot be read. docs/import.md \
      explains the kinds.
      """,
    examples: [
      Example("signalbox import csv routes.csv -o Routes", "a table with path, screen and gate"),
      Example("signalbox import json routes.json > app.yaml", "what an app's test has printed"),
      Example(
        "signalbox import react-navigation src/linking.ts --set HOST=shop.example -o Routes",
        "a module, with the app's own files"),
      Example(
        "signalbox import vue-router src/router.ts --gate meta.role=admin -o Routes",
        "routes with this role are behind the gate 'admin'"),
      Example("signalbox import expo app -o Routes", "a folder of files"),
    ],
    completion: .words(ImportKind.words), readsSettings: false, run: runImport)
}
