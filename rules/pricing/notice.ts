import { makeMemory } from "../../core/memory.ts"
import { type WrittenLanguage, writtenLanguage } from "../../core/vocabulary/written-language.ts"
import type { KeyMode } from "../accounts/partner.ts"
import { ageDays } from "../currency/rates/accepted.ts"
import type { GuardText } from "./tables/guard-hooks.ts"

/** Where prices come from, as a notice says it: those of a key, or the live catalogue's without a service. */
export type NoticeKind = KeyMode | "tables"

/** The key of a sentence that notices are made of. */
export type NoticeKey = `offers.notice_${NoticeKind | "past" | "rates"}`

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
  /** Whether the first day of the trip has passed. */
  readonly isPast: boolean
}

/**
 * What a quote says of its prices: where they come from, how old the exchange rates are once they are
 * older than `staleDays`, and that a trip has begun; in the language that is spoken.
 *
 * ```ts
 * import { quoteNotice } from "../rules/pricing/notice.ts"
 *
 * const say = (key, { day, days } = {}) => (day === undefined ? "Sample prices." : `Rates of ${day}, ${days} days old.`)
 * const text = Object.assign(say, { date: (day) => day })
 * const facts = { kind: "sandbox", ratesOf: "2026-09-29", staleDays: 7, isPast: false } as const
 * quoteNotice({ ...facts, today: "2026-10-06" }, text) // => "Sample prices."
 * quoteNotice({ ...facts, today: "2026-10-07" }, text) // => "Sample prices. Rates of 2026-09-29, 8 days old."
 * ```
 */
export const quoteNotice = (facts: NoticeFacts, text: NoticeText): string => {
  const { isPast, kind, staleDays, ratesOf, today } = facts
  const days = ageDays(ratesOf, today)
  return [
    text(`offers.notice_${kind}`),
    ...(days > staleDays ? [text("offers.notice_rates", { day: text.date(ratesOf), days })] : []),
    ...(isPast ? [text("offers.notice_past")] : []),
  ].join(" ")
}

/**
 * What guards say, in the language that is asked where they have it, else in English.
 *
 * ```ts
 * import { saidIn } from "../rules/pricing/notice.ts"
 *
 * const said = [{ reason: "too_far", en: "Too far.", fr: "Trop loin." }]
 * saidIn(said, "fr") // => { language: "fr", sentences: ["Trop loin."] }
 * saidIn(said, "sv") // => { language: "en", sentences: ["Too far."] }
 * ```
 */
export const saidIn = (
  said: ReadonlyArray<GuardText>,
  language: string,
): { readonly language: WrittenLanguage; readonly sentences: ReadonlyArray<string> } => {
  const told = writtenLanguage(language)
  return { language: told, sentences: said.map((each) => each[told]) }
}

/** What a notice depends on from one quote to the next, beside its language. */
export type QuoteDays = Pick<NoticeFacts, "isPast" | "ratesOf" | "today">

/** How many notices are cached: two for each language and day of rates, of which there are few. */
const noticesMax = 256

/**
 * Prepares the meta of answers; answers with the same meta share one frozen object. What guards say of
 * offers that they keep back ends the notice, in French where that is asked, else in English.
 */
export const prepareMeta = <Meta extends object>(
  kind: NoticeKind,
  staleDays: number,
  metaOf: (language: string, notice: string) => Meta,
) => {
  const metas = makeMemory<string, Readonly<Meta>>(noticesMax)
  return (
    text: NoticeText,
    language: string,
    days: QuoteDays,
    said?: ReadonlyArray<GuardText>,
  ): Readonly<Meta> => {
    const noticeOf = (): string => quoteNotice({ ...days, kind, staleDays }, text)
    if (said !== undefined) {
      return metaOf(language, [noticeOf(), ...saidIn(said, language).sentences].join(" "))
    }
    return metas.get(`${language} ${days.ratesOf} ${days.today} ${days.isPast}`, () =>
      Object.freeze(metaOf(language, noticeOf())),
    )
  }
}
