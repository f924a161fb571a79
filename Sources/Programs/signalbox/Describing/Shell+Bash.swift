extension Shell {
  /// Works with bash 3.2, which macOS has: where nothing is offered, `-o default` completes files.
  var bashCompletion: String {
    let names = Subcommand.shown.map(\.name).joined(separator: " ")
    let valued = Option.all.filter { $0.value != nil }.flatMap(forms).joined(separator: "|")
    let rows = Subcommand.shown.map { subcommand in
      let options = subcommand.options.map { "--" + $0.name }.joined(separator: " ")
      return "    \(subcommand.name)) options='\(options)' words='\(words(subcommand))' ;;\n"
    }
    return """
      # bash completion of signalbox, made by 'signalbox generate-completion bash'.
      _signalbox() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local command= options words index
        COMPREPLY=()
        # bash breaks --option=value into three words.
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        case $previous in
          \(valued)) return ;;
        esac
        for ((index = 1; index < COMP_CWORD; index++)); do
          case " \(names) " in
            *" ${COMP_WORDS[index]} "*) command="${COMP_WORDS[index]}"; break ;;
          esac
        done
        case ${command:-repl} in
      \(rows.joined())  esac
        [[ -z $command ]] && words='\(names)'
        [[ $current == -* ]] && words="$options"
        local IFS=$' \\n'
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      }
      complete -o default -F _signalbox signalbox

      """
  }

  private func words(_ subcommand: Subcommand) -> String {
    guard case .words(let words) = subcommand.completion else { return "" }
    return words.joined(separator: " ")
  }
}
