import type { EndpointDay, KeyToday } from "../../ports/usage.ts"
import { linkButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { formatCount, formatRate, formatShortDay } from "./format.ts"
import { cardHead, type ConsoleContent } from "./frame.ts"
import { type ChartWords, type DayChart, dayChart } from "./chart.ts"
import { shortKey } from "./parts/key-id.ts"
import { rowsPerPage } from "./controls.ts"
import { type ConsoleLanguage, type ConsoleView, consoleAddress } from "./view.ts"
import { chartDays, chartOfDays, lastDays, usageTotals } from "./usage/days.ts"
import { type UsageWords, usageWords } from "./usage/words.ts"

/** What the charts of usage are made of. */
export interface UsageFacts {
  readonly nowMs: number
  readonly days: ReadonlyArray<EndpointDay>
  readonly today: ReadonlyArray<KeyToday>
}

type BucketName = "reads" | "writes"

const summed = (today: ReadonlyArray<KeyToday>, bucket: BucketName, of: "used" | "limit"): number =>
  today.reduce((sum, key) => sum + key[bucket][of], 0)

const chartWords = (
  chart: DayChart,
  used: number,
  words: UsageWords,
  nameOf: UsageWords["readsName"],
  language: ConsoleLanguage,
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

/** The two charts of an account: reads by what was read, and links. */
export const usageCharts = (facts: UsageFacts, language: ConsoleLanguage) => {
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

/** The figures over a chart: today, in 30 days, and how much was refused. */
export const usageFigures = (facts: UsageFacts, language: ConsoleLanguage): PageNode => {
  const words = usageWords[language]
  const count = (figure: number): string => formatCount(language, figure)
  const totals = usageTotals(facts.days)
  const limit = summed(facts.today, "reads", "limit")
  const share = totals.calls === 0 ? 0 : Math.round((totals.refused / totals.calls) * 1000) * 10
  return html`<ul class="big-figures">
    <li>
      <b>${count(summed(facts.today, "reads", "used"))}</b>
      ${facts.today.length === 0 ? words.todayBare : words.today(count(limit))}
    </li>
    <li><b>${count(totals.calls)}</b> ${words.inDays}</li>
    <li><b>${formatRate(language, share)}</b> ${words.refused}</li>
  </ul>` as PageNode
}

const head = (cells: ReadonlyArray<string>): PageNode =>
  html`<thead>
    <tr>
      ${cells.map((cell, index) => html`<th scope="col" class=${index === 0 ? undefined : "number"}>${cell}</th>`)}
    </tr>
  </thead>`

const errorTable = (facts: UsageFacts, view: ConsoleView, words: UsageWords): PageContent => {
  const { byCode } = usageTotals(facts.days)
  if (byCode.length === 0) return html`<p class="empty inset">${words.noErrors}</p>`
  return html`<table>
      <caption class="unseen">
        ${words.errors}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.code}</th>
          <th scope="col">${words.endpoint}</th>
          <th scope="col" class="number">${words.calls}</th>
        </tr>
      </thead>
      <tbody>
        ${byCode.map(
          ({ calls, code, endpoints }) =>
            html`<tr>
              <th scope="row"><code>${code}</code></th>
              <td>${endpoints.map((each) => words.endpoints[each] ?? each).join(", ")}</td>
              <td class="number">${formatCount(view.language, calls)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="inset">
      ${linkButton({ href: consoleAddress(view, "/console/calls", { refused: "1" }), label: words.seeCalls, isSmall: true })}
    </p>`
}

const endpointTable = (facts: UsageFacts, view: ConsoleView, words: UsageWords): PageNode =>
  html`<table>
    <caption class="unseen">
      ${words.by}
    </caption>
    ${head([words.endpoint, words.calls, words.refusedCalls])}
    <tbody>
      ${usageTotals(facts.days).byEndpoint.map(
        ({ calls, endpoint, refused }) =>
          html`<tr>
            <th scope="row">${words.endpoints[endpoint] ?? endpoint}</th>
            <td class="number">${formatCount(view.language, calls)}</td>
            <td class="number">${formatCount(view.language, refused)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

const keyTable = (facts: UsageFacts, view: ConsoleView, words: UsageWords): PageNode => {
  const used = (bucket: { readonly used: number; readonly limit: number }): string =>
    words.of(formatCount(view.language, bucket.used), formatCount(view.language, bucket.limit))
  return html`<table>
    <caption class="unseen">
      ${words.byKey}
    </caption>
    ${head([words.key, words.readsToday, words.writesToday])}
    <tbody>
      ${facts.today.slice(-rowsPerPage).map(
        ({ keyId, reads, writes }) =>
          html`<tr>
            <th scope="row">${shortKey(keyId)}</th>
            <td class="number">${used(reads)}</td>
            <td class="number">${used(writes)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
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
