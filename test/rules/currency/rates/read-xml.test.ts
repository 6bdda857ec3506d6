import { describe, expect, it } from "@effect/vitest"
import { currenciesMax, readRatesDocument } from "../../../../rules/currency/rates/document.ts"
import {
  dayCube,
  envelope,
  outcome,
  sampleTexts,
  type Texts,
  whyRefused,
  xmlOf,
} from "./samples.ts"

const read = (text: string) => outcome(readRatesDocument(text))

const sample = { day: "2026-11-20", ...sampleTexts }

const usd = "<Cube currency='USD' rate='1.0850'/>"

const inDay = (cubes: string, attributes = "time='2026-11-20'") =>
  envelope(`<Cube ${attributes}>${cubes}</Cube>`)

/** As many currencies as wished, of codes that need not exist. */
const manyTexts = (count: number): Texts =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`C${index}`, "1.5"]))

describe("rates in XML", () => {
  it("are read from what the European Central Bank sends", () => {
    expect(read(xmlOf())).toEqual(sample)
  })

  it.each<readonly [string, string]>([
    ["other quotes", xmlOf().replaceAll("'", '"')],
    ["attributes in another order", inDay("<Cube rate='1.0850' currency='USD'/>")],
    ["spaces and lines in tags", inDay("<Cube\n currency = 'USD'\t rate\n=\n'1.0850'\r\n />")],
    ["end tags of their own", inDay("<Cube currency='USD' rate='1.0850'> </Cube>")],
    ["comments", inDay(`<!-- <Cube> & - > -->${usd}<!----><!-- more -->`)],
    ["no declaration", inDay(usd).replace(/^.*\n/, "")],
    ["a byte order mark and empty lines before it", `\u{feff}\r\n\n${inDay(usd)}`],
    [
      "no prefix, and another one",
      inDay(usd).replaceAll("gesmes:", "").replaceAll("Cube", "x:Cube"),
    ],
    [
      "one line",
      inDay(usd)
        .replaceAll(/[\n\t]/g, "")
        .replace("?>", "?> "),
    ],
    [
      "other elements beside its cubes",
      inDay(usd).replace("</gesmes:subject>", "<a b='c'><Cube/></a></gesmes:subject>"),
    ],
  ])("are read with %s", (_, text) => {
    expect(read(text)).toMatchObject({ day: "2026-11-20", USD: "1.0850" })
  })

  it.each<readonly [string, string, string]>([
    ["is empty", "", "it is neither XML nor JSON"],
    ["is a page", "<!doctype html><html></html>", "it is no XML of this shape"],
    ["is another document", "<html><body>502</body></html>", "it has another shape"],
    [
      "declares a type",
      xmlOf().replace("?>", "?><!DOCTYPE x [<!ENTITY a 'b'>]>"),
      "it is no XML of this shape",
    ],
    [
      "refers to an entity in an attribute",
      xmlOf().replace("1.0850", "&a;"),
      "it is no XML of this shape",
    ],
    [
      "refers to an entity in text",
      xmlOf().replace("Reference", "&amp;"),
      "it is no XML of this shape",
    ],
    ["has CDATA", xmlOf().replace("Reference", "<![CDATA[x]]>"), "it is no XML of this shape"],
    ["has an instruction", xmlOf().replace("Reference", "<?x y?>"), "it is no XML of this shape"],
    ["has a tag in a tag", inDay("<Cube currency='<' rate='1'/>"), "it is no XML of this shape"],
    [
      "has an attribute without quotes",
      inDay("<Cube currency=USD rate='1'/>"),
      "it is no XML of this shape",
    ],
    [
      "has attributes without space between",
      inDay("<Cube currency='USD'rate='1'/>"),
      "it is no XML of this shape",
    ],
    [
      "has an attribute twice",
      inDay("<Cube currency='USD' rate='1' rate='2'/>"),
      "a tag has an attribute twice",
    ],
    ["has an unfinished comment", inDay(`<!-- ${usd}`), "it is no XML of this shape"],
    ["stops in a tag", xmlOf().slice(0, -3), "it is no XML of this shape"],
    [
      "stops between tags",
      xmlOf().trimEnd().replace("</gesmes:Envelope>", ""),
      "it ends too early",
    ],
    ["closes what is not open", `${xmlOf()}</Cube>`, "its tags do not match"],
    [
      "closes in another order",
      xmlOf().replace("</gesmes:name>", "</gesmes:Sender>"),
      "its tags do not match",
    ],
    [
      "closes another prefix",
      xmlOf().replace("</gesmes:name>", "</name>"),
      "its tags do not match",
    ],
    ["has two envelopes", `${xmlOf()}<Envelope/>`, "it has several roots"],
    ["has something behind its envelope", `${xmlOf()}<other/>`, "it has another shape"],
    ["has text behind its envelope", `${xmlOf()}text`, "it has text where there should be none"],
    [
      "has text among its rates",
      inDay(`${usd} and more`),
      "it has text where there should be none",
    ],
    [
      "has several days",
      envelope(`${dayCube()}${dayCube(sampleTexts, "2026-11-19")}`),
      "it has several days",
    ],
    [
      "has several lists",
      xmlOf().replace("</gesmes:Envelope>", "<Cube/></gesmes:Envelope>"),
      "it has several lists of rates",
    ],
    ["has no day", envelope(""), "it has no day"],
    ["has a day without a time", inDay(usd, ""), "a day has other attributes than time"],
    [
      "has more on a day",
      inDay(usd, "time='2026-11-20' base='USD'"),
      "a day has other attributes than time",
    ],
    [
      "has a rate without a currency",
      inDay("<Cube rate='1'/>"),
      "a rate has other attributes than currency and rate",
    ],
    [
      "has rates for a hundred units",
      inDay("<Cube currency='JPY' rate='0.6' multiplier='100'/>"),
      "a rate has other attributes than currency and rate",
    ],
    [
      "has cubes in rates",
      inDay("<Cube currency='USD' rate='1'><Cube/></Cube>"),
      "it has another shape",
    ],
    ["has other elements among rates", inDay("<rate/>"), "it has another shape"],
    [
      "is nested too deeply",
      envelope("").replace("Reference rates", "<a>".repeat(9)),
      "its elements are nested too deeply",
    ],
    ["has no rates", inDay(""), "it has no rates"],
    ["has a currency twice", inDay(`${usd}${usd}`), "a currency comes several times"],
    [
      "has too many currencies",
      xmlOf(manyTexts(currenciesMax + 1)),
      "it has more than 200 currencies",
    ],
  ])("are refused when it %s", (_, text, detail) => {
    expect(whyRefused(text)).toBe(`the document cannot be read: ${detail}`)
  })

  it("may be of as many currencies as are allowed", () => {
    expect(read(xmlOf(manyTexts(currenciesMax)))).toMatchObject({ C199: "1.5" })
  })

  it.each([["2026-02-29"], ["2026-11-31"], ["20-11-2026"], ["2026-11-20T16:00"], [""]])(
    "are refused when %s is their day",
    (day) => {
      expect(read(xmlOf(sampleTexts, day))).toEqual({ _tag: "NotADay", text: day })
    },
  )

  it("are refused soon, however a large document tries to keep the reader busy", () => {
    const long = 100_000
    for (const text of [
      `<Envelope${" ".repeat(long)}`,
      `<Envelope${" a='b'".repeat(long)}`,
      `<${"e".repeat(long)}`,
      "<a>".repeat(long),
      `<!--${"-x".repeat(long)}`,
      `<Envelope>${"<!---->".repeat(long)}`,
    ]) {
      expect(read(text)).toMatchObject({ _tag: "Malformed" })
    }
  })
})
