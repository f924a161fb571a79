extension Shell {
  var zshCompletion: String {
    let commands = Subcommand.shown.map {
      "    " + singleQuoted(described($0.name) + ":" + $0.summary) + "\n"
    }
    let cases = Subcommand.shown.map { subcommand in
      """
            \(subcommand.name))
              _arguments \(specifications(subcommand)) ;;

      """
    }
    return """
      #compdef signalbox
      # zsh completion of signalbox, made by 'signalbox generate-completion zsh'.
      _signalbox() {
        local curcontext="$curcontext" state line
        typeset -A opt_args
        local -a commands=(
      \(commands.joined())  )
        _arguments -C \(specifications(.repl)) '1: :->command' '*:: :->operand'
        case $state in
          command) _describe command commands ;;
          operand)
            case $words[1] in
      \(cases.joined())      esac ;;
        esac
      }
      _signalbox "$@"

      """
  }

  /// The options and operands of a command as `_arguments` wants them.
  private func specifications(_ subcommand: Subcommand) -> String {
    var texts = subcommand.options.flatMap { option in
      forms(option).map { form in
        let value = option.value.map { ":\($0):_files" } ?? ""
        return singleQuoted("*\(form)[\(described(option.summary))]\(value)")
      }
    }
    switch subcommand.completion {
    case .nothing: break
    case .files(let ending): texts.append(singleQuoted("*:file:_files -g \"*\(ending)\""))
    case .words(let words):
      texts.append(singleQuoted("*:word:(\(words.joined(separator: " ")))"))
    }
    return texts.joined(separator: " ")
  }

  /// A text in which `_arguments` and `_describe` find no mark of their own.
  private func described(_ text: String) -> String {
    text.map { "[]:".contains($0) ? "\\" + String($0) : String($0) }.joined()
  }
}
