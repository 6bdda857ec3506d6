import { assert, describe, it } from "@effect/vitest"
import { diskText, whileWatchingDisk } from "../../bench/disk-waits.ts"

describe("what the disk does by itself", () => {
  it("is watched while something else is done, a page at least", async () => {
    const [found, { durationMs, tookMs }] = await whileWatchingDisk(() => Promise.resolve("done"))
    assert.strictEqual(found, "done")
    assert.isAtLeast(tookMs.length, 1)
    for (const took of tookMs) assert.isAtMost(took, durationMs)
  })

  it("is let go of when that fails", async () => {
    const failing = whileWatchingDisk(() => Promise.reject(new Error("no answer")))
    assert.match(String(await failing.catch(String)), /no answer/)
  })

  it("is told with the share of the time in which a write had long to go", () => {
    const waits = { tookMs: [0.2, 0.2, 50, 60, 140], durationMs: 10_000 }
    assert.strictEqual(
      diskText(waits, 50),
      "the disk by itself, 5 pages written and flushed: half within 50.0 ms, the longest 140 ms; for 1.00 % of the time one had more than 50 ms to go",
    )
  })
})
