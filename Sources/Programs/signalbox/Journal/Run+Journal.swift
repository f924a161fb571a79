import Commands
import Diagnostics
import JSONCodec
import Journal
import ProgramSupport
import Sessions

/// The operands of `signalbox journal`.
enum JournalTask: String, CaseIterable {
  case check
  case export
  case repair
}

/// `signalbox journal check|export|repair`: the journal of a daemon that is not running.
@MainActor func runJournal(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  let task: JournalTask = try arguments.task()
  let folder = try dataFolder(arguments)
  do {
    let text: String
    switch task {
    case .check: text = report(try Journal.check(folder: folder), isJSON: arguments.has(.json))
    case .repair: text = report(try Journal.repair(folder: folder), isJSON: arguments.has(.json))
    case .export:
      return try export(folder, session: arguments.value(of: .session), to: streams)
    }
    try streams.write(text)
    return .done
  } catch let error as JournalError {
    let diagnostic = error.diagnostic
    let isAnswer = diagnostic.code == .journalDamaged || diagnostic.code == .journalVersion
    throw ExitError(status: isAnswer ? .negative : .usage, findings: [diagnostic])
  } catch let error as ExitError {
    throw error
  } catch {
    return .internalError
  }
}

private func report(_ summary: JournalSummary, isJSON: Bool) -> String {
  if isJSON {
    let object: JSON = [
      "sound": true, "sessions": JSON(summary.sessions), "records": JSON(summary.records),
      "snapshots": JSON(summary.snapshots), "definitions": JSON(summary.definitions),
      "lastNumber": .int(summary.lastNumber), "bytes": .int(summary.fileBytes),
      "logCommits": JSON(summary.logCommits),
      "logBytesCut": .int(summary.logCut?.bytes ?? 0),
    ]
    return object.text + "\n"
  }
  return "the journal is sound: \(counted(summary.sessions, "session")), "
    + "\(counted(summary.records, "record")), \(counted(summary.snapshots, "snapshot")), "
    + "\(counted(summary.definitions, "definition")), \(summary.fileBytes) bytes\n"
    + (summary.logCut.map { "\($0.summary)\n" } ?? "")
}

private func report(_ report: RepairReport, isJSON: Bool) -> String {
  if isJSON {
    let losses = report.losses.map { loss -> JSON in
      [
        "session": .optional(loss.session), "id": .int(loss.id),
        "seq": loss.seq.map { .int($0) } ?? .null, "recordsDropped": JSON(loss.recordsDropped),
      ]
    }
    let object: JSON = [
      "repaired": .bool(report.isDone), "what": .string(report.what),
      "keptAs": .optional(report.keptAs), "sessions": JSON(report.sessions),
      "records": JSON(report.records), "rowsLost": report.rowsLost.map { .int($0) } ?? .null,
      "logCommitsLost": JSON(report.logCommitsLost), "losses": .array(losses),
    ]
    return object.text + "\n"
  }
  guard report.isDone else { return "the journal is sound; nothing was changed\n" }
  var text = "repaired: \(report.what)\n"
  text += "kept: \(counted(report.sessions, "session")), \(counted(report.records, "record"))\n"
  if let rows = report.rowsLost, rows > 0 { text += "lost: \(counted(Int(rows), "row"))\n" }
  if report.logCommitsLost > 0 {
    text += "lost: \(counted(report.logCommitsLost, "commit")) at the end of the log\n"
  }
  for loss in report.losses {
    let name = loss.session.map { "'\($0)'" } ?? "number \(loss.id)"
    let fate = loss.seq.map { "continues from change \($0)" } ?? "is lost"
    text += "session \(name) \(fate)"
    let dropped = loss.recordsDropped
    text += dropped > 0 ? "; dropped: \(counted(dropped, "readable record"))\n" : "\n"
  }
  if let kept = report.keptAs { text += "the damaged journal is kept as \(kept)\n" }
  return escapedLines(text)
}

/// A text whose lines are safe to print.
private func escapedLines(_ text: String) -> String {
  text.split(separator: "\n").map { escaped(String($0)) + "\n" }.joined()
}

/// Writes all records, one JSON object per line, or those of one session as a script.
@MainActor private func export(
  _ folder: String, session: String?, to streams: Streams
) throws -> ExitStatus {
  var stopped: ExitError?
  var found = 0
  try Journal.export(folder: folder) { record, name in
    if let session, !sameBytes(name, session) { return true }
    found += 1
    let text =
      session == nil
      ? json(of: record, in: name).text : scriptLine(of: record.change, isFirst: found == 1)
    do throws(ExitError) { try streams.write(text + "\n") } catch { stopped = error }
    return stopped == nil
  }
  if let stopped { throw stopped }
  guard let session, found == 0 else { return .done }
  throw ExitError(status: .negative, findings: [.unknownSession(session)])
}

private func json(of record: JournalRecord, in session: String) -> JSON {
  let change = record.change
  return [
    "number": .int(record.number), "session": .string(session), "seq": .int(change.seq),
    "kind": .string(change.kind.word), "text": .string(change.text),
    "requestId": .optional(change.request?.id), "definition": .int(record.definition),
    "answer": (try? JSON(parsing: change.answer)) ?? .null,
  ]
}

/// A change as a line of a script, or as a comment if it is not a command.
private func scriptLine(of change: Change, isFirst: Bool) -> String {
  if change.kind == .create { return "# session \(escaped(change.text))" }
  let line = change.kind == .state ? "# change \(change.seq): \(change.text)" : change.text
  guard isFirst else { return line }
  return "# the first \(change.seq - 1) changes are no longer kept\n" + line
}
