import Screens

/// One result on its own screen: its row, then its details.
struct ResultDetailView {
  private(set) var section = Section(nil, [])

  mutating func configure(viewData: any ResultDetailViewData) {
    var head = ResultView()
    head.configure(viewData: viewData)
    section = Section(nil, [head.row] + viewData.details.map { Row($0.value, subtitle: $0.name) })
  }
}
