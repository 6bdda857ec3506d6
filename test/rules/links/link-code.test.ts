import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  isLinkCode,
  linkCodeDigits,
  linkCodeLength,
  linkCodeOfRef,
  trackedRef,
} from "../../../rules/links/link-code.ts"

const linkCode = fc.stringMatching(/^[A-Za-z0-9]{4,32}$/)

const partnerCode = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+){0,3}$/)

describe("isLinkCode()", () => {
  it("takes 4 to 32 letters and digits, and what is generated is among them", () => {
    const lengths = [0, 3, 4, 32, 33]
    assert.deepStrictEqual(
      lengths.map((length) => isLinkCode("a".repeat(length))),
      [false, false, true, true, false],
    )
    assert.strictEqual(new Set(linkCodeDigits).size, 62)
    assert.isTrue([...linkCodeDigits].every((digit) => isLinkCode(digit.repeat(linkCodeLength))))
  })

  it.each(["abcd\n", "ab-cd", "ab cd", "abçd", "ＡＢＣＤ", 1234, null, ["abcd"]])(
    "refuses %j",
    (value) => {
      assert.isFalse(isLinkCode(value))
    },
  )
})

describe("linkCodeOfRef()", () => {
  it("gives back the code that a ref was made of, to its partner only", () => {
    fc.assert(
      fc.property(partnerCode, partnerCode, linkCode, (partner, other, code) => {
        const ref = trackedRef({ partnerCode: partner, linkCode: code })
        assert.strictEqual(linkCodeOfRef(ref, partner), code)
        if (other !== partner) assert.isUndefined(linkCodeOfRef(ref, other))
      }),
    )
  })

  it.each([
    "",
    "-",
    "acme",
    "acme-",
    "acme-abc",
    "-SPRING27",
    "SPRING27",
    "acme-SPRING-27",
    "ACME-SPRING27",
  ])("gives nothing for %j", (ref) => {
    assert.isUndefined(linkCodeOfRef(ref, "acme"))
  })
})
