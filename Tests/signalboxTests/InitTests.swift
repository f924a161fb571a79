import FileAccess
import TestSupport
import Testing

/// `signalbox init`: what it writes is sound and works as it is.
struct InitTests {
  @Test func `what init writes passes check and replay`() throws {
    let text = try ShellSession.output(
      of: "signalbox init App && cd App/Routes && signalbox check && sh ../check-links.sh",
      in: TemporaryFolder())
    #expect(text.hasPrefix("wrote App/Routes/app.yaml\n"), "\(text)")
    #expect(text.contains("1 plugin, 5 routes: 0 errors, 0 warnings\n"), "\(text)")
    #expect(text.contains("ok    Routes/Scripts/login.nav: "), "\(text)")
    #expect(text.hasSuffix("exit 0\n"), "\(text)")
  }

  @Test func `init replaces nothing, and writes all or nothing`() throws {
    let text = try ShellSession.output(
      of: "echo mine > check-links.sh; signalbox init; s=$?; cat check-links.sh; ls; (exit $s)",
      in: TemporaryFolder())
    #expect(
      text == """
        error[file/unwritable]: './check-links.sh' already exists. Name another folder; nothing \
        was written.
        mine
        check-links.sh
        exit 2

        """)
  }
}
