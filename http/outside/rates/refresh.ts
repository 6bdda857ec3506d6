import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as HttpClient from "effect/http/HttpClient"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { plusDays } from "../../../core/vocabulary/day.ts"
import { ratesRefreshMinutes, ratesUrl } from "../../config/outside.ts"
import {
  type DeadlineFailure,
  type GetFailure,
  makeGetText,
  withinDeadline,
} from "../guard/get-text.ts"
import { layerFetchClient } from "../../platform/fetch-client.ts"
import { notWaiting } from "../../platform/not-waiting.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { Demo } from "../../ports/house.ts"
import { describeOutsideFailure } from "../../ports/outside-failure.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import {
  type AcceptedRates,
  type AdmissionFacts,
  admitDocument,
  mergeRates,
  rateDays,
  readStored,
  sameRates,
  storedDocument,
  type StoredRates,
} from "../../../rules/currency/rates/accepted.ts"
import { type RatesDocument, readRatesDocument } from "../../../rules/currency/rates/document.ts"
import {
  describeRatesRefusal,
  type RatesRefusal,
} from "../../../rules/currency/rates/rates-refusal.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { ageDaysAt, isStaleAt, Rates, type RatesStatus } from "../../ports/rates.ts"

/** How a source is treated: times in milliseconds. */
export interface RatesPolicy {
  /** How long a source may take to answer, its whole document included. */
  readonly timeoutMs: number
  /** Bytes of a document, after decompression. */
  readonly bytesMax: number
  readonly refreshMs: number
  /** How long a start waits for the first rates; they are taken later where that is not enough. */
  readonly startWaitMs: number
}

/** How a source is treated by default. */
export const ratesPolicy: RatesPolicy = {
  timeoutMs: 10_000,
  bytesMax: 256 * 1_024,
  refreshMs: 60 * 60_000,
  startWaitMs: 2_000,
}

const layerSource = (url: URL) =>
  Layer.effect(
    Rates,
    Effect.flatMap(ratesRefreshMinutes, (minutes) =>
      makeRefreshedRates(url, { ...ratesPolicy, refreshMs: minutes * 60_000 }),
    ),
  ).pipe(Layer.provide(layerFetchClient))

/** The rates of the source that `RATES_URL` names, over those of the tables; or the tables' alone. */
export const layerRates = Layer.unwrap(
  Effect.map(ratesUrl, Option.match({ onNone: () => layerTableRates, onSome: layerSource })),
)

/** The rates of a source could not be fetched or were not taken; those in force stay. */
class RatesUnavailable extends Data.TaggedError("RatesUnavailable")<{
  readonly reason: RatesFailure
}> {
  override get message(): string {
    return `New exchange rates were not taken: ${sentenceEnd(this.reason)}`
  }
}

/** What refreshing works on. */
interface RefreshParts {
  /** The origin of the source's address: no more of it is shown. */
  readonly source: string
  readonly ask: () => Effect.Effect<RatesDocument, RatesUnavailable>
  readonly sharing: Sharing
  /** The tables in force at this moment. */
  readonly tables: () => Pick<Tables, "currencies" | "limits">
}

/** Keeps a document of rates in force over the tables, and looks for newer ones. */
interface Refresh {
  readonly accepted: () => AcceptedRates | undefined
  readonly status: () => RatesStatus
  /** Takes what another process has taken, then asks the source; never fails. */
  readonly refresh: Effect.Effect<void>
}

const jumpLimits = (tables: Pick<Tables, "limits">): AdmissionFacts["limits"] => ({
  jumpMaxBps: limitOf(tables, "rate_jump_max_bps"),
  jumpDaysMax: limitOf(tables, "rate_jump_days_max"),
})

/** The status of a document in force over tables, or of the tables alone. */
const statusOf = (
  tables: Pick<Tables, "currencies" | "limits">,
  accepted: AcceptedRates | undefined,
  lastRefusal: string | undefined,
): RatesStatus => {
  const status = tableStatus(tables, lastRefusal)
  if (accepted === undefined) return status
  const { oldest } = rateDays(mergeRates(tables.currencies.rows, accepted))
  return { ...status, source: accepted.source, days: { oldest, newest: accepted.day } }
}

