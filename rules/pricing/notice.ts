import { makeMemory } from "../../core/memory.ts"
import type { KeyMode } from "../accounts/partner.ts"
import { ageDays } from "../currency/rates/age.ts"

/** Where prices come from, as a notice says it: those of a key, or the live catalogue's without a service. */
export type NoticeKind = KeyMode | "tables"

/** The key of a sentence that notices are made of. */
export type NoticeKey = `offers.notice_${NoticeKind | "rates"}`

/** Speaks of notices in one language. */
export interface NoticeText {
  (key: NoticeKey, values?: Readonly<Record<string, string | number>>): string
  /** A day in words. */
  readonly date: (day: string) => string
}

/** What a notice depends on, beside its language. */
export interface NoticeFacts {
  readonly kind: NoticeKind
  /** The day of the quote's exchange rates, and the day of the quote, in UTC. */
  readonly ratesOf: string
  readonly today: string
  /** The notice names the age of rates that are older than this, in days: from then on they are stale. */
  readonly staleDays: number
}

/**
 * What a quote says of its prices: where they come from, and how old the exchange rates are once
 * they are older than `staleDays`; in the language that is spoken.
 *
 * ```ts
 * import { quoteNotice } from "../rules/pricing/notice.ts"
 *
 * const say = (key, { day, days } = {}) => (day === undefined ? "Sample prices." : `Rates of ${day}, ${days} days old.`)
 * const text = Object.assign(say, { date: (day) => day })
 * const facts = { kind: "sandbox", ratesOf: "2026-09-29", staleDays: 7 } as const
 * quoteNotice({ ...facts, today: "2026-10-06" }, text) // => "Sample prices."
 * quoteNotice({ ...facts, today: "2026-10-07" }, text) // => "Sample prices. Rates of 2026-09-29, 8 days old."
 * ```
 */
export const quoteNotice = (facts: NoticeFacts, text: NoticeText): string => {
  const { kind, staleDays, ratesOf, today } = facts
  const said = text(`offers.notice_${kind}`)
  const days = ageDays(ratesOf, today)
  return days > staleDays
    ? `${said} ${text("offers.notice_rates", { day: text.date(ratesOf), days })}`
    : said
}

/** How many notices are cached: one for each language and day of rates, of which there are few. */
const noticesMax = 256

/** Prepares the meta of answers; answers with the same meta share one frozen object. */
export const prepareMeta = <Meta extends object>(
  kind: NoticeKind,
  staleDays: number,
  metaOf: (language: string, notice: string) => Meta,
) => {
  const metas = makeMemory<string, Readonly<Meta>>(noticesMax)
  return (text: NoticeText, language: string, ratesOf: string, today: string): Readonly<Meta> =>
    metas.get(`${language} ${ratesOf} ${today}`, () =>
      Object.freeze(metaOf(language, quoteNotice({ kind, ratesOf, today, staleDays }, text))),
    )
}
