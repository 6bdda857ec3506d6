import { makeMemory } from "../../core/memory.ts"
import type { KeyMode } from "../accounts/partner.ts"
import { ageDays } from "../currency/rates/age.ts"

/** Where prices come from, as a notice says it: those of a key, or the live catalogue's without a service. */
export type NoticeKind = KeyMode | "tables"

/** The sentences that notices are made of, in one language. */
interface NoticeTexts {
  readonly kinds: Readonly<Record<NoticeKind, string>>
  readonly oldRates: (day: string, days: number) => string
}

const english: NoticeTexts = {
  kinds: {
    sandbox:
      "Sample prices of a fictional insurer. They are no offer of insurance and must not be shown as one.",
    live: "Premiums hold until expiresAt; the insurer confirms the final premium when the traveller subscribes.",
    tables: "Prices from the tables alone: insurers that rate their own offers were not asked.",
  },
  oldRates: (day, days) =>
    `Amounts in other currencies are converted at exchange rates of ${day}, ${days} days old.`,
}

const french: NoticeTexts = {
  kinds: {
    sandbox:
      "Prix d’exemple d’un assureur fictif. Ils ne sont pas une offre d’assurance et ne doivent pas être présentés comme telle.",
    live: "Les primes sont valables jusqu’à expiresAt\u00A0; l’assureur confirme la prime définitive à la souscription.",
    tables:
      "Prix tirés des seules tables\u00A0: les assureurs qui tarifent eux-mêmes leurs offres n’ont pas été interrogés.",
  },
  oldRates: (day, days) =>
    `Les montants en d’autres devises sont convertis aux taux de change du ${day}, vieux de ${days} jours.`,
}

/** The texts of a language; a language without its own has the English ones. */
const textsIn = (language: string): NoticeTexts => (language === "fr" ? french : english)

/** What a notice depends on. */
export interface NoticeFacts {
  readonly kind: NoticeKind
  readonly language: string
  /** The day of the quote's exchange rates, and the day of the quote, in UTC. */
  readonly ratesOf: string
  readonly today: string
  /** The notice names the age of rates that are older than this, in days. */
  readonly noticeDays: number
}

/**
 * What a quote says of its prices: where they come from, and how old the exchange rates are once
 * they are older than `noticeDays`; in French or in English.
 *
 * ```ts
 * import { quoteNotice } from "../rules/pricing/notice.ts"
 *
 * const facts = { kind: "tables", language: "en", ratesOf: "2026-09-29", noticeDays: 7 } as const
 * const plain = "Prices from the tables alone: insurers that rate their own offers were not asked."
 * const old = "Amounts in other currencies are converted at exchange rates of 2026-09-29, 8 days old."
 * quoteNotice({ ...facts, today: "2026-10-06" }) // => plain
 * quoteNotice({ ...facts, today: "2026-10-07" }) // => `${plain} ${old}`
 * ```
 */
export const quoteNotice = (facts: NoticeFacts): string => {
  const { kind, language, noticeDays, ratesOf, today } = facts
  const { kinds, oldRates } = textsIn(language)
  const days = ageDays(ratesOf, today)
  return days > noticeDays ? `${kinds[kind]} ${oldRates(ratesOf, days)}` : kinds[kind]
}

/** How many notices are cached: one for each language and day of rates, of which there are few. */
const noticesMax = 256

/** Prepares the meta of answers; answers with the same meta share one frozen object. */
export const prepareMeta = <Meta extends object>(
  kind: NoticeKind,
  noticeDays: number,
  metaOf: (language: string, notice: string) => Meta,
) => {
  const metas = makeMemory<string, Readonly<Meta>>(noticesMax)
  return (language: string, ratesOf: string, today: string): Readonly<Meta> =>
    metas.get(`${language} ${ratesOf} ${today}`, () =>
      Object.freeze(metaOf(language, quoteNotice({ kind, language, ratesOf, today, noticeDays }))),
    )
}
