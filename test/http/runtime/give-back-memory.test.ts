import { assert, it } from "@effect/vitest"
import { makeGiveBackMemory } from "../../../http/runtime/node-limits.ts"
import { eventually } from "../../support/eventually.ts"

it("what a burst has left is collected some time after it, though nothing is allocated", async () => {
  const left = new WeakRef({ of: "a burst" })
  await new Promise(setImmediate)
  const giveBack = makeGiveBackMemory(20)
  giveBack()
  giveBack()
  assert.isTrue(await eventually(() => Promise.resolve(left.deref() === undefined), 10_000, 10))
})
