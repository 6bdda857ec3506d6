import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { compileText, readText } from "../../../http/messages/icu.ts"
import type { MessageLanguage } from "../../../rules/messages/languages.ts"
import { shippedTables } from "../../support/tables.ts"

/** The longest values that are plausible, by language. */
const longest: Readonly<Record<MessageLanguage, Readonly<Record<string, string | number>>>> = {
  fr: {
    target: "500\u202f000\u00a0€",
    cardValue: "155\u202f000\u00a0€",
    recommended: "500\u202f000\u00a0€",
    shortfall: "345\u202f000\u00a0€",
    limit: "180\u00a0jours",
    demand: "100\u202f000\u00a0€",
    inPlace: "aux États-Unis",
    destinationName: "Émirats arabes unis",
    demandCountry: "Arabie saoudite",
    issuer: "Affaires mondiales Canada",
    asOf: "22 septembre 2026",
    according: "l’émetteur de la carte (septembre 2026)",
    inPlaces: "aux États-Unis",
    cardName: "Mastercard World Elite Odyssée Desjardins",
  },
  en: {
    target: "€500,000",
    cardValue: "€155,000",
    recommended: "€500,000",
    shortfall: "€345,000",
    limit: "180 days",
    demand: "€100,000",
    inPlace: "in the United States",
    destinationName: "United Arab Emirates",
    demandCountry: "Saudi Arabia",
    according: "the card’s issuer (September 2026)",
    inPlaces: "in the United States",
    issuer: "US Department of State",
    asOf: "22 September 2026",
    cardName: "Desjardins Odyssey World Elite Mastercard",
  },
}

/** The amounts of covers of goods, trips and delays: some thousands. */
const smaller: Readonly<Record<MessageLanguage, Readonly<Record<string, string>>>> = {
  fr: {
    cardValue: "10\u202f000\u00a0€",
    recommended: "20\u202f000\u00a0€",
    shortfall: "10\u202f000\u00a0€",
  },
  en: { cardValue: "€10,000", recommended: "€20,000", shortfall: "€10,000" },
}

/** The arguments about hundreds of thousands. */
const large = /^coach\.(?:argument|facts)\.(?:medical|accident|liability|rescue|no_card)/

const lists = {
  cover: "x".repeat(25),
  cardsHolding: 15,
  cardsRead: 16,
  covers: "x".repeat(70),
  terms: "x".repeat(140),
  coverCount: 19,
}

/** What stands for a place where a headline would get too long with its name. */
const unsaid: Readonly<Record<MessageLanguage, string>> = { fr: "sur place", en: "there" }

/** Every way to choose the branches of a text: each word of each choice, and none of them. */
const choicesOf = (text: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const words = new Map<string, Set<string>>()
  for (const { name, use, words: some } of Result.getOrThrow(readText(text))) {
    if (use === "choice") words.set(name, new Set([...(words.get(name) ?? ["other"]), ...some]))
  }
  return [...words].reduce<ReadonlyArray<Readonly<Record<string, string>>>>(
    (ways, [name, some]) =>
      ways.flatMap((way) => [...some].map((word) => ({ ...way, [name]: word }))),
    [{}],
  )
}

const tooLong = (
  text: string,
  language: MessageLanguage,
  length: number,
  values: Readonly<Record<string, string | number>> = {},
): ReadonlyArray<string> =>
  choicesOf(text).flatMap((way) => {
    const shown = compileText(text, language)({ ...longest[language], ...lists, ...values, ...way })
    assert.isDefined(shown, `${text} ${JSON.stringify(way)}`)
    return shown.length > length ? [`${shown.length}: ${shown}`] : []
  })

const textsOf = (row: {
  readonly fr: string
  readonly en: string
  readonly us: string | null
}): ReadonlyArray<readonly [MessageLanguage, string]> => [
  ["fr", row.fr],
  ["en", row.en],
  ...(row.us === null ? [] : [["en", row.us] as const]),
]

/** What an argument's part may have; the lists in facts have lengths of their own. */
const partLengths: ReadonlyMap<string, number> = new Map([
  ["hook", 60],
  ["fact", 200],
  ["pitch", 140],
])

describe("texts at their longest plausible values", () => {
  it("keep headlines within 70 characters", () => {
    for (const row of shippedTables.messageHeadlines.rows) {
      for (const [language, text] of textsOf(row)) {
        const values = { inPlace: unsaid[language], inPlaces: unsaid[language] }
        assert.deepStrictEqual(tooLong(text, language, 70, values), [], row.key)
      }
    }
  })

  it("keep openings within 60 characters, facts within 200, and offers within 140", () => {
    let seen = 0
    for (const row of shippedTables.messageArguments.rows) {
      const part = row.key.slice(row.key.lastIndexOf(".") + 1)
      const length = partLengths.get(part)
      assert.isDefined(length, row.key)
      // The renderer makes these openings fit.
      if (row.key.startsWith("coach.argument.conditions_") && part === "hook") continue
      if (row.key === "coach.argument.cancellation_conditional.hook") continue
      for (const [language, text] of textsOf(row)) {
        const values = large.test(row.key) ? {} : smaller[language]
        assert.deepStrictEqual(tooLong(text, language, length, values), [], row.key)
        seen += 1
      }
    }
    assert.isAtLeast(seen, 350)
  })
})