/** Refreshing over the tables, with no document in force to begin with. */
export const makeRefresh = ({ ask, sharing, source, tables }: RefreshParts): Refresh => {
  const trouble = makeTrouble({
    failing: "exchange rates are not refreshed",
    worksAgain: "exchange rates are refreshed again",
    facts: { source },
  })
  let accepted: AcceptedRates | undefined
  let isShared = true
  let lastRefusal: string | undefined
  let staleSaidOn = ""

  const status = () => statusOf(tables(), accepted, lastRefusal)

  const adoptShared = Effect.fnUntraced(function* (today: string) {
    const found = yield* sharing.newest(today)
    if (found === undefined) return
    if (accepted !== undefined && (found.day < accepted.day || sameRates(found, accepted))) return
    accepted = found
    isShared = true
    yield* logTaken(found, "database")
  })

  const admit = (document: RatesDocument, today: string) => {
    const { rows } = tables().currencies
    const facts = { rows, accepted, source, today, limits: jumpLimits(tables()) }
    return Effect.mapError(
      Effect.fromResult(admitDocument(document, facts)),
      (refusal) => new RatesUnavailable({ reason: { _tag: "NotTaken", refusal } }),
    )
  }

  const take = Effect.fnUntraced(function* (admitted: AcceptedRates) {
    lastRefusal = undefined
    yield* trouble.worked
    if (accepted === undefined || !sameRates(accepted, admitted)) {
      accepted = admitted
      isShared = false
      yield* logTaken(admitted, "source")
    }
    if (!isShared) isShared = yield* sharing.keep(accepted)
  })

  const refuse = (error: RatesUnavailable) => {
    lastRefusal = error.message
    const { reason } = error
    const detail = reason._tag === "Died" ? reason.defect : error.message
    return trouble.failed(failureKind(reason), detail)
  }

  const sayStale = Effect.fnUntraced(function* (nowMs: number, today: string) {
    if (staleSaidOn === today || !isStaleAt(status(), nowMs)) return
    staleSaidOn = today
    yield* logStale(status(), nowMs)
  })

  const refresh = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const today = utcDay(nowMs)
    yield* adoptShared(today)
    const asked = Effect.flatMap(ask(), (document) => admit(document, today))
    yield* Effect.matchEffect(asked, { onSuccess: take, onFailure: refuse })
    yield* sayStale(nowMs, today)
  })
  return { accepted: () => accepted, status, refresh }
}

/**
 * The rates of a source under an address, which the client around this effect asks at once and
 * again and again until the scope closes. The layer is ready once the first rates are there, or
 * once it has waited long enough for them.
 */
export const makeRefreshedRates = Effect.fnUntraced(function* (url: URL, policy: RatesPolicy) {
  const bundles = yield* TableBundle
  const { accepted, refresh, status } = makeRefresh({
    source: url.origin,
    ask: makeAskSource(yield* HttpClient.HttpClient, url, policy),
    sharing: makeSharing(yield* makeStoredRates, policy.timeoutMs),
    tables: () => bundles.current().tables,
  })
  yield* refreshRegularly(refresh, policy)
  return { over: makeOver(accepted), status }
})

/**
 * Refreshes at once and then at fixed intervals until the scope closes, even if a refresh fails.
 * Waits for the first one to end, but no longer than a start may.
 */
export const refreshRegularly = Effect.fnUntraced(function* (
  refresh: Effect.Effect<void>,
  { refreshMs, startWaitMs }: Pick<RatesPolicy, "refreshMs" | "startWaitMs">,
): Effect.fn.Return<void, never, Scope.Scope> {
  const first = yield* Deferred.make<void>()
  yield* refresh.pipe(
    Effect.catchDefect((defect) => Effect.logError("refreshing exchange rates failed", defect)),
    Effect.ensuring(Deferred.succeed(first, undefined)),
    Effect.repeat(Schedule.fixed(refreshMs)),
    Effect.forkScoped,
  )
  yield* Effect.timeoutOption(Deferred.await(first), startWaitMs)
})

const unavailable = (reason: RatesFailure): RatesUnavailable => new RatesUnavailable({ reason })

const accept = "application/json, application/xml, text/xml"

/**
 * Asks a source for its document, by GET, once. The client must not follow redirects. Whatever goes
 * wrong is {@link RatesUnavailable}, at the deadline at the latest.
 */
