/// The view model as the view knows it: inputs to call, outputs to observe.
@MainActor
protocol RootViewModel {
  var inputs: any RootInputs { get }
  var outputs: any RootOutputs { get }
}
