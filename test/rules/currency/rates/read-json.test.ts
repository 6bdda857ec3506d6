import { describe, expect, it } from "@effect/vitest"
import { currenciesMax, readRatesDocument } from "../../../../rules/currency/rates/document.ts"
import { jsonOf, outcome, sampleTexts, whyRefused } from "./samples.ts"

const read = (text: string) => outcome(readRatesDocument(text))

const withRates = (rates: string, rest = '"base":"EUR","date":"2026-11-20"') =>
  `{${rest},"rates":${rates}}`

const manyRates = (count: number) =>
  JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`C${index}`, "1.5"])),
  )

describe("rates in JSON", () => {
  it("are read from numbers with the digits that were written", () => {
    expect(read(jsonOf())).toEqual({ day: "2026-11-20", ...sampleTexts })
    const precise = "1.1234567890123456789012345"
    expect(read(withRates(`{"USD":${precise}}`))).toMatchObject({ USD: precise })
  })

  it.each<readonly [string, string]>([
    ["texts", withRates('{"USD":"1.0850"}')],
    [
      "other members, whatever they hold",
      withRates(
        '{"USD":1.0850}',
        '"a":[{"rates":{"USD":2}},"]}",[[]]],"b":null,"base":"EUR","date":"2026-11-20"',
      ),
    ],
    ["members in another order", '{"rates":{"USD":1.0850},"date":"2026-11-20","base":"EUR"}'],
    ["escapes in names and texts", withRates(String.raw`{"\u0055SD":"\u0031.0850","x\"}":"\\"}`)],
    ["spaces and lines", `\n ${withRates('\r\n{ "USD" :\t1.0850 }')} \n`],
    ["a byte order mark", `\u{feff}${withRates('{"USD":1.0850}')}`],
  ])("are read with %s", (_, text) => {
    expect(read(text)).toMatchObject({ day: "2026-11-20", USD: "1.0850" })
  })

  it.each<readonly [string, string, string]>([
    ["is a list", "[]", "it is neither XML nor JSON"],
    ["is no JSON", "{base: EUR}", "it is no JSON"],
    ["stops in the middle", jsonOf().slice(0, -1), "it is no JSON"],
    ["goes on behind its end", `${jsonOf()}{}`, "it is no JSON"],
    ["is empty", "{}", "base is no text"],
    ["has no base", withRates('{"USD":1}', '"date":"2026-11-20"'), "base is no text"],
    ["has no date", withRates('{"USD":1}', '"base":"EUR"'), "date is no text"],
    [
      "has a number for a date",
      withRates('{"USD":1}', '"base":"EUR","date":20261120'),
      "date is no text",
    ],
    ["has no rates", '{"base":"EUR","date":"2026-11-20"}', "rates is no object"],
    ["has a list of rates", withRates("[1]"), "rates is no object"],
    ["has an empty object of rates", withRates("{}"), "it has no rates"],
    ["has a rate that is null", withRates('{"USD":null}'), "a rate is neither a text nor a number"],
    ["has a rate that is true", withRates('{"USD":true}'), "a rate is neither a text nor a number"],
    ["has a rate in a list", withRates('{"USD":[1]}'), "a rate is neither a text nor a number"],
    [
      "has a currency twice",
      withRates('{"USD":1,"JPY":2,"USD":1}'),
      "rates names a member several times",
    ],
    [
      "has a currency twice, once in escapes",
      withRates(String.raw`{"USD":1,"\u0055SD":1}`),
      "rates names a member several times",
    ],
    [
      "has two dates",
      withRates('{"USD":1}', '"base":"EUR","date":"2026-11-20","date":"2026-11-19"'),
      "the document names a member several times",
    ],
    [
      "has too many currencies",
      withRates(manyRates(currenciesMax + 1)),
      "it has more than 200 currencies",
    ],
  ])("are refused when it %s", (_, text, detail) => {
    expect(whyRefused(text)).toBe(`the document cannot be read: ${detail}`)
  })

  it("may be of as many currencies as are allowed", () => {
    expect(read(withRates(manyRates(currenciesMax)))).toMatchObject({ C199: "1.5" })
  })

  it.each([["USD"], ["eur"], [""]])("are refused when %s is their base", (base) => {
    const text = withRates('{"USD":1}', `"base":"${base}","date":"2026-11-20"`)
    expect(read(text)).toEqual({ _tag: "WrongBase", base })
  })

  it("are refused when their day is none", () => {
    expect(read(jsonOf(sampleTexts, "2026-13-01"))).toEqual({ _tag: "NotADay", text: "2026-13-01" })
  })

  it("are refused soon, however deep a document is nested", () => {
    const deep = 50_000
    const nested = `${"[".repeat(deep)}${"]".repeat(deep)}`
    expect(read(withRates(`{"USD":${nested}}`))).toMatchObject({ _tag: "Malformed" })
  })
})
