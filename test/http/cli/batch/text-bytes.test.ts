import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { byteText } from "../../../../core/json/byte-text.ts"
import { makeTextBytes } from "../../../../http/cli/batch/text-bytes.ts"
import { testSeed } from "../../../support/random.ts"

describe("texts as bytes", () => {
  it("are one after the other what each is in UTF-8, time after time, in rooms of any size", () => {
    const bytes = makeTextBytes()
    const text = fc
      .tuple(fc.string({ unit: "binary", maxLength: 8 }), fc.constantFrom(1, 2, 512, 4096))
      .map(([part, times]) => part.repeat(times))
    const room = fc.option(fc.constantFrom(0, 1, 100, 4096, 1_000_000), { nil: undefined })
    const seen = { inRoom: 0, beyondIt: 0, without: 0 }
    const holds = fc.property(fc.array(text), room, (texts, roomBytes) => {
      const given = roomBytes === undefined ? undefined : new ArrayBuffer(roomBytes)
      if (given !== undefined) bytes.begin(given)
      for (const [index, each] of texts.entries()) {
        if (index % 2 === 0) bytes.write(each)
        else bytes.copy(byteText(each))
      }
      const taken = bytes.take()
      const expected = Buffer.concat(texts.map((each) => new TextEncoder().encode(each)))
      assert.isTrue(expected.equals(taken))
      assert.strictEqual(taken.byteOffset, 0)
      if (taken.length === 0) return
      if (given === undefined) seen.without += 1
      else if (taken.buffer === given) seen.inRoom += 1
      else {
        assert.isTrue(given.detached)
        seen.beyondIt += 1
      }
    })
    fc.assert(holds, { seed: testSeed("texts as bytes") })
    for (const times of Object.values(seen)) assert.isAbove(times, 5)
  })

  it("do not change once they are taken", () => {
    const bytes = makeTextBytes()
    bytes.write("one")
    const first = bytes.take()
    bytes.write("two")
    assert.strictEqual(Buffer.from(first).toString(), "one")
    assert.strictEqual(Buffer.from(bytes.take()).toString(), "two")
    assert.strictEqual(bytes.take().length, 0)
  })

  it("give a room back in which nothing was written once there is another", () => {
    const bytes = makeTextBytes()
    const [first, second] = [new ArrayBuffer(8), new ArrayBuffer(8)]
    bytes.begin(first)
    assert.strictEqual(bytes.take().length, 0)
    bytes.begin(second)
    bytes.write("é")
    assert.isTrue(first.detached)
    assert.strictEqual(bytes.take().buffer, second)
  })
})
