extension Subcommand {
  static let journal = Subcommand(
    name: "journal", operands: JournalTask.words.joined(separator: "|"), operandCount: 1...1,
    options: [.json, .session, .data],
    summary: "check, export or repair the journal of a daemon that is not running",
    details: """
      'check' reads the whole journal and verifies it; the exit code is 1 if it is damaged. \
      'export' prints every record, or those of one session as a script. 'repair' writes a new \
      journal of everything that is provably sound, keeps the damaged one next to it, and \
      reports what is lost; a sound journal is not changed.
      """,
    examples: [
      Example("signalbox journal check", "the journal of your own daemon"),
      Example("signalbox journal export --session demo > demo.nav", "a session as a script"),
      Example("signalbox journal repair --data /var/lib/signalbox", "another folder"),
    ],
    completion: .words(JournalTask.words), run: runJournal)
}
