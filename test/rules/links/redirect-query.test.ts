import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { readRedirectQuery } from "../../../rules/links/funnel-address.ts"

const languages = new Set(["en", "fr"])

const read = (query: string) => readRedirectQuery(query, languages)

const nothing = { quote: null, offerId: null, residence: null, language: null }

describe("readRedirectQuery()", () => {
  it.each([
    ["quote=q", "q"],
    [`quote=${"q".repeat(64)}`, "q".repeat(64)],
    ["quote=a_-9", "a_-9"],
    ["quote=%71", "q"],
    ["?quote=q", "q"],
    [`quote=${"q".repeat(65)}`, null],
    ["quote=", null],
    ["quote", null],
    ["quote=.b", null],
    ["quote=a.", null],
    ["quote=a.b.c", null],
    [`quote=a.${"b".repeat(65)}`, null],
    ["quote=a+b", null],
    ["quote=q%0A", null],
    ["quote=%00", null],
    ["QUOTE=q", null],
    ["quote[]=q", null],
  ])("reads the quote of %j as %j", (query, quoteRef) => {
    const quote = quoteRef === null ? null : { quoteRef, mac: null, language: null }
    assert.deepStrictEqual(read(query), { ...nothing, quote })
  })

  it.each([
    ["quote=a.b", "b"],
    ["quote=a%2Eb", "b"],
    ["quote=a.AQgw-_", "AQgw-_"],
  ])("reads the MAC of %j as %j", (query, mac) => {
    assert.deepStrictEqual(read(query), {
      ...nothing,
      quote: { quoteRef: "a", mac, language: null },
    })
  })

  it.each([
    ["1", 1],
    ["101", 101],
    ["2147483647", 2_147_483_647],
    ["2147483648", null],
    ["9999999999", null],
    ["10000000000", null],
    ["0", null],
    ["01", null],
    ["-1", null],
    ["%2B1", null],
    ["1.0", null],
    ["1e3", null],
    ["0x1", null],
    ["1%20", null],
    ["%D9%A1", null],
    ["", null],
  ])("reads the offer %j as %j", (offer, offerId) => {
    assert.deepStrictEqual(read(`offer=${offer}`), { ...nothing, offerId })
  })

  it.each([
    ["FR", "FR"],
    ["ZZ", "ZZ"],
    ["fr", null],
    ["FRA", null],
    ["F", null],
    ["", null],
  ])("reads the residence %j as %j", (written, residence) => {
    assert.deepStrictEqual(read(`res=${written}`), { ...nothing, residence })
  })

  it.each([
    ["fr", "fr"],
    ["en", "en"],
    ["de", null],
    ["FR", null],
    ["", null],
  ])("reads the language %j as %j", (written, language) => {
    assert.deepStrictEqual(read(`lang=${written}`), { ...nothing, language })
  })

  it("drops a parameter that is there twice, equal or empty ones too, and keeps the others", () => {
    for (const query of [
      "offer=7&offer=7",
      "offer=7&offer=8",
      "offer=7&offer=",
      "offer=7&%6Fffer=7",
    ]) {
      assert.deepStrictEqual(read(`${query}&quote=q`), {
        ...nothing,
        quote: { quoteRef: "q", mac: null, language: null },
      })
    }
    assert.deepStrictEqual(read("quote=q&quote=q&offer=7&res=FR&res=FR&lang=fr&lang=en"), {
      ...nothing,
      offerId: 7,
    })
  })

  it("ignores parameters that it does not know", () => {
    assert.deepStrictEqual(read("utm_source=x&lang=fr&fbclid=1"), { ...nothing, language: "fr" })
    assert.deepStrictEqual(read(""), nothing)
  })

  it("reads any text without throwing, and gives only what is well formed", () => {
    const queries = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(
          fc.tuple(fc.constantFrom("quote", "offer", "res", "lang"), fc.string({ maxLength: 3 })),
        )
        .map((pairs) => pairs.map((pair) => pair.join("=")).join("&")),
    )
    fc.assert(
      fc.property(queries, (query) => {
        const { language, offerId, quote, residence } = read(query)
        assert.match(quote?.quoteRef ?? "q", /^[\w-]{1,64}$/)
        assert.match(quote?.mac ?? "m", /^[\w-]{1,64}$/)
        assert.match(residence ?? "FR", /^[A-Z]{2}$/)
        assert.include(["en", "fr", null], language)
        assert.isTrue(offerId === null || (Number.isInteger(offerId) && offerId >= 1))
      }),
    )
  })
})
