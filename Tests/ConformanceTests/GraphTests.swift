import FileAccess
import PseudoTerminal
import TestSupport
import Testing

/// `signalbox graph` of a real app.
@Suite(.enabled(if: hasCorpora, "the corpora are not present"))
struct GraphTests {
  @Test(arguments: ["tree", "taps", "routes", "gates"])
  func `Artsy's 142 routes become a picture that a page of 1,280 pixels shows`(
    subject: String
  ) throws {
    let folder = try RouteFile.folder(
      of: ArtsyEigenApp.files(folder: corporaFolder + "/artsy-eigen"))
    let terminal = try PseudoTerminal(
      program: "/bin/sh",
      arguments: [
        "-c", "\"$0\" graph --of \(subject) --format svg \"$1\" > \"$1/out.svg\"; echo \"exit $?\"",
        try builtProgram("signalbox"), folder.path,
      ], environment: ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"])
    try terminal.waitForEnd()
    #expect(terminal.screen.text == "exit 0\n")
    let svg = try folder.text(of: "out.svg")
    let size = try #require(svg.firstMatch(of: /<svg width="(\d+)pt" height="(\d+)pt"/))
    // A point is 4/3 of a pixel.
    let width = try #require(Int(size.1))
    #expect(width * 4 / 3 <= 1_280, "\(width) points")
  }
}
