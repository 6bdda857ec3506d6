import * as Cache from "effect/Cache"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { LRUCache } from "lru-cache"
import { dayNumber } from "../../../core/vocabulary/day.ts"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { makeAvailability } from "../../observability/availability.ts"
import { ServiceMeters } from "../../observability/meters.ts"
import { type BoundedSqlError, withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { troubleReason } from "../../platform/trouble-reason.ts"
import { Clicks, type LinkAddress, type LinkTarget, LinkTargets } from "../../ports/link-targets.ts"
import { LinkStoreUnavailable } from "../../ports/link-errors.ts"
import { type Counted, makeCounts, totalOf, writeRegularly } from "../batches/regular-writes.ts"
import { QuoteTokens } from "../links/session-links.ts"
import type { MasterKey } from "../secrets/envelope.ts"
import { trackedRef } from "../../../rules/links/link-code.ts"

/** How much is counted and written at once, and how often. */
export interface ClicksPolicy {
  /** Links and days that are counted at most while the database is away. */
  readonly entriesMax: number
  /** Links and days of one statement. */
  readonly batchMax: number
  readonly writeEveryMs: number
}

/** The policy of a service. */
export const clicksPolicy: ClicksPolicy = {
  entriesMax: 100_000,
  batchMax: 1_000,
  writeEveryMs: 1_000,
}

const nameOf = ({ code, day }: ClickedDay): string => `${code}/${day}`

/**
 * Clicks counted in memory and written every second, and once more when the scope closes. What
 * cannot be written stays counted and is tried again; a batch whose answer is lost on the way may so
 * be added twice. Lost are the clicks of the last second when the process is killed, those counted
 * when it stops while the database is away, and those of further links once `entriesMax` are waiting.
 */
export const makeClicks = Effect.fnUntraced(function* (policy: ClicksPolicy) {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const meters = yield* ServiceMeters
  const counts = makeCounts(policy.entriesMax, nameOf)
  let dropped = 0

  const add = (entry: DayClicks): void => {
    if (!counts.add(entry)) dropped += entry.count
  }

  meters.gauge(
    { name: "clicks_waiting", about: "Clicks that are counted and not written yet." },
    Effect.sync(() => [{ value: counts.total() }]),
  )
  const flush = yield* writeRegularly<ReadonlyArray<DayClicks>>({
    everyMs: policy.writeEveryMs,
    take: () => {
      const batch = counts.take(policy.batchMax)
      return batch.length === 0 ? undefined : batch
    },
    write: (batch) => writeClicks(sql, batch),
    written: (batch) => meters.clicks("written", totalOf(batch)),
    putBack: (batch) => batch.forEach(add),
    waiting: counts.total,
    takeDropped: () => {
      const clicks = dropped
      dropped = 0
      if (clicks > 0) meters.clicks("dropped", clicks)
      return clicks
    },
    words: {
      unit: "clicks",
      unavailable: "clicks cannot be written and wait in memory",
      availableAgain: "clicks are written again",
      dropped: "clicks of too many links: not counted",
      lost: "clicks are lost: the database is away",
    },
  })

  return {
    count: (code: string): void => {
      add({ code, day: dayNumber(clock.currentTimeMillisUnsafe()), count: 1 })
    },
    flush,
  }
})

/** A link on a UTC day (days since 1970). */
interface ClickedDay {
  /** The code of the link: all that an address says about it while the database is away. */
  readonly code: string
  readonly day: number
}

/** Clicks of one link on one day. */
type DayClicks = Counted<ClickedDay>

/** How long the database may take to add a batch. */
const writeTimeout = "2 seconds"

/**
 * One statement for a whole batch. Rows are locked in the order of their links and days, so that
 * batches of several processes cannot deadlock; a link that is gone takes its clicks along, and the
 * rest of the batch is written.
 */
const statement = `
  insert into link_clicks (link_id, day, clicks)
  select l.id, c.day, c.clicks
  from unnest($1::text[], $2::int[], $3::bigint[]) as c (code, day, clicks)
  join tracked_link l on l.code = c.code
  order by l.id, c.day
  on conflict (link_id, day) do update set clicks = link_clicks.clicks + excluded.clicks`

/** Adds a batch, which names each link and day at most once, to what the database holds. */
const writeClicks = (
  sql: SqlClient.SqlClient,
  clicks: ReadonlyArray<DayClicks>,
): Effect.Effect<void, BoundedSqlError> =>
  sql
    .unsafe(statement, [
      clicks.map(({ code }) => code),
      clicks.map(({ day }) => day),
      clicks.map(({ count }) => String(count)),
    ])
    .pipe(withDatabaseDeadline(writeTimeout), Effect.asVoid)

/**
 * Finds what addresses of links stand for. The database, where it answers, has the last word: an
 * archived link leads on, a subscription at any stage too, and a code or a subscription that it does
 * not hold is unknown, whatever the address proves. Where it does not answer, an address whose MAC
 * holds was made by `/links`, for a link and an offer that were there then: it leads to the quote, at
 * whatever stage, and the funnel knows how to go on. Without one, a link that was seen leads to the
 * form, for a code never comes to mean another account. Equal questions that come together are one.
 */
export const makeLinkTargets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tokens = yield* QuoteTokens
  const refs = new LRUCache<string, string>({ max: seenMax })
  const availability = makeAvailability({
    unavailable: "links cannot be looked up",
    availableAgain: "links can be looked up again",
    facts: {},
    steadyMs: 1_000,
  })

  /** Where an address leads by itself: undefined unless its MAC covers its code, quote, offer and language. */
  const proven = ({ code, offerId, quote }: LinkAddress): LinkTarget | undefined => {
    if (quote === null || quote.mac === null) return undefined
    const { language, mac, quoteRef } = quote
    return tokens.isIssued({ quoteRef, code, offerId, language }, mac)
      ? { _tag: "Quote", quoteRef, language, offerId }
      : undefined
  }

  /** Answers are not cached, but those who ask while one is under way share it. */
  const answers = yield* Cache.make({
    capacity: Number.POSITIVE_INFINITY,
    timeToLive: 0,
    lookup: ({ code, quoteRef }: TargetQuery) => readStoredTarget(sql, code, quoteRef),
  })

  const find = Effect.fn("LinkTargets.find")(function* (address: LinkAddress) {
    const ref = refs.get(address.code)
    const form = ref === undefined ? undefined : formOf(ref)
    if (form !== undefined && address.quote === null) return form
    const quote = proven(address)
    const quoteRef = address.quote?.quoteRef ?? null
    const stored = Cache.get(answers, { code: address.code, quoteRef })
    const found = yield* Effect.exit(
      quote === undefined ? stored : Effect.timeout(stored, languageTimeout),
    )
    if (Exit.isFailure(found)) {
      const cause = Cause.squash(found.cause)
      yield* availability.failed(troubleReason(cause))
      return quote ?? form ?? (yield* new LinkStoreUnavailable({ cause }))
    }
    yield* availability.answered
    if (found.value === undefined) return undefined
    refs.set(address.code, found.value.ref)
    return targetOf(found.value, address)
  })

  return { find }
})

