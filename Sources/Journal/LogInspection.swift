/// placeholder
struct LogInspection {
  init(of path: String) throws(JournalError) {}
  func check(main: String) throws(JournalError) {}
}
