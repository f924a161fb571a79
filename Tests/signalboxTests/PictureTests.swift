import FileAccess
import TestSupport
import Testing

/// The picture in the README.
struct PictureTests {
  @Test func `the picture shows what the program prints`() throws {
    let text = try ShellSession.output(
      of: "python3 \(packageFolder)/docs/session.py $(command -v signalbox) $R > drawn.svg && "
        + "diff drawn.svg \(packageFolder)/docs/session.svg",
      in: TemporaryFolder())
    #expect(
      text == "exit 0\n",
      """
      docs/session.svg differs; \
      'python3 docs/session.py .build/debug/signalbox Routes > docs/session.svg' draws it again
      \(text)
      """)
  }
}
