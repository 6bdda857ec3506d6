import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { equalMacs, hmacSha256Hex } from "../../../http/platform/hmac.ts"
import { testSeed } from "../../support/random.ts"

const seeded = (name: string) => ({ numRuns: 300, seed: testSeed(name) })

const mac = "9b74c9897bac770ffc029102a200c5de8f4d6d0c6f1b1b7b5f1b9d5a2c4e6f80"

describe("hmacSha256Hex()", () => {
  it("is the MAC of both parts, one behind the other", () => {
    const holds = fc.property(
      fc.string({ unit: "binary", minLength: 1 }),
      fc.string({ unit: "binary" }),
      fc.uint8Array({ maxLength: 300 }),
      (secret, head, body) => {
        const whole = Buffer.concat([Buffer.from(head), body])
        const expected = createHmac("sha256", secret).update(whole).digest("hex")
        assert.strictEqual(hmacSha256Hex(secret, [head, body]), expected)
      },
    )
    fc.assert(holds, seeded("hmac of parts"))
  })
})

describe("equalMacs()", () => {
  it("tells a difference in any place", () => {
    assert.isTrue(equalMacs(mac, mac))
    for (let place = 0; place < mac.length; place += 1) {
      const other = mac[place] === "0" ? "1" : "0"
      const changed = mac.slice(0, place) + other + mac.slice(place + 1)
      assert.isFalse(equalMacs(changed, mac), `place ${place}`)
      assert.isFalse(equalMacs(mac, changed), `place ${place}`)
    }
  })

  it("tells lengths apart, even where one text is the beginning of the other", () => {
    for (let length = 0; length < mac.length; length += 1) {
      assert.isFalse(equalMacs(mac.slice(0, length), mac), `length ${length}`)
      assert.isFalse(equalMacs(mac, mac.slice(0, length)), `length ${length}`)
    }
  })

  it("says of any texts what is so", () => {
    const short = fc.stringMatching(/^[A-Za-z0-9_-]{0,64}$/)
    let equal = 0
    const holds = fc.property(fc.array(fc.tuple(short, short, fc.boolean())), (pairs) => {
      for (const [left, other, isSame] of pairs) {
        const right = isSame ? left : other
        assert.strictEqual(equalMacs(left, right), left === right)
        if (left === right) equal += 1
      }
    })
    fc.assert(holds, seeded("short texts"))
    assert.isAbove(equal, 100)
  })

  it("takes no text for equal that has characters that no MAC has", () => {
    for (const character of ["é", "ŉ", "\u{1f511}"]) {
      const odd = mac.slice(0, 64 - character.length) + character
      assert.isFalse(equalMacs(odd, mac), character)
    }
    // U+0139 has the lower byte of "9": laid as bytes of units, the two would be the same.
    assert.isFalse(equalMacs(`\u0139${mac.slice(1)}`, mac))
  })
})
