/// What the view knows of its view model: one side to call, one to bind to.
@MainActor
protocol RootViewModel {
  var inputs: any RootInputs { get }
  var outputs: any RootOutputs { get }
}
