import CSystem

csystem_program_begin()
runServiceProbe(CommandLine.arguments)
