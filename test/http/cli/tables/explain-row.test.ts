import { assert, describe, it } from "@effect/vitest"
import { runHere } from "../run.ts"

const viatica = runHere({})
const explain = (...args: ReadonlyArray<string>) => viatica(["tables", "explain", ...args])

interface Explained {
  readonly file: string
  readonly count: number
  readonly rows: ReadonlyArray<{
    readonly line: number
    readonly cells: Readonly<Record<string, string>>
    readonly fires?: {
      readonly example: Readonly<Record<string, unknown>> | null
      readonly precededBy: ReadonlyArray<number>
    }
  }>
}

const rowsOf = async (...args: ReadonlyArray<string>): Promise<Explained> => {
  const { status, stderr, stdout } = await explain(...args, "--json")
  assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
  return JSON.parse(stdout) as Explained
}

describe("a row by its name", () => {
  it("is shown with what each cell means, and what it counts for", async () => {
    const { status, stdout } = await explain("sandbox/eligibility", "103")
    assert.strictEqual(status, 0)
    assert.match(stdout, /^data\/sandbox\/eligibility\.csv:\d+\n/)
    assert.match(stdout, /\n  oldest_age +<=\d+ +Age of the oldest traveller\. \(years\)\n/)
    assert.match(stdout, /\n  counts for example for \{"intent":/)
  })

  it("is found by id, key, any cell that says just that, and line", async () => {
    for (const [table, name, column, cell] of [
      ["arguments", "friends_not_insured", "id", "friends_not_insured"],
      ["arguments", "friends", "broken", "friends"],
      ["countries", "FR", "code", "FR"],
      ["limits", "coach_arguments_max", "name", "coach_arguments_max"],
      ["headlines", ":2", "key", "coach.headline.travel_warning"],
    ] as const) {
      const { count, rows } = await rowsOf(table, name)
      assert.isAbove(count, 0)
      for (const { cells } of rows) assert.strictEqual(cells[column], cell, `${table} ${name}`)
    }
  })

  it("decides which table is meant where a name could be several", async () => {
    assert.strictEqual((await rowsOf("eligibility", "103")).file, "sandbox/eligibility.csv")
    assert.strictEqual((await rowsOf("offers", "1003")).file, "catalogue/offers.csv")
    assert.match((await explain("offers", "1")).stderr, /could be sandbox\/offers\.csv or/)
  })

  it("has an example that fires it, and the earlier rows that it gives way to", async () => {
    const { rows } = await rowsOf("headlines", ":12")
    const [{ fires }] = rows as [Explained["rows"][number]]
    assert.isAbove(fires?.precededBy.length ?? 0, 0)
    const again = await explain("headlines", JSON.stringify(fires?.example), "--json")
    const fired = (JSON.parse(again.stdout) as { readonly fired: { readonly shown: unknown } })
      .fired
    assert.nestedPropertyVal(fired, "shown[0].line", 12)
  })

  it("gets a proposal where there is none", async () => {
    for (const [name, line] of [
      ["freinds_not_insured", /no row "freinds_not_insured"; did you mean friends_not_insured\?/],
      [":9999", /no row ":9999"; did you mean :\d+\?/],
      ["zzzzzzzzzzzzz", /no row "zzzzzzzzzzzzz"\n/],
    ] as const) {
      const { status, stderr, stdout } = await explain("arguments", name)
      assert.deepStrictEqual({ status, stdout }, { status: 1, stdout: "" })
      assert.match(stderr, line)
    }
  })
})
