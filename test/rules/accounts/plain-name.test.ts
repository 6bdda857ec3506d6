import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { plainName } from "../../../rules/accounts/plain-name.ts"
import { times } from "../../support/long.ts"

/** What mail programs make links of: each by a pattern of its own, apart from those of the rule. */
const links: ReadonlyArray<RegExp> = [
  /[a-z][a-z0-9+.-]*:\/\//iu,
  /\b(?:mailto|tel|sms|https?):/iu,
  /\bwww\./iu,
  /\S@\S/u,
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*[.。．｡․][\p{L}\p{N}\p{M}-]{2,}/iu,
  /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/u,
  /(?:\d[ .()-]?){7,}/u,
]

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

const dots = [".", "。", "．", "｡", "․", "·", "‧", "・", "۔", "\u200b.", ".\u202e", "..", "…"]
const word = fc.constantFrom(
  "evil",
  "com",
  "www",
  "acme",
  "a",
  "co",
  "bücher",
  "пример",
  "９９",
  "xn--p1ai",
  "8",
)
const domain = fc
  .tuple(word, fc.constantFrom(...dots), word, fc.constantFrom(...dots), word)
  .map((parts) => parts.join(""))
const hostile = fc.oneof(
  domain,
  domain.map((name) => `http://${name}/login`),
  domain.map((name) => `HTTPS:\u200b//${name}`),
  domain.map((name) => `ｍａｉｌｔｏ：x＠${name}`),
  domain.map((name) => `me@${name}`),
  fc.constantFrom(
    "\r\nBcc: all@acme.example",
    "\u202e",
    "\0",
    "\u2028",
    "+33 (0)8 99-12 34 56",
    "www",
    "www.",
    "http",
    ":",
    "//",
    "hthttp://tp://",
    "wwwww.w.",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
)
const name = fc
  .array(fc.oneof(hostile, word, fc.constant(" ")), { maxLength: 12 })
  .map((parts) => parts.join(""))

describe("a name in an email", () => {
  it("holds nothing that a mail program makes a link of, and nothing unseen", () => {
    fc.assert(
      fc.property(name, (text) => {
        const shown = plainName(text, "acme")
        for (const link of links) expect(shown).not.toMatch(link)
        expect(shown).not.toMatch(unseen)
        expect(shown).not.toMatch(/["“”<>]/u)
        expect([...shown].length).toBeLessThanOrEqual(60)
        expect(shown).not.toBe("")
      }),
      { numRuns: times(600, 50_000) },
    )
  })

  it("is the company's own where it holds none", () => {
    const plain = fc
      .array(fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{1,9}$/), { minLength: 1, maxLength: 6 })
      .map((words) => words.join(" "))
      .filter((text) => text.length <= 60 && text === text.normalize("NFKC"))
    fc.assert(
      fc.property(plain, (text) => {
        expect(plainName(text, "acme")).toBe(text)
      }),
    )
  })

  it.each([
    "Société Générale & Fils, S.A.",
    "Assicurazioni S.p.A.",
    "Dr. Smith's Travel (Est. 1924)",
    "Col·lectiu de Viatges",
    "U.S. Travel Co.",
    "1-800-FLOWERS",
    "株式会社 東京旅行",
    "Öztürk Seyahat A.Ş.",
    "3M",
  ])("is %s as it is", (text) => expect(plainName(text, "acme")).toBe(text))

  it.each([
    [
      "Your bank account is blocked. Visit http://evil.example/login now",
      "Your bank account is blocked. Visit evil example login now",
    ],
    ["evil·example", "evil example"],
    ["booking.com", "booking com"],
    ["Call +33 8 99 12 34 56", "Call …"],
    ["support@evil.example", "support evil example"],
    ['Acme" <b>', "Acme b"],
    ["e\u0301\u0301\u0301\u0301\u0301\u0301vil", "é\u0301\u0301\u0301vil"],
    ["  ", "acme"],
  ])("is taken apart where it holds one: %s", (text, shown) =>
    expect(plainName(text, "acme")).toBe(shown),
  )
})
