import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { setTimeout as delay } from "node:timers/promises"
import { plusDays } from "../../../../core/vocabulary/day.ts"
import { layerFetchClient } from "../../../../http/platform/fetch-client.ts"
import {
  makeAskSource,
  makeOver,
  makeRefresh,
  makeSharing,
  makeStoredRates,
  type RatesPolicy,
  ratesPolicy,
} from "../../../../http/outside/rates/refresh.ts"
import { type Bundle, TableBundle } from "../../../../http/ports/table-bundle.ts"
import { utcDay } from "../../../../http/platform/utc-day.ts"
import type { ExchangeRates } from "../../../../rules/currency/exchange-rates.ts"
import type { CurrencyRow } from "../../../../rules/currency/currency-tables.ts"
import type { Tables } from "../../../../rules/tables/index.ts"
import { rowOf, type Texts } from "../../../rules/currency/rates/samples.ts"
import { layerTestDatabase } from "../../../support/postgres.ts"
import { shippedTables } from "../../../support/tables.ts"
import { startSource } from "./source-server.ts"

/** What the table says of each currency, and what a sound source says. */
export const tableTexts: Texts = { EUR: "1", USD: "1.10", JPY: "160", MAD: "11" }
export const soundTexts: Texts = { USD: "1.12", JPY: "161.5", XXX: "7" }

/** The day of the clock, or one some days away from it. */
export const dayFromNow = (days = 0) =>
  Effect.map(Clock.currentTimeMillis, (nowMs) => plusDays(utcDay(nowMs), days) ?? "")

/** Tables with a few currencies, all of one day. */
export const tablesOf = (day: string, texts: Texts = tableTexts): Tables => {
  const rows: ReadonlyArray<CurrencyRow> = Object.entries(texts).map(([code, text]) =>
    rowOf(code, text, day),
  )
  return { ...shippedTables, currencies: { ...shippedTables.currencies, rows } }
}

/** A holder of tables, whose tables a test replaces. */
export const bundleOf = (tables: Tables): TableBundle["Service"] => {
  const manifest = { schemaVersion: 1, effectiveFrom: "2026-01-01", effectiveUntil: null }
  let bundle: Bundle = { tables, hash: "0", manifest, folder: "", releases: [] }
  return {
    current: () => bundle,
    replace: (next) => {
      bundle = next
    },
  }
}

/** Tables of the clock's day, in the place of those of a folder. */
export const layerTablesOfToday = Layer.effect(
  TableBundle,
  Effect.map(dayFromNow(), (day) => bundleOf(tablesOf(day))),
)

/** A source on a real port, for as long as the scope lives. */
export const aSource = Effect.acquireRelease(
  Effect.promise(() => startSource()),
  (source) => Effect.promise(() => source.leave()),
)

/** One process's rates of a source, which are refreshed when a test says so. */
export const processOver = Effect.fnUntraced(function* (
  url: URL,
  tables: () => Tables,
  policy: Partial<RatesPolicy> = {},
) {
  const client = yield* HttpClient.HttpClient
  const refresh = makeRefresh({
    source: url.origin,
    ask: makeAskSource(client, url, { ...ratesPolicy, ...policy }),
    sharing: makeSharing(yield* makeStoredRates, 10_000),
    tables,
  })
  return { ...refresh, now: makeOver(refresh.accepted)(tables().currencies) }
})

/** The rate of a currency, as a fraction. */
export const rateOf = (rates: ExchangeRates, code: string): string => {
  const { denominator, numerator } = rates.get(code)?.eurRate ?? { numerator: 0n, denominator: 0n }
  return `${numerator}/${denominator}`
}

/** A logger that collects lines: the message, and then what it names. */
export const collecting = () => {
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>(({ fiber, message }) => {
    const facts = Object.values(fiber.getRef(References.CurrentLogAnnotations))
    lines.push([[message].flat()[0], ...facts].map(String).join(" | "))
  })
  return { lines, layer: Logger.layer([logger]), drain: () => lines.splice(0) }
}

/** The database's own times are real ones: a pool would live through every second that a test skips. */
const layerRealClock = Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())

/** A migrated database, a client, and silence. */
export const services = Layer.mergeAll(
  Layer.provide(layerTestDatabase, layerRealClock),
  layerFetchClient,
  Logger.layer([Logger.make(() => {})]),
)

/** Waits in real time until something holds; the test's own limit ends it where it never does. */
export const eventually = (holds: () => boolean) =>
  Effect.promise(async () => {
    while (!holds()) await delay(5)
  })
