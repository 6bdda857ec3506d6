import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { situationFor } from "../situations.ts"
import { bilanOf, coach, figuresOf, refusalOf, sandboxContext } from "../support.ts"

interface Situation {
  readonly mode: string
  readonly situation: string
  readonly residence: string
  readonly card: unknown
  readonly origin: string
  readonly warnings: ReadonlyArray<string>
  /** A card that reads the same, for the same residence. */
  readonly readsAs?: unknown
  /** What was not recognised of it. */
  readonly unmatched?: string
}

const none = { none: true }
const visa = (tier: string) => ({ network: "visa", tier })
const baseline = { network: "no such network", tier: "entry" }

/** Every way through card resolution: what a request names, and what is made of it. */
const situations: ReadonlyArray<Situation> = [
  {
    mode: "none",
    situation: "asked for",
    residence: "FR",
    card: none,
    origin: "none",
    warnings: [],
  },
  {
    mode: "none",
    situation: "left out",
    residence: "FR",
    card: undefined,
    origin: "none",
    warnings: [],
    readsAs: none,
  },
  {
    mode: "none",
    situation: "null is absent",
    residence: "MY",
    card: null,
    origin: "none",
    warnings: [],
    readsAs: none,
  },
  {
    mode: "no mode",
    situation: "a card that is no object",
    residence: "MY",
    card: "visa gold",
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: baseline,
    unmatched: "card",
  },
  {
    mode: "none",
    situation: "false is no mode",
    residence: "FR",
    card: { none: false },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "card",
    readsAs: baseline,
  },
  {
    mode: "no mode",
    situation: "an empty card",
    residence: "US",
    card: {},
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "card",
    readsAs: baseline,
  },
  {
    mode: "several modes",
    situation: "a BIN and no card",
    residence: "FR",
    card: { bin: "497010", none: true },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "card",
    readsAs: baseline,
  },
  {
    mode: "several modes",
    situation: "a catalogue card and a range",
    residence: "FR",
    card: { catalogueId: 4, ...visa("entry") },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: baseline,
  },
  {
    mode: "catalogueId",
    situation: "listed",
    residence: "FR",
    card: { catalogueId: 3 },
    origin: "exact",
    warnings: [],
  },
  {
    mode: "catalogueId",
    situation: "listed in another country than the residence",
    residence: "FR",
    card: { catalogueId: 125 },
    origin: "exact",
    warnings: [],
  },
  {
    mode: "catalogueId",
    situation: "not listed",
    residence: "FR",
    card: { catalogueId: 99999 },
    origin: "baseline",
    warnings: ["CARD_NOT_FOUND"],
    unmatched: "card",
    readsAs: baseline,
  },
  {
    mode: "catalogueId",
    situation: "a text",
    residence: "FR",
    card: { catalogueId: "3" },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: baseline,
  },
  {
    mode: "bin",
    situation: "in no range",
    residence: "CA",
    card: { bin: "999999" },
    origin: "baseline",
    warnings: ["BIN_LOOKUP_FAILED"],
    unmatched: "bin",
    readsAs: baseline,
  },
  {
    mode: "bin",
    situation: "five digits",
    residence: "CA",
    card: { bin: "49701" },
    origin: "baseline",
    warnings: ["BIN_LOOKUP_FAILED"],
    unmatched: "bin",
    readsAs: baseline,
  },
  {
    mode: "bin",
    situation: "a number",
    residence: "CA",
    card: { bin: 497010 },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: baseline,
  },
  {
    mode: "bin",
    situation: "of a credit card, without a range word",
    residence: "US",
    card: { bin: "401804" },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "bin",
    readsAs: visa("other"),
  },
  {
    mode: "bin",
    situation: "of a debit card in the US",
    residence: "US",
    card: { bin: "431230" },
    origin: "generic",
    warnings: [],
    readsAs: none,
  },
  {
    mode: "bin",
    situation: "of a network with a profile of entry cards of which nothing is known",
    residence: "SG",
    card: { bin: "376201" },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "bin",
    readsAs: { network: "amex", tier: "other" },
  },
  {
    mode: "bin",
    situation: "without a network",
    residence: "CA",
    card: { bin: "601725" },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "bin",
    readsAs: baseline,
  },
  {
    mode: "bank",
    situation: "sells such a card",
    residence: "FR",
    card: { bank: "LCL", ...visa("mid") },
    origin: "exact",
    warnings: [],
    readsAs: { catalogueId: 22 },
  },
  {
    mode: "bank",
    situation: "sells no such card, a profile stands in",
    residence: "FR",
    card: { bank: "LCL", network: "mastercard", tier: "mid" },
    origin: "generic",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "range",
    readsAs: { network: "mastercard", tier: "mid" },
  },
  {
    mode: "bank",
    situation: "not listed, a profile stands in",
    residence: "FR",
    card: { bank: "Banque Chabrières", ...visa("mid") },
    origin: "generic",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "bank",
    readsAs: visa("mid"),
  },
  {
    mode: "bank",
    situation: "listed in another country only, a profile of the residence stands in",
    residence: "US",
    card: { bank: "LCL", ...visa("mid") },
    origin: "generic",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "bank",
    readsAs: visa("mid"),
  },
  {
    mode: "bank",
    situation: "without a profile",
    residence: "FR",
    card: { bank: "LCL", ...visa("elite") },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: visa("elite"),
  },
  {
    mode: "bank",
    situation: "business cards have no profile",
    residence: "CA",
    card: { bank: "National Bank", network: "mastercard", tier: "business" },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "card",
    readsAs: { network: "mastercard", tier: "business" },
  },
  {
    mode: "bank",
    situation: "without its range",
    residence: "FR",
    card: { bank: "LCL", network: "visa" },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: baseline,
  },
  {
    mode: "network",
    situation: "with a profile",
    residence: "FR",
    card: visa("premium"),
    origin: "generic",
    warnings: [],
  },
  {
    mode: "network",
    situation: "with a profile for everywhere without a bank list",
    residence: "DE",
    card: visa("premium"),
    origin: "generic",
    warnings: [],
  },
  {
    mode: "network",
    situation: "another range on a listed network",
    residence: "FR",
    card: visa("elite"),
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    unmatched: "card",
    readsAs: visa("business"),
  },
  {
    mode: "network",
    situation: "a word for no network",
    residence: "FR",
    card: { network: "JCB", tier: "mid" },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: baseline,
    unmatched: "network",
  },
  {
    mode: "bank",
    situation: "on a word for no network",
    residence: "FR",
    card: { bank: "LCL", network: "JCB", tier: "mid" },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: baseline,
    unmatched: "network",
  },
  {
    mode: "bank",
    situation: "not listed, without a profile either",
    residence: "FR",
    card: { bank: "Banque Chabrières", ...visa("elite") },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: visa("elite"),
    unmatched: "card",
  },
  {
    mode: "bank",
    situation: "in a country whose banks are not listed, where none can be known",
    residence: "DE",
    card: { bank: "Sparkasse", ...visa("mid") },
    origin: "generic",
    warnings: [],
    readsAs: visa("mid"),
  },
  {
    mode: "network",
    situation: "a network that is not listed",
    residence: "FR",
    card: { network: "discover", tier: "entry" },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: baseline,
  },
  {
    mode: "network",
    situation: "without its range",
    residence: "FR",
    card: { network: "visa" },
    origin: "baseline",
    warnings: ["CARD_PROFILE_UNMATCHED"],
    readsAs: baseline,
  },
]

