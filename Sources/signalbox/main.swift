runSignalbox(CommandLine.arguments)
