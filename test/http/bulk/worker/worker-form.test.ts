import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { plainForm } from "../../../../http/bulk/rows/answer-columns.ts"
import { toldColumns, workerForm } from "../../../../http/bulk/worker/greeting.ts"

const shape = {
  answer: Schema.Struct({ price: Schema.Finite, offers: Schema.Array(Schema.String) }),
  request: Schema.Struct({ residence: Schema.String }),
  items: { name: "offer", path: ["offers"] },
  shortNames: { offerCount: "#offers" },
  usual: ["row", "id", "price"],
}

const formOf = (format: "ndjson" | "arrow", ...columns: ReadonlyArray<string>) =>
  workerForm({ columns, format }, () => Promise.resolve(shape))

const told = async (format: "ndjson" | "arrow", ...columns: ReadonlyArray<string>) =>
  toldColumns(await Effect.runPromise(formOf(format, ...columns)))

describe("the form of a worker's answers", () => {
  it("is whole lines of JSON where nothing else is asked for", async () => {
    assert.strictEqual(await Effect.runPromise(formOf("ndjson")), plainForm)
    assert.isUndefined(await told("ndjson"))
  })

  it("has the columns that are asked for with their types, and those of refusals behind them", async () => {
    const refusals = [
      { name: "error", type: "utf8" },
      { name: "detail", type: "utf8" },
    ] as const
    assert.deepStrictEqual(await told("ndjson", "price", "offerCount", "request.residence"), [
      { name: "price", type: "float64" },
      { name: "offerCount", type: "int64" },
      { name: "request.residence", type: "utf8" },
      ...refusals,
    ])
    const price = { name: "price", type: "float64" } as const
    assert.deepStrictEqual(await told("arrow"), [{ name: "id", type: "utf8" }, price, ...refusals])
  })

  it("has no number of a row, and nothing that is not in the answers", async () => {
    for (const [column, detail] of [
      ["row", /^no column "row" in the answers of a worker: /],
      ["prise", /^no column "prise" in the answers; did you mean "price"\?$/],
    ] as const) {
      const failed = await Effect.runPromise(Effect.flip(formOf("arrow", "id", column)))
      assert.strictEqual(failed.error, "COLUMNS_UNKNOWN")
      assert.match(failed.detail, detail)
    }
  })
})
