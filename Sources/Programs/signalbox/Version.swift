/// The version of the program, as in CHANGELOG.md (semver.org).
let programVersion = "0.1.0"
