/// The data of a view of one result. Views know this protocol and no model.
protocol ResultViewData {
  var title: String { get }
  var subtitle: String { get }
  /// The address of the album's cover; `nil` if there is none.
  var albumCoverURL: String? { get }
}
