import { assert, describe, it } from "@effect/vitest"
import { release, releaseOwn } from "../../../../http/bulk/batch/text-bytes.ts"

describe("release()", () => {
  it("gives the memory back at once", () => {
    const bytes = new Uint8Array(8)
    release(bytes)
    assert.lengthOf(bytes, 0)
    assert.isTrue(bytes.buffer.detached)
  })
})

describe("releaseOwn()", () => {
  it("takes bytes that have memory of their own", () => {
    const bytes = Buffer.allocUnsafeSlow(8)
    releaseOwn(bytes)
    assert.lengthOf(bytes, 0)
  })

  it.each([
    { name: "the beginning of other bytes", part: (all: Uint8Array) => all.subarray(0, 7) },
    { name: "the end of other bytes", part: (all: Uint8Array) => all.subarray(1) },
  ])("leaves $name alone", ({ part }) => {
    const all = Uint8Array.from({ length: 8 }, (_, index) => index)
    releaseOwn(part(all))
    assert.deepStrictEqual([...all], [0, 1, 2, 3, 4, 5, 6, 7])
  })

  it("leaves alone what may be in the pool of others", () => {
    const pooled = Buffer.from("a short text")
    releaseOwn(pooled)
    assert.strictEqual(pooled.toString(), "a short text")
  })

  it("leaves memory alone that threads share", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(8)).fill(7)
    releaseOwn(shared)
    assert.deepStrictEqual([...shared], [7, 7, 7, 7, 7, 7, 7, 7])
  })
})
