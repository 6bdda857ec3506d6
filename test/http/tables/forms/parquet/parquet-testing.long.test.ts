import { readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { readParquet } from "../../../../../http/tables/forms/parquet/read-parquet.ts"

// The files of apache/parquet-testing. Nothing of them lies here: `PARQUET_TESTING` names a copy of them.

const copy = process.env["PARQUET_TESTING"]

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(copy ?? "", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.parquet(?:\.encrypted)?$/.test(file))
    .toSorted()
    .map((file) => join(folder, file))

/** How many rows a file has, or why it is not read. */
const outcomeOf = async (file: string): Promise<number | Error> => {
  try {
    const { batches } = await readParquet(join(copy ?? "", file))
    let rows = 0
    for await (const batch of batches) {
      for (const column of batch.columns) assert.lengthOf(column, batch.rowCount, file)
      rows += batch.rowCount
    }
    return rows
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause))
  }
}

/** What programs say of themselves where a file is not what they expect. */
const inProgrammersWords =
  /undefined|null \(|is not a function|Cannot (?:read|destructure)|Invalid (?:typed )?array/

describe.skipIf(copy === undefined)("apache/parquet-testing, in the folder PARQUET_TESTING", () => {
  it("is read to the last row, or refused in words", { timeout: 300_000 }, async () => {
    const told: Array<string> = []
    const read = { data: 0, bad: 0, shredded: 0 }
    const all = { data: 0, bad: 0, shredded: 0 }
    for (const [kind, folder] of [
      ["data", "data"],
      ["bad", "bad_data"],
      ["shredded", "shredded_variant"],
    ] as const) {
      for (const file of filesIn(folder)) {
        all[kind] += 1
        const outcome = await outcomeOf(file)
        if (typeof outcome === "number") read[kind] += 1
        else told.push(`${file}: ${outcome.name} ${outcome.message}`)
      }
    }
    console.log([...told, JSON.stringify({ read, all })].join("\n"))
    assert.deepStrictEqual(
      told.filter((one) => /AssertionError/.test(one) || inProgrammersWords.test(one)),
      [],
    )
    assert.isAtLeast(read.data, 72)
    assert.isAtLeast(told.filter((one) => one.includes("it is encrypted")).length, 9)
  })
})

it.skipIf(copy !== undefined)(
  "apache/parquet-testing is not read: PARQUET_TESTING names no copy of it",
  () => {
    assert.isUndefined(copy)
  },
)