/** Where links lead, and the count of their clicks, over the database. */
export const layerRedirects: Layer.Layer<
  Clicks | LinkTargets,
  never,
  SqlClient.SqlClient | MasterKey
> = Layer.mergeAll(
  Layer.effect(Clicks, makeClicks(clicksPolicy)),
  Layer.provide(Layer.effect(LinkTargets, makeLinkTargets), QuoteTokens.layer),
)

/** Links that are remembered. */
const seenMax = 10_000

/**
 * How long the database may take for an address whose MAC holds: it is asked for the language alone,
 * which the next link of a session may change.
 */
const languageTimeout = "500 millis"

/** What the database is asked about an address: the same for all of its offers. */
interface TargetQuery {
  readonly code: string
  readonly quoteRef: string | null
}

const formOf = (ref: string): LinkTarget => ({ _tag: "Form", ref })

const targetOf = ({ quote, ref }: StoredTarget, { offerId }: LinkAddress): LinkTarget => {
  if (quote === null) return formOf(ref)
  const { language, offerIds, quoteRef } = quote
  const isMade = offerId !== null && offerIds.includes(offerId)
  return { _tag: "Quote", quoteRef, language, offerId: isMade ? offerId : null }
}

/** How long the database may take: a traveller waits for it. */
const readTimeout = "1 second"

/** A link, and the subscription of it that an address names. */
interface StoredTarget {
  /** The ref of the link: `<partner_code>-<code>`. */
  readonly ref: string
  /** Null when the address names none, or none of this link. */
  readonly quote: StoredQuote | null
}

/** A subscription, and the offers that links were made for. */
interface StoredQuote {
  readonly quoteRef: string
  readonly language: string
  readonly offerIds: ReadonlyArray<number>
}

interface Row {
  readonly partnerCode: PartnerCode
  readonly language: string | null
  readonly offerIds: ReadonlyArray<number> | null
}

/** Reads the link of a code, archived or not, and its subscription; undefined for an unknown code. */
const readStoredTarget = (
  sql: SqlClient.SqlClient,
  code: string,
  quoteRef: string | null,
): Effect.Effect<StoredTarget | undefined, BoundedSqlError> =>
  sql<Row>`
    select partner.code as "partnerCode",
      subscription.language, subscription.offer_ids as "offerIds"
    from tracked_link link
    join partner on partner.id = link.partner_id
    left join subscription
      on subscription.link_id = link.id and subscription.quote_ref = ${quoteRef}
    where link.code = ${code}`.pipe(
    withDatabaseDeadline(readTimeout),
    Effect.map(([row]) => {
      if (row === undefined) return undefined
      const { language, offerIds, partnerCode } = row
      const ref = trackedRef({ partnerCode, linkCode: code })
      const quote =
        quoteRef === null || language === null
          ? null
          : { quoteRef, language, offerIds: offerIds ?? [] }
      return { ref, quote }
    }),
  )
