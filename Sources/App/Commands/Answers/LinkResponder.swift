package import Navigation

/// Answers one link after another, on one thread.
package final class LinkResponder {
  private let answers: LinkAnswers
  private let finder: LinkFinder

  /// Tells objects of design §7.
  package init(_ definition: AppDefinition) {
    answers = LinkAnswers(definition, isJSON: true)
    finder = LinkFinder(definition)
  }

  /// Appends what a link of bytes of any kind opens, without a line end.
  package func answer(_ link: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    _ = answers.answerAtOnce(link, finder, into: &output) ?? answers.answer(link, into: &output)
  }
}
