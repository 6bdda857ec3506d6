import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { byteText } from "../../../core/json/byte-text.ts"
import { bodyBytes, textBody } from "../../../http/api/answer.ts"
import { testSeed } from "../../support/random.ts"

describe("a text as a body", () => {
  it("stands for its bytes in UTF-8, and so does one that the core made", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constant("\ud800"))
    const holds = fc.property(text, (each) => {
      for (const body of [textBody(each), byteText(each)]) {
        assert.isTrue(Buffer.from(each).equals(bodyBytes(body)))
        // The length that an answer's head tells.
        assert.strictEqual(body.length, Buffer.byteLength(each))
      }
    })
    fc.assert(holds, { seed: testSeed("texts as bodies") })
  })
})
