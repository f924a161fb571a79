/// What a view of one whole result shows: what every view of it does, and more.
protocol ResultDetailViewData: ResultViewData {
  /// What else is known, each with its name, in the order in which it is shown.
  var details: [(name: String, value: String)] { get }
}
