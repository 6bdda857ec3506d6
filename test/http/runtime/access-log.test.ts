import { assert, describe, it } from "@effect/vitest"
import { gatherLines } from "../../../http/observability/access-log.ts"

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

describe("gathered lines", () => {
  it("are written together after the turn in which they came, in their order", async () => {
    const written: Array<string> = []
    const { add } = gatherLines((text) => written.push(text))
    add("first")
    add("second")
    assert.deepStrictEqual(written, [])
    await nextTurn()
    assert.deepStrictEqual(written, ["first\nsecond\n"])
    add("third")
    await nextTurn()
    assert.deepStrictEqual(written, ["first\nsecond\n", "third\n"])
  })

  it("are written at once at the end, and only once", async () => {
    const written: Array<string> = []
    const { add, flush } = gatherLines((text) => written.push(text))
    add("last")
    flush()
    await nextTurn()
    assert.deepStrictEqual(written, ["last\n"])
  })
})
