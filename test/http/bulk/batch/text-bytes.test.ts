import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { byteText } from "../../../../core/json/byte-text.ts"
import { makeTextBytes } from "../../../../http/bulk/batch/text-bytes.ts"
import { testSeed } from "../../../support/random.ts"

describe("texts as bytes", () => {
  it("are one after the other what each is in UTF-8, time after time", () => {
    const bytes = makeTextBytes()
    const text = fc
      .tuple(fc.string({ unit: "binary", maxLength: 8 }), fc.constantFrom(1, 2, 512, 4096))
      .map(([part, times]) => part.repeat(times))
    const holds = fc.property(fc.array(text), (texts) => {
      for (const [index, each] of texts.entries()) {
        if (index % 2 === 0) bytes.write(each)
        else bytes.copy(byteText(each))
      }
      const taken = bytes.take()
      const expected = Buffer.concat(texts.map((each) => new TextEncoder().encode(each)))
      assert.isTrue(expected.equals(taken))
      assert.strictEqual(taken.byteOffset, 0)
    })
    fc.assert(holds, { seed: testSeed("texts as bytes") })
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
})
