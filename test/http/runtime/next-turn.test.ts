import { assert, describe, it } from "@effect/vitest"
import { setImmediate as nextTurn } from "node:timers/promises"
import { makePutOff } from "../../../http/runtime/next-turn.ts"

const setUp = () => {
  const ran: Array<string> = []
  const putOff = makePutOff()
  const note = (name: string) => (): void => void ran.push(name)
  return { note, putOff, ran }
}

describe("what is put off", () => {
  it("in one turn runs together in the next, in order", async () => {
    const { note, putOff, ran } = setUp()
    putOff(note("first"))
    setImmediate(note("another's"))
    putOff(note("second"))
    assert.deepStrictEqual(ran, [])
    await nextTurn()
    assert.deepStrictEqual(ran, ["first", "second", "another's"])
  })

  it("while others run, runs in the turn after", async () => {
    const { note, putOff, ran } = setUp()
    putOff(() => putOff(note("inner")))
    putOff(note("outer"))
    await nextTurn()
    assert.deepStrictEqual(ran, ["outer"])
    await nextTurn()
    assert.deepStrictEqual(ran, ["outer", "inner"])
  })

  it("runs once, and later runs are not kept from running by it", async () => {
    const { note, putOff, ran } = setUp()
    putOff(note("first"))
    await nextTurn()
    putOff(note("second"))
    await nextTurn()
    await nextTurn()
    assert.deepStrictEqual(ran, ["first", "second"])
  })

  it("runs apart from what is put off by another", async () => {
    const { note, putOff, ran } = setUp()
    const putOffOther = makePutOff()
    putOff(note("first"))
    putOffOther(note("other"))
    putOff(note("second"))
    await nextTurn()
    assert.deepStrictEqual(ran, ["first", "second", "other"])
  })
})
