import { assert, it } from "@effect/vitest"
import { makeLedgerPart } from "../../bench/ledger/part.ts"

it("the part fills a ledger that holds, checks it, and has one change of it found", async () => {
  const found = []
  for await (const each of makeLedgerPart({ entries: 400, rounds: 1 }).run()) found.push(each)
  assert.deepStrictEqual(
    found.flatMap(({ figures }) => figures.map(({ measure }) => measure)),
    ["ms", "MiB"],
  )
  assert.deepStrictEqual(found.at(-1)?.notes, ["one changed amount among all of them is found"])
})
