import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { standingOn } from "../../../rules/tables/bundle.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { isStaleAt } from "../../ports/rates-status.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge } from "../kit/state-badge.ts"
import type { ServiceStanding } from "../standing.ts"
import type { StatusWords } from "./status-words.ts"
import { statusWordsEn } from "./status-words-en.ts"
import { statusWordsFr } from "./status-words-fr.ts"

/** How the service stands, in the words of each language. */
export const statusWords: Readonly<Record<DocumentLanguage, StatusWords>> = {
  en: statusWordsEn,
  fr: statusWordsFr,
}

/** A day of UTC as people write it. */
export const dayText = (day: string, language: string): string => {
  const atMs = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(atMs)
    ? day
    : new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
        dateStyle: "long",
        timeZone: "UTC",
      }).format(atMs)
}

/** A moment as people write it, in UTC. */
export const momentText = (atMs: number, language: string): string =>
  `${new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(atMs)} UTC`

/** A line of what is so right now: a badge, and the facts beside it. */
export interface FactLine {
  readonly badge: PageNode
  readonly facts: PageContent
}

/** Whether calls are taken, and why not. */
export const answeringLine = ({ hindrance }: ServiceStanding, words: StatusWords): FactLine =>
  hindrance === undefined
    ? { badge: stateBadge("held", words.answering), facts: words.allAnswers }
    : { badge: stateBadge("error", words.notNow), facts: words.why(hindrance) }

/** Which tables are in force, since when. */
export const tablesLine = (
  { nowMs, tables: { inForce } }: ServiceStanding,
  words: StatusWords,
  language: string,
): FactLine => {
  const { hash, manifest, tables } = inForce
  const { effectiveFrom, effectiveUntil } = manifest
  const isPast = standingOn(manifest, utcDay(nowMs)) === "past"
  const state: BadgeState = isPast ? "warning" : "info"
  const facts = words.tablesFacts({
    hash,
    since: dayText(effectiveFrom, language),
    until: effectiveUntil === null ? undefined : dayText(effectiveUntil, language),
    count: Object.keys(tables).length,
  })
  return { badge: stateBadge(state, isPast ? words.past : words.inForce), facts }
}

/** Which exchange rates are in force, and whether they are old. */
export const ratesLine = (
  { nowMs, rates }: ServiceStanding,
  words: StatusWords,
  language: string,
): FactLine => {
  const { days, lastRefusal, staleDays } = rates
  if (days.newest === "") return { badge: stateBadge("warning", words.noRates), facts: "" }
  const isStale = isStaleAt(rates, nowMs)
  const facts = [
    isStale ? words.ratesStale(staleDays) : words.ratesFresh,
    ...(lastRefusal === undefined ? [] : [words.ratesRefused]),
  ]
  const badge = stateBadge(
    isStale ? "warning" : "info",
    words.rates(dayText(days.newest, language)),
  )
  return { badge, facts: facts.join(" ") }
}

/** Lines of facts as a list. */
export const factList = (lines: ReadonlyArray<FactLine>): PageNode =>
  html`<ul class="facts">
    ${lines.map(({ badge, facts }) => html`<li>${badge}<span>${facts}</span></li>`)}
  </ul>`
