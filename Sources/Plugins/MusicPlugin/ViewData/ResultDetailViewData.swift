/// The data of a detail view of one result: that of every result view, and details.
protocol ResultDetailViewData: ResultViewData {
  /// Further named values, in display order.
  var details: [(name: String, value: String)] { get }
}
