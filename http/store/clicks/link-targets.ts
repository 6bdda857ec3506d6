import * as Cache from "effect/Cache"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { LRUCache } from "lru-cache"
import { makeAvailability } from "../../observability/availability.ts"
import { type BoundedSqlError, withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { troubleReason } from "../../platform/trouble-reason.ts"
import { Clicks } from "../../ports/clicks.ts"
import { LinkStoreUnavailable } from "../../ports/link-errors.ts"
import { type LinkAddress, type LinkTarget, LinkTargets } from "../../ports/link-targets.ts"
import { clicksPolicy, makeClicks } from "./clicks.ts"
import { QuoteTokens } from "../links/quote-tokens.ts"
import type { MasterKey } from "../secrets/master-key.ts"
import { trackedRef } from "../../../rules/links/link-code.ts"

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
  readonly partnerCode: string
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
