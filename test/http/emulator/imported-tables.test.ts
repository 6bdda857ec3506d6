import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { importedTables } from "../../../http/emulator/imported-tables.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-imported-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const definition = {
  format: "viatica table 1",
  name: "Fares",
  about: "What a ride costs.",
  hitPolicy: "unique",
  inputs: [{ name: "age", label: "Age", expression: "age", type: "number" }],
  outputs: [{ name: "fare", label: "Fare", type: "number" }],
  annotations: [],
  from: { format: "DMN", version: "1.3", id: "fares" },
}

const put = (name: string, rows: string, changes: object = {}): void => {
  writeFileSync(join(folder, `${name}.table.json`), JSON.stringify({ ...definition, ...changes }))
  writeFileSync(join(folder, `${name}.csv`), rows)
}

const tables = importedTables(folder)

const ask = (name: string, facts: unknown, of = tables) =>
  Effect.match(of.evaluate(name, facts), {
    onSuccess: (answer) => JSON.stringify(answer),
    onFailure: ({ message }) => message,
  })

describe("imported tables of an emulator", () => {
  it.effect("are listed, and answer as their rows read at that moment", () =>
    Effect.gen(function* () {
      put("fares", "age,fare\n<65,2.5\n")
      const feel = { name: "rate", type: "number" }
      put("fees", "age,fare\n<65,age * rate\n", {
        outputs: [{ name: "fare", label: "Fare", type: "feel" }],
        facts: [{ name: "age" }, feel],
      })
      assert.deepStrictEqual(yield* tables.list, [
        {
          table: "fares",
          about: "What a ride costs.",
          hitPolicy: "unique",
          facts: ["age"],
          results: ["fare"],
        },
        {
          table: "fees",
          about: "What a ride costs.",
          hitPolicy: "unique",
          facts: ["age", "rate"],
          results: ["fare"],
        },
      ])
      assert.strictEqual(yield* ask("fares", { age: 7 }), '{"hits":[{"line":2,"fare":2.5}]}')
      put("fares", "age,fare\n<65,3\n")
      assert.strictEqual(yield* ask("fares", { age: 7 }), '{"hits":[{"line":2,"fare":3}]}')
      assert.strictEqual(
        yield* ask("fees", { age: 8, rate: 0.5 }),
        '{"hits":[{"line":2,"fare":4}]}',
      )
    }),
  )

  it.effect("tell what is wrong with facts, rows and names", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* ask("fares", { age: "x" }),
        'BAD_FACTS: age: "x" should be a number',
      )
      assert.strictEqual(
        yield* ask("fare", {}),
        "There is no table fare; there are fares, fees. Did you mean fares?",
      )
      assert.include(yield* ask("../fares", {}), "There is no table ../fares")
      put("fares", "age,fare\n<65,lots\n")
      assert.include(yield* ask("fares", { age: 7 }), "fares.csv:2:5 fare:")
      put("fares", "age,fare\n<65,3\n", { hitPolicy: "uniqe" })
      assert.include(yield* ask("fares", { age: 7 }), 'did you mean "unique"?')
      put("fares", "age,fare\n<65,3\n", {
        outputs: [{ name: "fare", label: "Fare", type: "feel" }],
        facts: [{ name: "pmt", type: "function" }],
      })
      assert.include(yield* ask("fares", { age: 7 }), "it calls pmt, of its model")
      const none = importedTables(undefined)
      assert.include(yield* ask("fares", {}, none), "viatica emulator --imported FOLDER")
      assert.notInclude(yield* ask("fares", {}, importedTables(join(folder, "nowhere"))), "hits")
    }),
  )
})
