import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { runProcess } from "../../support/run-process.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Keeps a tick, lets six collections find no other, and says what there is to say of the next one. */
const program = `
  import { createHook } from "node:async_hooks"
  import { keepTick } from "./http/server/kept-tick.ts"
  const made = []
  const hook = createHook({ init: (_id, type, _trigger, resource) => made.push([type, resource]) })
  const kept = keepTick()
  for (let round = 0; round < 6; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    gc()
  }
  hook.enable()
  process.nextTick(() => {})
  hook.disable()
  const [[type, next]] = made
  console.log(JSON.stringify({
    type,
    isKeptAgain: keepTick() === kept,
    isAnother: next !== kept,
    isOfItsClass: %HaveSameMap(next, kept),
    seenByOtherHooks: made.length,
  }))`

describe("keepTick()", () => {
  it("keeps one tick, of whose hidden class all others are, and listens to no more of them", async () => {
    const options = ["--expose-gc", "--allow-natives-syntax", "--input-type=module", "--eval"]
    const ended = await runProcess(process.execPath, [...options, program], { cwd: root })
    assert.strictEqual(ended.stderr, "")
    assert.deepStrictEqual(JSON.parse(ended.stdout), {
      type: "TickObject",
      isKeptAgain: true,
      isAnother: true,
      isOfItsClass: true,
      seenByOtherHooks: 1,
    })
  })
})
