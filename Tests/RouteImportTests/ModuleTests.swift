import Diagnostics
import FileAccess
import Navigation
import RouteImport
import TestSupport
import Testing

/// The values of JavaScript modules, with the places that their evaluation names.
struct ModuleTests {
  private func table(
    _ value: String, of kind: ImportKind = .reactNavigation, rest: String = ""
  ) throws -> ImportedTable {
    try kind.table(
      module: "m.ts",
      evaluated: Array(#"{"transformer":"t","files":1,"value":\#(value)\#(rest)}"#.utf8))
  }

  @Test func `a part of the value has the place that its object names`() throws {
    let value = #"""
      {"screens":{
        "A":{"path":"x","$at":["m.ts",3,6],"$keys":{"=path":[3,8,3,14]}},
        "B":{"path":"x","$at":["n.ts",9,2],"$keys":{"=path":[9,4,9,10]}},
        "C":"c","D":{"path":"d"},
        "$at":["m.ts",2,4],"$keys":{"=A":[3,3,3,6],"=B":[4,3,4,6],"=C":[5,3,5,6]}}}
      """#
    let places = try table(value).routes.map { $0.source.position?.description ?? "none" }
    #expect(places == ["m.ts:3:3", "m.ts:4:3", "m.ts:5:3", "m.ts:2:4"])
  }

  @Test func `a value without places has none`() throws {
    let table = try table(#"{"screens":{"A":"a","B":{"path":"b","$at":["m.ts",0,-1]}}}"#)
    #expect(table.routes.map(\.source.position) == [nil, nil])
  }

  @Test func `an unknown part of a path or prefix is reported with its source`() throws {
    let value = #"""
      {"prefixes":["a://","https://\u{e000}pkg.HOST\u{e001}"],"config":{"screens":{
        "A":"a","B":"b/\u{e000}pkg.default.X\u{e001}",
        "C":{"$unknown":"pkg.PATH","$function":"PATH"}}}}
      """#.replacing("\\u{e000}", with: "\\ue000").replacing("\\u{e001}", with: "\\ue001")
    let imported = try Imported(table(value))
    #expect(
      imported.settled.allRemarks.map { "\($0.diagnostic.message). \($0.advice ?? "")" } == [
        "prefixes[1] is dropped: ${pkg.HOST} is unknown here. Give it with '--set HOST=shop.example'.",
        "'/b/${pkg.default.X}' is dropped: ${pkg.default.X} is unknown here. "
          + "Give it with '--set X=VALUE'.",
        "'/${pkg.PATH}' is dropped: ${pkg.PATH} is unknown here. Give it with '--set PATH=VALUE'.",
      ])
    #expect(imported.routeLines == ["- { path: /a, screen: A }"])
  }

  @Test func `records that a module could not know are dropped`() throws {
    let value = #"[{"path":"/","component":"H"},{"$unknown":"admin[]","$function":"admin"}]"#
    let imported = try Imported(table(value, of: .vueRouter))
    #expect(imported.remarks == ["'a record' is dropped: ${admin[]} is unknown here"])
    let redirect =
      #"[{"path":"/","component":"H"},{"path":"/r","redirect":"/\ue000env.X\ue001"}]"#
    #expect(
      try Imported(table(redirect, of: .vueRouter)).remarks
        == ["'/r' is dropped: the redirect to ${env.X} is unknown here"])
  }

  @Test func `files that were not evaluated are reported, and the transformer is named`() throws {
    let table = try table(
      #"{"screens":{"A":"a"}}"#, rest: #","notes":[["x.ts","Error: no"],[],7]"#)
    #expect(
      table.remarks.map(\.diagnostic.message)
        == ["the file 'x.ts' is dropped: Error: no, so that what it exports is unknown"])
    #expect(table.reading == "m.ts, read with t")
  }
}
