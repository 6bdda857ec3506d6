import { utcDay } from "../../platform/utc-day.ts"
import { dayMs } from "../../../core/vocabulary/day.ts"
import { type ChartWords, type DayChart, dayChart } from "./chart.ts"
import { foldCell, foldTable, rowsPerPage, shortKey } from "./controls.ts"
import { formatCount, formatRate, formatShortDay } from "./format.ts"
import { docsWords } from "../docs/docs-words.ts"
import { cardHead, type ConsoleContent } from "./frame.ts"
import { consoleAddress, type ConsoleView, inFrench } from "./view.ts"
import { linkButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { EndpointDay, KeyToday } from "../../ports/usage.ts"
import type { WrittenLanguage, InBoth } from "../../../core/vocabulary/written-language.ts"

/** What the charts of usage are made of. */
export interface UsageFacts {
  readonly nowMs: number
  readonly days: ReadonlyArray<EndpointDay>
  readonly today: ReadonlyArray<KeyToday>
}

type BucketName = "reads" | "writes"

/** Calls that cost a read: prices and bilans. */
const readCalls: ReadonlySet<string> = new Set(["quotes", "bilan"])

/** The two charts of an account: reads by what was read, and links. */
export const usageCharts = (facts: UsageFacts, language: WrittenLanguage) => {
  const words = usageWords[language]
  const days = lastDays(facts.nowMs, chartDays)
  const limitOf = (bucket: BucketName) =>
    facts.today.length === 0 ? undefined : summed(facts.today, bucket, "limit")
  const chart = (
    bucket: BucketName,
    nameOf: UsageWords["readsName"],
    series: Parameters<typeof chartOfDays>[2],
  ) => {
    const made = chartOfDays(days, facts.days, series, limitOf(bucket))
    const used = summed(facts.today, bucket, "used")
    return dayChart(made, chartWords(made, used, words, nameOf, language), language)
  }
  return {
    reads: () =>
      chart("reads", words.readsName, [
        { name: words.prices, endpoints: ["quotes"] },
        { name: words.bilans, endpoints: ["bilan"] },
      ]),
    writes: () => chart("writes", words.writesName, [{ name: words.links, endpoints: ["links"] }]),
  }
}

/** The figures over the chart of reads: today, in 30 days, and how many of the calls for one were refused. */
export const usageFigures = (facts: UsageFacts, language: WrittenLanguage): PageNode => {
  const words = usageWords[language]
  const count = (figure: number): string => formatCount(language, figure)
  const totals = usageTotals(facts.days.filter(({ endpoint }) => readCalls.has(endpoint)))
  const limit = summed(facts.today, "reads", "limit")
  const share = totals.calls === 0 ? 0 : Math.round((totals.refused / totals.calls) * 1000) * 10
  return html`<ul class="big-figures">
    <li>
      <b>${count(summed(facts.today, "reads", "used"))}</b>
      ${facts.today.length === 0 ? words.todayBare : words.today(count(limit))}
    </li>
    <li><b>${count(totals.calls - totals.refused)}</b> ${words.inDays}</li>
    <li><b>${formatRate(language, share)}</b> ${words.refused}</li>
  </ul>` as PageNode
}

/** The page of usage: charts of 30 days, quotas of today, and what was refused. */
export const usagePage = (view: ConsoleView, facts: UsageFacts): ConsoleContent => {
  const words = usageWords[view.language]
  const charts = usageCharts(facts, view.language)
  const isEmpty = facts.days.length === 0
  return {
    title: words.title,
    body: html`<div class="columns even">
      <section class="card">
        ${cardHead(words.reads)} ${usageFigures(facts, view.language)} ${charts.reads()}
        ${isEmpty ? html`<p class="empty">${words.none}</p>` : null}
      </section>
      <section class="card">${cardHead(words.writes)} ${charts.writes()}</section>
      <section class="card flush">
        ${cardHead(words.errors)} ${errorTable(facts, view, words)}
      </section>
      <section class="card flush">
        ${cardHead(words.by)}
        ${isEmpty ? html`<p class="empty inset">${words.none}</p>` : endpointTable(facts, view, words)}
      </section>
      ${
        facts.today.length === 0
          ? null
          : html`<section class="card flush">
              ${cardHead(words.byKey)} ${keyTable(facts, view, words)}
              <p class="help inset">
                ${words.anew}
                ${
                  facts.today.length > rowsPerPage
                    ? words.newestKeys(formatCount(view.language, rowsPerPage))
                    : null
                }
              </p>
            </section>`
      }
    </div>`,
  }
}

/** How many days the charts show. */
export const chartDays = 30

/**
 * The last days up to a moment, the oldest first.
 *
 * ```ts
 * import { lastDays } from "../http/pages/console/usage.ts"
 *
 * lastDays(Date.parse("2027-03-01T00:00:00Z"), 3) // => ["2027-02-27", "2027-02-28", "2027-03-01"]
 * ```
 */
export const lastDays = (nowMs: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => utcDay(nowMs - (count - 1 - index) * dayMs))

/** What all days of an account come to. */
interface UsageTotals {
  readonly calls: number
  readonly refused: number
  /** By endpoint, the most called first. */
  readonly byEndpoint: ReadonlyArray<{
    readonly endpoint: string
    readonly calls: number
    readonly refused: number
  }>
  /** By error code, the most frequent first, with the endpoints that gave it. */
  readonly byCode: ReadonlyArray<{
    readonly code: string
    readonly calls: number
    readonly endpoints: ReadonlyArray<string>
  }>
}

/**
 * Sums days up.
 *
 * ```ts
 * import { usageTotals } from "../http/pages/console/usage.ts"
 *
 * const refused = [{ code: "BAD_DATES", calls: 2 }]
 * const day = { day: "2027-03-01", endpoint: "quotes", calls: 9, refused }
 * const totals = usageTotals([day, { ...day, day: "2027-03-02" }])
 * totals.refused // => 4
 * totals.byCode // => [{ code: "BAD_DATES", calls: 4, endpoints: ["quotes"] }]
 * ```
 */
export const usageTotals = (usage: ReadonlyArray<EndpointDay>): UsageTotals => {
  const endpoints = new Map<string, { endpoint: string; calls: number; refused: number }>()
  const codes = new Map<string, { code: string; calls: number; endpoints: Set<string> }>()
  for (const { calls, endpoint, refused } of usage) {
    const held = endpoints.get(endpoint) ?? { endpoint, calls: 0, refused: 0 }
    held.calls += calls
    for (const each of refused) {
      held.refused += each.calls
      const code = codes.get(each.code) ?? { code: each.code, calls: 0, endpoints: new Set() }
      code.calls += each.calls
      code.endpoints.add(endpoint)
      codes.set(each.code, code)
    }
    endpoints.set(endpoint, held)
  }
  const byEndpoint = [...endpoints.values()].sort((left, right) => right.calls - left.calls)
  return {
    calls: byEndpoint.reduce((sum, { calls }) => sum + calls, 0),
    refused: byEndpoint.reduce((sum, { refused }) => sum + refused, 0),
    byEndpoint,
    byCode: [...codes.values()]
      .sort((left, right) => right.calls - left.calls)
      .map((each) => ({ ...each, endpoints: [...each.endpoints].sort() })),
  }
}

const summed = (today: ReadonlyArray<KeyToday>, bucket: BucketName, of: "used" | "limit"): number =>
  today.reduce((sum, key) => sum + key[bucket][of], 0)

/** A series of a chart: the endpoints that it counts. */
interface EndpointSeries {
  readonly name: string
  readonly endpoints: ReadonlyArray<string>
}

/**
 * Answered calls of each day by series: what was refused cost nothing, and would seem to go beyond a
 * quota. An endpoint that no series names is left out.
 */
const chartOfDays = (
  days: ReadonlyArray<string>,
  usage: ReadonlyArray<EndpointDay>,
  series: ReadonlyArray<EndpointSeries>,
  limit: number | undefined,
): DayChart => {
  const answered = new Map(
    usage.map(({ calls, day, endpoint, refused }) => [
      `${day} ${endpoint}`,
      refused.reduce((left, each) => left - each.calls, calls),
    ]),
  )
  return {
    series: series.map(({ name }) => name),
    days: days.map((day) => ({
      day,
      parts: series.map(({ endpoints }) =>
        endpoints.reduce((sum, endpoint) => sum + (answered.get(`${day} ${endpoint}`) ?? 0), 0),
      ),
    })),
    limit,
  }
}

const errorTable = (facts: UsageFacts, view: ConsoleView, words: UsageWords): PageContent => {
  const { byCode } = usageTotals(facts.days)
  if (byCode.length === 0) return html`<p class="empty inset">${words.noErrors}</p>`
  return html`${foldTable({
      caption: words.errors,
      columns: [words.code, words.endpoint, { number: words.calls }],
      rows: byCode.map(
        ({ calls, code, endpoints }) =>
          html`<tr role="row">
            <th role="rowheader" scope="row"><code>${code}</code></th>
            ${foldCell(
              words.endpoint,
              endpoints.map((each) => callName(each, view.language)).join(", "),
              false,
            )}
            ${foldCell(words.calls, formatCount(view.language, calls))}
          </tr>`,
      ),
    })}
    <p class="inset">
      ${linkButton({ href: consoleAddress(view, "/console/calls", { refused: "1" }), label: words.seeCalls, isSmall: true })}
    </p>`
}

/** A call by its name in the documentation; one that this version does not know, by what it is counted under. */
const callName = (endpoint: string, language: WrittenLanguage): string => {
  const names: Readonly<Record<string, string>> = docsWords[language].operations
  return names[endpoint] ?? endpoint
}

const endpointTable = (facts: UsageFacts, view: ConsoleView, words: UsageWords): PageNode =>
  foldTable({
    caption: words.by,
    columns: [words.endpoint, { number: words.calls }, { number: words.refusedCalls }],
    rows: usageTotals(facts.days).byEndpoint.map(
      ({ calls, endpoint, refused }) =>
        html`<tr role="row">
          <th role="rowheader" scope="row">${callName(endpoint, view.language)}</th>
          ${foldCell(words.calls, formatCount(view.language, calls))}
          ${foldCell(words.refusedCalls, formatCount(view.language, refused))}
        </tr>`,
    ),
  })

const keyTable = (facts: UsageFacts, view: ConsoleView, words: UsageWords): PageNode => {
  const used = (bucket: { readonly used: number; readonly limit: number }): string =>
    words.of(formatCount(view.language, bucket.used), formatCount(view.language, bucket.limit))
  return foldTable({
    caption: words.byKey,
    columns: [words.key, { number: words.readsToday }, { number: words.writesToday }],
    rows: facts.today.slice(-rowsPerPage).map(
      ({ keyId, reads, writes }) =>
        html`<tr role="row">
          <th role="rowheader" scope="row">${shortKey(keyId)}</th>
          ${foldCell(words.readsToday, used(reads))} ${foldCell(words.writesToday, used(writes))}
        </tr>`,
    ),
  })
}

const english = {
  title: "Usage",
  reads: "Reads, last 30 days",
  writes: "Links, last 30 days",
  today: (limit: string) => `today, of ${limit}`,
  todayBare: "today",
  inDays: "in 30 days",
  refused: "of the calls refused",
  refusedCalls: "Refused",
  prices: "Prices",
  bilans: "Card readings",
  cards: "Cards looked up",
  others: "Others",
  links: "Links",
  limit: "Daily quota",
  day: "Day",
  total: "Total",
  asTable: "As a table",
  lastDays: (days: number) => `The last ${days} days; the table has all of them.`,
  readsName: (today: string, limit: string, most: string, day: string) =>
    `Reads a day: ${today} today, of ${limit}; the peak was ${most} on ${day}`,
  writesName: (today: string, limit: string, most: string, day: string) =>
    `Links made a day: ${today} today, of ${limit}; the peak was ${most} on ${day}`,
  endpoint: "Call",
  calls: "Calls",
  code: "Error code",
  by: "By call",
  errors: "What was refused",
  byKey: "Today, by key",
  key: "Key",
  readsToday: "Reads today",
  writesToday: "Writes today",
  of: (used: string, limit: string) => `${used} of ${limit}`,
  anew: "Quotas reset at 00:00 UTC. A refused call costs nothing.",
  newestKeys: (count: string) =>
    `The newest ${count} keys are listed; the figures above are of all.`,
  none: "A call appears here a few seconds after it is made.",
  noErrors: "Nothing was refused in 30 days.",
  seeCalls: "See the calls",
}

const chartWords = (
  chart: DayChart,
  used: number,
  words: UsageWords,
  nameOf: UsageWords["readsName"],
  language: WrittenLanguage,
): ChartWords => {
  const whole = chart.days.map(({ day, parts }) => ({
    day,
    calls: parts.reduce((sum, part) => sum + part, 0),
  }))
  const most = whole.reduce((left, right) => (right.calls >= left.calls ? right : left))
  const limit = chart.limit === undefined ? words.none : formatCount(language, chart.limit)
  return {
    ...words,
    name: nameOf(
      formatCount(language, used),
      limit,
      formatCount(language, most.calls),
      formatShortDay(language, most.day),
    ),
  }
}

/** What the page of usage says. */
type UsageWords = typeof english

const french: UsageWords = {
  title: "Consommation",
  reads: "Lectures, 30 derniers jours",
  writes: "Liens, 30 derniers jours",
  today: (limit) => `aujourd'hui, sur ${limit}`,
  todayBare: "aujourd'hui",
  inDays: "en 30 jours",
  refused: "des appels refusés",
  refusedCalls: "Refusés",
  prices: "Prix",
  bilans: "Bilans de carte",
  cards: "Cartes cherchées",
  others: "Autres",
  links: "Liens",
  limit: "Quota par jour",
  day: "Jour",
  total: "Total",
  asTable: "En tableau",
  lastDays: (days) => `Les ${days} derniers jours ; le tableau les donne tous.`,
  readsName: (today, limit, most, day) =>
    `Lectures par jour : ${today} aujourd'hui, sur ${limit} ; le plus, ${most}, le ${day}`,
  writesName: (today, limit, most, day) =>
    `Liens créés par jour : ${today} aujourd'hui, sur ${limit} ; le plus, ${most}, le ${day}`,
  endpoint: "Appel",
  calls: "Appels",
  code: "Code d'erreur",
  by: "Par appel",
  errors: "Ce qui a été refusé",
  byKey: "Aujourd'hui, par clé",
  key: "Clé",
  readsToday: "Lectures du jour",
  writesToday: "Écritures du jour",
  of: (used, limit) => `${used} sur ${limit}`,
  anew: "Les quotas repartent de zéro à 00:00 UTC. Un appel refusé ne coûte rien.",
  newestKeys: (count) =>
    `Les ${count} clés les plus récentes sont listées ; les chiffres ci-dessus les comptent toutes.`,
  none: "Un appel apparaît ici quelques secondes après avoir été fait.",
  noErrors: "Rien n'a été refusé en 30 jours.",
  seeCalls: "Voir les appels",
}

/** What the page of usage says in each language. */
export const usageWords: InBoth<UsageWords> = { en: english, fr: inFrench(french) }
