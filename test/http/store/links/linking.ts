import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Subscriptions } from "../../../../http/store/links/subscriptions.ts"
import { TrackedLinks } from "../../../../http/ports/tracked-links.ts"
import { Sessions } from "../../../../http/ports/session-links.ts"
import type { SubscriptionStage } from "../../../../rules/links/link-step.ts"
import { type Answer, outcomeOf } from "../../../support/http-call.ts"
import { paths, quoteBody, sampleTrip } from "../../../support/sample-trips.ts"
import type { CallOptions, TestKey, TestService } from "../../../support/service.ts"

/** An answer of `POST /links`. */
export interface LinkAnswer {
  readonly mode: "sandbox" | "live"
  readonly subscriptionId: string
  readonly url: string
  readonly ref: string | null
  readonly offerId: number | null
  readonly replayed: boolean
  readonly updated: boolean
  readonly expiresAt: string
  readonly meta: { readonly apiVersion: string; readonly language: string }
}

/** An offer that only the live catalogue holds, and one that only the sandbox's does. */
export const offers = { live: 1001, otherLive: 1002, sandbox: 101 } as const

/** A body of `POST /links` on a session. */
export const linkBody = (
  sessionId: unknown,
  trip: Readonly<Record<string, unknown>> = {},
  top: Readonly<Record<string, unknown>> = {},
) => ({ sessionId, trip: { ...sampleTrip, ...trip }, ...top })

/** Calls on a running service, as one partner's server makes them. */
export const makeLinking = (service: () => TestService) => {
  const call = (body: unknown, key: TestKey, options: CallOptions = {}): Promise<Answer> =>
    service().call("POST", paths.links, body, { ...options, key })

  /** A link whose answer has this status. */
  const link = async (
    status: 200 | 201,
    key: TestKey,
    sessionId: unknown,
    trip: Readonly<Record<string, unknown>> = {},
    top: Readonly<Record<string, unknown>> = {},
  ): Promise<LinkAnswer> => {
    const answer = await call(linkBody(sessionId, trip, top), key)
    expect(outcomeOf(answer)).toBe(String(status))
    return answer.body as LinkAnswer
  }

  /** The outcome of a call, in words. */
  const outcome = async (body: unknown, key: TestKey): Promise<string> =>
    outcomeOf(await call(body, key))

  /** The session that a quote of the key opens. */
  const quoted = async (key: TestKey): Promise<string> => {
    const answer = await service().call("POST", paths.quotes, quoteBody(), { key })
    expect(outcomeOf(answer)).toBe("200")
    return (answer.body as { readonly sessionId: string }).sessionId
  }

  const rows = (text: string) =>
    service().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.unsafe<Readonly<Record<string, unknown>>>(text),
      ),
    )

  /** A session of a key's account, issued as a quote would. */
  const session = async (key: TestKey, mode: "sandbox" | "live" = "live"): Promise<string> => {
    const [owner] = await rows(`select id from partner where code = '${key.partnerCode}'`)
    const accountId = String(owner?.["id"])
    return service().run(Effect.map(Sessions, (sessions) => sessions.issue({ accountId, mode })))
  }

  const subscription = (idOrQuoteRef: string) =>
    service().run(Effect.flatMap(Subscriptions, ({ get }) => get(idOrQuoteRef)))

  const advance = (id: string, stage: SubscriptionStage) =>
    service().run(
      Effect.flatMap(Subscriptions, (subscriptions) => subscriptions.advance(id, stage)),
    )

  const withdraw = (id: string) =>
    service().run(
      Effect.flatMap(Subscriptions, (subscriptions) => subscriptions.declareWithdrawal(id)),
    )

  const createLink = (partnerCode: string, code: string) =>
    service().run(Effect.flatMap(TrackedLinks, ({ create }) => create({ partnerCode, code })))

  const archiveLink = (partnerCode: string, code: string) =>
    service().run(Effect.flatMap(TrackedLinks, ({ archive }) => archive({ partnerCode, code })))

  const listLinks = (partnerCode: string) =>
    service().run(Effect.flatMap(TrackedLinks, ({ list }) => list(partnerCode)))

  return {
    call,
    link,
    outcome,
    quoted,
    session,
    rows,
    subscription,
    advance,
    withdraw,
    createLink,
    archiveLink,
    listLinks,
  }
}
