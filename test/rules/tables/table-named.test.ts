import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { tableNamed } from "../../../rules/tables/table-named.ts"

const files = [
  "coach/arguments.csv",
  "messages/arguments.csv",
  "messages/medical.csv",
  "reference/guarantees.csv",
  "sandbox/guarantees.csv",
]

const named = (name: string): string =>
  Result.match(tableNamed(name, files), {
    onSuccess: (file) => file,
    onFailure: ({ message }) => message,
  })

describe("tableNamed()", () => {
  it("takes the file, an ending of it that no other has, and a path that ends with it", () => {
    const names = ["coach/arguments.csv", "coach/arguments", "arguments.csv", "arguments"]
    for (const name of [...names, "./data/coach/arguments.csv", "/x/coach/arguments.csv"]) {
      assert.strictEqual(named(name), "coach/arguments.csv", name)
    }
    assert.strictEqual(named("sandbox/guarantees"), "sandbox/guarantees.csv")
  })

  it("takes texts of messages by a name of their own, else in full", () => {
    assert.strictEqual(named("medical"), "messages/medical.csv")
    assert.strictEqual(named("messages/arguments"), "messages/arguments.csv")
    assert.strictEqual(named("./data/messages/arguments.csv"), "messages/arguments.csv")
  })

  it("refuses an ending that several have, and names them", () => {
    const expected = '"guarantees" could be reference/guarantees.csv or sandbox/guarantees.csv'
    assert.strictEqual(named("guarantees"), expected)
  })

  it("refuses what no table is called, with the nearest name", () => {
    assert.strictEqual(
      named("argments"),
      'There is no table "argments"; did you mean coach/arguments.csv?',
    )
    assert.strictEqual(
      named("coach/argument.csv"),
      'There is no table "coach/argument.csv"; did you mean coach/arguments.csv?',
    )
    assert.strictEqual(
      named("guments"),
      'There is no table "guments"; did you mean coach/arguments.csv?',
    )
    assert.strictEqual(named("weather"), 'There is no table "weather"')
  })
})
