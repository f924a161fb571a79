import Console

runProbe(CommandLine.arguments)
