import Screens

/// One result on a screen of its own: its line, and beneath it what else is known.
struct ResultDetailView {
  private(set) var section = Section(nil, [])

  mutating func configure(viewData: any ResultDetailViewData) {
    var head = ResultView()
    head.configure(viewData: viewData)
    section = Section(nil, [head.row] + viewData.details.map { Row($0.value, subtitle: $0.name) })
  }
}