export const makeAskSource = (
  client: HttpClient.HttpClient,
  url: URL,
  { bytesMax, timeoutMs }: RatesPolicy,
): (() => Effect.Effect<RatesDocument, RatesUnavailable>) => {
  const getText = makeGetText(client, { accept, bytesMax })
  const ask = Effect.fn("rates.ask")(function* () {
    const text = yield* Effect.mapError(getText(url), unavailable)
    return yield* Effect.mapError(Effect.fromResult(readRatesDocument(text)), (refusal) =>
      unavailable({ _tag: "NotTaken", refusal }),
    )
  })
  return () => withinDeadline(notWaiting(ask()), timeoutMs, unavailable)
}

/** Why a source's rates could not be fetched, or were not taken. */
type RatesFailure =
  | GetFailure
  | DeadlineFailure
  | { readonly _tag: "NotTaken"; readonly refusal: RatesRefusal }

/**
 * Failures of one kind are logged once in a row; each refusal of a document is a kind of its own.
 */
const failureKind = (reason: RatesFailure): string =>
  reason._tag === "NotTaken" ? reason.refusal._tag : reason._tag

const names = { source: "the source", answer: "the document" }

const sentenceEnd = (reason: RatesFailure): string => {
  switch (reason._tag) {
    case "NotTaken":
      return describeRatesRefusal(reason.refusal)
    // `/readyz` shows this sentence, and reveals nothing of the inside.
    case "Died":
      return "asking the source failed here; the log says why"
    default:
      return describeOutsideFailure(reason, names)
  }
}

/** The taken documents that processes share; when the database fails, only the sharing is lost. */
interface Sharing {
  /** The newest document that any process has taken; undefined when there is none to be had. */
  readonly newest: (today: string) => Effect.Effect<AcceptedRates | undefined>
  /** Shares a document; whether that worked. */
  readonly keep: (accepted: AcceptedRates) => Effect.Effect<boolean>
}

const timedOut = { _tag: "TimedOut" } as const

/** Sharing over stored documents, each time within so many milliseconds. */
export const makeSharing = (stored: StoredRatesAccess, withinMs: number): Sharing => {
  const trouble = makeTrouble({
    failing: "exchange rates are not shared over the database",
    worksAgain: "exchange rates are shared over the database again",
    facts: {},
  })

  const attempt = <A, E extends { readonly _tag: string }, Otherwise>(
    effect: Effect.Effect<A, E>,
    otherwise: Otherwise,
  ): Effect.Effect<A | Otherwise> =>
    effect.pipe(
      Effect.timeoutOrElse({ duration: withinMs, orElse: () => Effect.fail(timedOut) }),
      Effect.tap(() => trouble.worked),
      Effect.catch((error: E | typeof timedOut) => {
        const why = isStoredBroken(error)
          ? `the rates of ${error.day}: ${describeRatesRefusal(error.refusal)}`
          : "the database does not answer"
        return Effect.as(trouble.failed(error._tag, why), otherwise)
      }),
    )

  return {
    // A source may be ahead of UTC by a day; a document from further ahead is not used.
    newest: (today) => attempt(stored.newest(plusDays(today, 1) ?? today), undefined),
    keep: (accepted) =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
        attempt(Effect.as(stored.keep(accepted, nowMs), true), false),
      ),
  }
}

/** Logs what goes wrong: each kind once until it works again, and then that it does. */
interface Trouble {
  readonly failed: (kind: string, reason: string) => Effect.Effect<void>
  readonly worked: Effect.Effect<void>
}

/** The two lines to log, and the facts that both carry. */
interface TroubleLines {
  readonly failing: string
  readonly worksAgain: string
  readonly facts: Readonly<Record<string, string>>
}

/** Watches something that is tried again and again, for the log. */
const makeTrouble = ({ facts, failing, worksAgain }: TroubleLines): Trouble => {
  const said = new Set<string>()
  return {
    failed: (kind, reason) =>
      Effect.suspend(() => {
        if (said.has(kind)) return Effect.void
        said.add(kind)
        return Effect.annotateLogs(Effect.logWarning(failing), { ...facts, reason })
      }),
    worked: Effect.suspend(() => {
      if (said.size === 0) return Effect.void
      said.clear()
      return Effect.annotateLogs(Effect.logInfo(worksAgain), facts)
    }),
  }
}