const read = (residence: string, card: unknown) => {
  const { card: answered, meta } = bilanOf({ residence, destinations: ["JP"], card })
  const guarantees = figuresOf(answered.guarantees)
  return { ...answered, guarantees, warnings: meta.warnings }
}

describe("what a card request is made of", () => {
  for (const each of situations) {
    const { card, mode, origin, readsAs, residence, situation, unmatched, warnings } = each
    it(`${mode}, ${situation}: ${[origin, ...warnings].join(" with ")}`, () => {
      const answer = read(residence, card)
      expect({ origin: answer.origin, warnings: answer.warnings }).toEqual({ origin, warnings })
      if (readsAs !== undefined) {
        expect(answer.guarantees).toEqual(read(residence, readsAs).guarantees)
      }
      const resolved = situationFor({ residence, destinations: ["JP"], card }).card
      expect(resolved.unmatched !== undefined).toBe(warnings.length > 0)
      if (unmatched !== undefined) expect(resolved.unmatched).toBe(unmatched)
      if (resolved.unmatched !== undefined) expect(resolved.card).toBeUndefined()
    })
  }

  it("comes to every origin in every mode that can have it", () => {
    const seen = new Set(situations.map(({ mode, origin }) => `${mode} ${origin}`))
    for (const pair of [
      "none none",
      "catalogueId exact",
      "catalogueId baseline",
      "bin generic",
      "bin baseline",
      "bank exact",
      "bank generic",
      "bank baseline",
      "network generic",
      "network baseline",
    ]) {
      expect(seen).toContain(pair)
    }
  })
})

describe("a sandbox key", () => {
  it.each([
    { catalogueId: 3 },
    { catalogueId: 99999 },
    { catalogueId: "3" },
    { catalogueId: 3, none: true },
    { catalogueId: 3, bin: "497010" },
    { catalogueId: 3, bank: "BNP", network: "visa", tier: "mid" },
    { catalogueId: 3, network: "visa", tier: "mid" },
  ])("may not send %j, and is told what it may send", (card) => {
    const asked = { residence: "FR", destinations: ["US"], card }
    expect(refusalOf(asked, sandboxContext)).toMatchObject({
      code: "CARD_MODE_FORBIDDEN",
      mode: "catalogueId",
      cardModes: coach.cardModes("sandbox"),
    })
  })

  it.each([{ catalogueId: null, none: true }, { none: true }, { bin: "497010" }, visa("mid")])(
    "may send %j",
    (card) => {
      const asked = { residence: "FR", destinations: ["US"], card }
      expect(Result.isSuccess(coach.bilan(asked, sandboxContext))).toBe(true)
    },
  )
})
