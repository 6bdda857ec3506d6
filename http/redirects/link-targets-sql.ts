import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { BoundedSqlError } from "../database/in-time.ts"
import { LinkStoreUnavailable } from "../links/errors.ts"
import { makeAvailability } from "../outgoing/availability.ts"
import type { LinkTarget, LinkTargets } from "./link-targets.ts"
import { makeRecentlySeen } from "../recently-seen.ts"
import { troubleReason } from "./store-trouble.ts"
import { readStoredTarget, type StoredQuote, type StoredTarget } from "./stored-targets.ts"

/** Links, and as many subscriptions, that are remembered. */
const seenMax = 10_000

/**
 * How long the database may take for a subscription that was seen before: it is asked for the
 * language alone, which the next link of a session may change.
 */
const languageTimeout = "500 millis"

type Address = Parameters<LinkTargets["Service"]["find"]>[0]
type Answer = Deferred.Deferred<StoredTarget | undefined, BoundedSqlError>

const addressName = ({ code, offerId, quoteRef }: Address): string =>
  `${code}?${quoteRef ?? ""}&${offerId ?? ""}`

const quoteName = (code: string, quoteRef: string): string => `${code}?${quoteRef}`

const targetOf = ({ link, quote }: StoredTarget, { offerId }: Address): LinkTarget => ({
  ...link,
  quote:
    quote === null
      ? null
      : {
          quoteRef: quote.quoteRef,
          language: quote.language,
          offerId: offerId !== null && quote.offerIds.includes(offerId) ? offerId : null,
        },
})

/**
 * Finds what addresses of links stand for, and remembers what it has seen: a link never comes to
 * mean another account, a subscription never leaves its link, and an offer that a link was made for
 * stays so. Equal questions that come together are one.
 */
export const makeLinkTargets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const links = makeRecentlySeen<StoredTarget["link"]>(seenMax)
  const quotes = makeRecentlySeen<StoredQuote>(seenMax)
  const underWay = new Map<string, Answer>()
  const availability = makeAvailability({
    unavailable: "links cannot be looked up",
    availableAgain: "links can be looked up again",
    facts: {},
    steadyMs: 1_000,
  })

  const remember = (code: string, found: StoredTarget | undefined): void => {
    if (found === undefined) return
    links.set(code, found.link)
    if (found.quote !== null) quotes.set(quoteName(code, found.quote.quoteRef), found.quote)
  }

  /** What is remembered of an address; without the subscription where that was not seen. */
  const remembered = ({ code, quoteRef }: Address): StoredTarget | undefined => {
    const link = links.get(code)
    if (link === undefined) return undefined
    const quote = quoteRef === null ? undefined : quotes.get(quoteName(code, quoteRef))
    return { link, quote: quote ?? null }
  }

  /** Asks in a fiber of its own, so that a caller who leaves does not end it for the others. */
  const ask = (address: Address, answer: Answer): Effect.Effect<void> =>
    Effect.flatMap(Effect.exit(readStoredTarget(sql, address.code, address.quoteRef)), (exit) => {
      underWay.delete(addressName(address))
      if (exit._tag === "Success") remember(address.code, exit.value)
      Deferred.doneUnsafe(answer, exit)
      return exit._tag === "Success"
        ? availability.answered
        : availability.failed(troubleReason(Cause.squash(exit.cause)))
    })

  const asked = (address: Address) =>
    Effect.suspend(() => {
      const name = addressName(address)
      const joined = underWay.get(name)
      if (joined !== undefined) return Deferred.await(joined)
      const answer: Answer = Deferred.makeUnsafe()
      underWay.set(name, answer)
      return Effect.andThen(
        Effect.forkDetach(ask(address, answer), { startImmediately: true }),
        Deferred.await(answer),
      )
    })

  const find = Effect.fn("LinkTargets.find")(function* (address: Address) {
    const seen = remembered(address)
    if (seen !== undefined && address.quoteRef === null) return targetOf(seen, address)
    const before = seen === undefined ? undefined : targetOf(seen, address)
    const settled =
      before !== undefined && before.quote !== null && before.quote.offerId === address.offerId
    const found = yield* Effect.matchCause(
      settled ? Effect.timeout(asked(address), languageTimeout) : asked(address),
      {
        onSuccess: (stored) => ({ target: stored && targetOf(stored, address) }),
        onFailure: (cause) => ({ cause: Cause.squash(cause) }),
      },
    )
    if ("target" in found) return found.target
    return before ?? (yield* new LinkStoreUnavailable({ cause: found.cause }))
  })

  return { find }
})