/** A document that the database keeps, and why it cannot be read. */
interface StoredBroken {
  readonly _tag: "StoredBroken"
  readonly day: string
  readonly refusal: RatesRefusal
}

const isStoredBroken = (error: { readonly _tag: string }): error is StoredBroken =>
  error._tag === "StoredBroken"

/** The taken documents in the database, which every process of an installation shares. */
interface StoredRatesAccess {
  /** The newest document up to a day; undefined when there is none. */
  readonly newest: (
    lastDay: string,
  ) => Effect.Effect<AcceptedRates | undefined, SqlError | StoredBroken>
  /** Keeps a document in the place of any other of its day. */
  readonly keep: (accepted: AcceptedRates, nowMs: number) => Effect.Effect<void, SqlError>
}

/** The taken documents in the database around this effect. */
export const makeStoredRates: Effect.Effect<StoredRatesAccess, never, SqlClient.SqlClient> =
  Effect.map(SqlClient.SqlClient, (sql) => ({
    newest: Effect.fn("rates.newest")(function* (lastDay: string) {
      const [row] = yield* sql<StoredRates>`
        select to_char(as_of, 'YYYY-MM-DD') as day, source, document
        from exchange_rates where as_of <= ${lastDay}::text::date
        order by as_of desc limit 1`
      if (row === undefined) return undefined
      return yield* Effect.mapError(
        Effect.fromResult(readStored(row)),
        (refusal): StoredBroken => ({
          _tag: "StoredBroken",
          day: row.day,
          refusal,
        }),
      )
    }),
    keep: Effect.fn("rates.keep")(function* (accepted: AcceptedRates, nowMs: number) {
      const { day, source } = accepted
      const document = JSON.stringify(storedDocument(accepted))
      yield* sql`
        insert into exchange_rates (as_of, document, source, taken_at)
        values (${day}::text::date, ${document}::text::jsonb, ${source}, ${new Date(nowMs)})
        on conflict (as_of) do update
          set document = excluded.document, source = excluded.source, taken_at = excluded.taken_at`
    }),
  }))

const makeTableRates = Effect.gen(function* () {
  const bundles = yield* TableBundle
  const status = () => tableStatus(bundles.current().tables)
  const nowMs = yield* Clock.currentTimeMillis
  // A demo says so beneath its addresses, where nothing looks broken.
  if (isStaleAt(status(), nowMs) && (yield* Demo) === null) yield* logStale(status(), nowMs)
  return { over: makeOver(() => undefined), status }
})

/** The rates of the tables in force; the log says once, at the start, when they are stale. */
const layerTableRates: Layer.Layer<Rates, never, TableBundle> = Layer.effect(Rates, makeTableRates)

/** Rates were put in force; `from` tells whether the source or another process had them. */
const logTaken = (
  { day, rates, source }: AcceptedRates,
  from: "source" | "database",
): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logInfo("exchange rates taken"), {
    from,
    source,
    asOf: day,
    currencies: rates.size,
  })

/** The newest rates are older than they may be, and stay in use. */
const logStale = (status: RatesStatus, nowMs: number): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning("exchange rates are stale"), {
    source: status.source,
    asOf: status.days.newest,
    ageDays: ageDaysAt(status, nowMs),
    staleAfterDays: status.staleDays,
  })

/** The rates over a table, whatever document is in force over it at the moment. */
export const makeOver =
  (accepted: () => AcceptedRates | undefined): Rates["Service"]["over"] =>
  ({ rows }) => {
    let document: AcceptedRates | undefined
    let rates = prepareExchangeRates(rows)
    return () => {
      const now = accepted()
      if (now === document) return rates
      document = now
      const merged = mergeRates(rows, now)
      // A document that changes nothing here costs no prepared conversion.
      if (merged !== rates.rows) rates = prepareExchangeRates(merged)
      return rates
    }
  }

/** The status of the tables' own rates. */
const tableStatus = (
  tables: Pick<Tables, "currencies" | "limits">,
  lastRefusal?: string,
): RatesStatus => ({
  source: "tables",
  days: rateDays(tables.currencies.rows),
  staleDays: limitOf(tables, "rates_stale_days"),
  lastRefusal,
})
