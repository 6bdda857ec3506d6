import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { BoundedSqlError } from "../../platform/in-time.ts"
import { LinkStoreUnavailable } from "../../ports/link-errors.ts"
import { QuoteTokens } from "../links/quote-tokens.ts"
import { makeAvailability } from "../../observability/availability.ts"
import type { LinkAddress, LinkTarget } from "../../ports/link-targets.ts"
import { makeRecentlySeen } from "../../platform/recently-seen.ts"
import { troubleReason } from "../../platform/trouble-reason.ts"
import { readStoredTarget, type StoredTarget } from "./stored-targets.ts"

/** Links that are remembered. */
const seenMax = 10_000

/**
 * How long the database may take for an address whose MAC holds: it is asked for the language alone,
 * which the next link of a session may change.
 */
const languageTimeout = "500 millis"

type Answer = Deferred.Deferred<StoredTarget | undefined, BoundedSqlError>

/** What the database is asked about an address: the same for all of its offers. */
const questionOf = ({ code, quote }: LinkAddress): string => `${code}?${quote?.quoteRef ?? ""}`

const formOf = (ref: string): LinkTarget => ({ _tag: "Form", ref })

const targetOf = ({ quote, ref }: StoredTarget, { offerId }: LinkAddress): LinkTarget => {
  if (quote === null) return formOf(ref)
  const { language, offerIds, quoteRef } = quote
  const isMade = offerId !== null && offerIds.includes(offerId)
  return { _tag: "Quote", quoteRef, language, offerId: isMade ? offerId : null }
}

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
  const refs = makeRecentlySeen<string>(seenMax)
  const underWay = new Map<string, Answer>()
  const availability = makeAvailability({
    unavailable: "links cannot be looked up",
    availableAgain: "links can be looked up again",
    facts: {},
    steadyMs: 1_000,
  })

  /** Where an address leads by itself: undefined unless its MAC covers its code, quote and offer. */
  const proven = ({ code, offerId, quote }: LinkAddress): LinkTarget | undefined => {
    if (quote === null || quote.mac === null) return undefined
    const { mac, quoteRef } = quote
    return tokens.isIssued({ quoteRef, code, offerId }, mac)
      ? { _tag: "Quote", quoteRef, language: null, offerId }
      : undefined
  }

  /** Asks in a fiber of its own, so that a caller who leaves does not end it for the others. */
  const ask = (address: LinkAddress, answer: Answer): Effect.Effect<void> =>
    Effect.flatMap(
      Effect.exit(readStoredTarget(sql, address.code, address.quote?.quoteRef ?? null)),
      (exit) => {
        underWay.delete(questionOf(address))
        if (exit._tag === "Success" && exit.value !== undefined) {
          refs.set(address.code, exit.value.ref)
        }
        Deferred.doneUnsafe(answer, exit)
        return exit._tag === "Success"
          ? availability.answered
          : availability.failed(troubleReason(Cause.squash(exit.cause)))
      },
    )

  const asked = (address: LinkAddress) =>
    Effect.suspend(() => {
      const question = questionOf(address)
      const joined = underWay.get(question)
      if (joined !== undefined) return Deferred.await(joined)
      const answer: Answer = Deferred.makeUnsafe()
      underWay.set(question, answer)
      return Effect.andThen(
        Effect.forkDetach(ask(address, answer), { startImmediately: true }),
        Deferred.await(answer),
      )
    })

  const find = Effect.fn("LinkTargets.find")(function* (address: LinkAddress) {
    const ref = refs.get(address.code)
    const form = ref === undefined ? undefined : formOf(ref)
    if (form !== undefined && address.quote === null) return form
    const quote = proven(address)
    const question = asked(address)
    const found = yield* Effect.matchCause(
      quote === undefined ? question : Effect.timeout(question, languageTimeout),
      {
        onSuccess: (stored) => ({ target: stored && targetOf(stored, address) }),
        onFailure: (cause) => ({ cause: Cause.squash(cause) }),
      },
    )
    if ("target" in found) return found.target
    return quote ?? form ?? (yield* new LinkStoreUnavailable({ cause: found.cause }))
  })

  return { find }
})
