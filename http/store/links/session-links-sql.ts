import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { trackedRef } from "../../../rules/links/link-code.ts"
import { linkStep } from "../../../rules/links/link-step.ts"
import { AccountTurns } from "../database/account-turns.ts"
import { boundLockWait } from "../database/brief-locks.ts"
import { type ChargedCall, makeWriteCharges } from "../quota/charge-writes.ts"
import { Envelope } from "../secrets/envelope.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { LinkNotFound, type NotMade, SubscriptionRefused } from "../../ports/link-errors.ts"
import { orNotMade } from "./failures.ts"
import {
  type Followed,
  liveFollowed,
  newQuoteRef,
  rehearsedFollowed,
  rehearsing,
} from "./followed.ts"
import type { MintPolicy } from "./policy.ts"
import { QuoteTokens } from "./quote-tokens.ts"
import type { LinkWish, MintedLink, WritesSpent } from "../../ports/session-links.ts"
import { type CreditedLink, makeSessionRows, type SessionName } from "./session-rows.ts"
import { Subscriptions } from "./subscriptions.ts"

/** What became of a session's subscription, before anything is charged. */
interface Settled {
  readonly created: boolean
  readonly updated: boolean
  readonly subscriptionId: string
  readonly quoteRef: string
  readonly link: CreditedLink | null
}

const sessionOf = ({ key, sessionNonce }: LinkWish): SessionName => ({
  partnerId: key.partner.id,
  mode: key.mode,
  nonce: sessionNonce,
})

const chargedCall = ({ key, state }: LinkWish): ChargedCall => ({ keyId: key.keyId, state })

/** The service SessionLinks over the database: a mint is one transaction, within the policy's times. */
export const makeSessionLinks = (policy: MintPolicy) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* RandomBytes
    const tokens = yield* QuoteTokens
    const { expectWrite, payWrite, uncountingRefused } = yield* makeWriteCharges
    const rows = makeSessionRows(sql)
    const followed: Readonly<Record<"live" | "sandbox", Followed>> = {
      live: liveFollowed(yield* Subscriptions, random),
      sandbox: rehearsedFollowed(rows, yield* Envelope, random),
    }

    const statementTimeout = String(policy.statementTimeoutMs)
    const limitStatements = sql`
      select ${sql.literal(boundLockWait)},
        set_config('statement_timeout', ${statementTimeout}, true)`

    /** The link to credit on a first call: a named one is looked up in the sandbox and on replays too. */
    const creditedLink = Effect.fnUntraced(function* ({ key, linkCode }: LinkWish) {
      const isLive = key.mode === "live"
      const code = linkCode ?? (isLive ? key.partner.defaultLinkCode : null)
      if (code === null) return null
      const [link] = yield* sql<CreditedLink & { readonly archived: boolean }>`
        select id, code, archived_at is not null as archived
        from tracked_link where partner_id = ${key.partner.id} and code = ${code}`
      // The account's own first link was in use when the call was charged: that is soon enough.
      if (link === undefined || (link.archived && linkCode !== null)) {
        return yield* new LinkNotFound({ code })
      }
      return isLive ? link : null
    })

    const settle = Effect.fnUntraced(function* (wish: LinkWish, credited: CreditedLink | null) {
      const { language, offerId, trip } = wish
      const session = sessionOf(wish)
      const subscriptions = rehearsing(followed[wish.key.mode], wish.rehearsal)
      const id = subscriptions.freshId()
      const first = { subscriptionId: id, linkId: credited?.id ?? null }
      const claimed = yield* rows.claim(session, first)
      const row = claimed ? undefined : yield* rows.hold(session)
      const held = row === undefined ? undefined : yield* subscriptions.hold(row)
      const step = linkStep(held, trip)
      if (row === undefined || held === undefined || step === "roll") {
        yield* expectWrite(chargedCall(wish))
        const link = row === undefined ? credited : row.link
        const quoteRef = newQuoteRef(random)
        const draft = { id, quoteRef, trip, language, offerId }
        if (row !== undefined) yield* rows.follow(session, id)
        yield* subscriptions.open(session, link, draft)
        return { created: true, updated: false, subscriptionId: id, quoteRef, link }
      }
      const { link, subscriptionId } = row
      const updated = step === "update"
      const change = { id: subscriptionId, trip: updated ? trip : null, language, offerId }
      yield* subscriptions.change(session, change)
      return { created: false, updated, subscriptionId, quoteRef: held.quoteRef, link }
    })

    const pay = (wish: LinkWish) =>
      Effect.catchTag(payWrite(chargedCall(wish)), "NoQuota", () =>
        Effect.fail(new SubscriptionRefused({ cause: "The key has no quota." })),
      )

    const trackedBy = (
      { key, language, offerId }: LinkWish,
      { link, quoteRef }: Settled,
    ): MintedLink["tracked"] => {
      if (link === null) return null
      const { code } = link
      const ref = trackedRef({ partnerCode: key.partner.code, linkCode: code })
      return { code, ref, quote: tokens.issue({ quoteRef, code, offerId, language }) }
    }

    const program = Effect.fnUntraced(function* (
      wish: LinkWish,
    ): Effect.fn.Return<MintedLink, LinkNotFound | WritesSpent | NotMade | SqlError> {
      yield* limitStatements
      const settled = yield* settle(wish, yield* creditedLink(wish))
      const { created, subscriptionId, updated } = settled
      const state = created ? yield* pay(wish) : wish.state
      return { created, updated, subscriptionId, tracked: trackedBy(wish, settled), state }
    })

    const { take } = yield* AccountTurns

    const mint = Effect.fn("SessionLinks.mint")((wish: LinkWish) => {
      const turn = { account: wish.key.partner.id, timeoutMs: policy.timeoutMs }
      const made = orNotMade(take(turn)(sql.withTransaction(program(wish))))
      return uncountingRefused(chargedCall(wish))(made)
    })

    return { mint }
  })
