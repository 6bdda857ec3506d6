import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { decodeXml } from "../../../core/xml/decode-xml.ts"

const utf16 = (text: string, isBig: boolean, mark: boolean): Buffer => {
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, "utf16le")
  return isBig ? bytes.swap16() : bytes
}

describe("the text of an XML document", () => {
  it("is the same in every encoding that it may be in", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (inner) => {
        const text = `<a>${inner}</a>`
        const declaring = `<?xml version="1.0" encoding="UTF-16"?>${text}`
        for (const [bytes, expected] of [
          [Buffer.from(text), text],
          [Buffer.from(`\uFEFF${text}`), text],
          [utf16(text, false, true), text],
          [utf16(text, true, true), text],
          [utf16(declaring, false, false), declaring],
          [utf16(declaring, true, false), declaring],
          [Buffer.from(declaring), declaring],
        ] as const) {
          assert.deepStrictEqual(decodeXml(bytes), Result.succeed(expected))
        }
      }),
    ))

  it("is read in the encoding that it declares", () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00e9</a>', "latin1")
    assert.include(Result.getOrThrow(decodeXml(latin)), "<a>é</a>")
  })

  it.each([
    ["UTF-32", [0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]],
    ["EBCDIC", [0x4c, 0x6f, 0xa7, 0x94]],
  ])("is told to be in %s, which is not read", (encoding, bytes) => {
    const fault = Result.fail({ _tag: "EncodingUnknown", encoding } as const)
    assert.deepStrictEqual(decodeXml(Uint8Array.from(bytes)), fault)
  })

  it("is refused at the first byte that its encoding does not have", () => {
    const bytes = Buffer.from('<?xml version="1.0"?>\n<a>\u00e9</a>', "latin1")
    const place = { line: 2, column: 4 }
    const fault = Result.fail({ _tag: "BytesBroken", encoding: "utf-8", ...place } as const)
    assert.deepStrictEqual(decodeXml(bytes), fault)
    const odd = utf16("<a>", false, true).subarray(0, 7)
    assert.isTrue(Result.isFailure(decodeXml(odd)))
  })
})
