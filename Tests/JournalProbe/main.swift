probe(CommandLine.arguments)
