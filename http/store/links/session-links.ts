import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { createHmac, createSecretKey } from "node:crypto"
import { once } from "../../../core/memory.ts"
import { equalMacs } from "../../platform/hmac.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import {
  LinkNotFound,
  type NotMade,
  Rehearsed,
  SubscriptionRefused,
  SubscriptionTimedOut,
} from "../../ports/link-errors.ts"
import type { LinkWish, MintedLink, WritesSpent } from "../../ports/session-links.ts"
import { randomDigits } from "../accounts/keys-sql.ts"
import { AccountTurns, boundLockWait } from "../database/account-turns.ts"
import { databaseNow } from "../database/client.ts"
import { orNotMade } from "./store.ts"
import {
  type HeldSubscription,
  openTrip,
  sealTrip,
  type SubscriptionChange,
  type SubscriptionDraft,
  Subscriptions,
} from "./subscriptions.ts"
import { type ChargedCall, makeWriteCharges } from "../quota/quotas.ts"
import { Envelope, MasterKey } from "../secrets/envelope.ts"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import {
  formatQuoteToken,
  type NamedQuote,
  quoteMacBytes,
  quoteMacInput,
  trackedRef,
} from "../../../rules/links/link-code.ts"
import { linkStep } from "../../../rules/links/link-step.ts"
import type { SandboxOutcome } from "../../../rules/pricing/magic.ts"

/** How long making a link may take before it is given up; times in milliseconds. */
export interface MintPolicy {
  /** Everything together, the account's turn and the wait for other calls of the session included. */
  readonly timeoutMs: number
  /** One statement. */
  readonly statementTimeoutMs: number
}

/** How long links may take by default. */
export const mintPolicy: MintPolicy = {
  timeoutMs: 5_000,
  statementTimeoutMs: 4_000,
}

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

/** The tracked link that a session credits. */
interface CreditedLink {
  readonly id: bigint
  readonly code: string
}

/** Which session: only its nonce is kept, so nothing stored can be sent back as a session. */
interface SessionName {
  readonly partnerId: string
  readonly mode: KeyMode
  readonly nonce: string
}

/** What has become of a session, locked against its other calls until the transaction ends. */
interface SessionRow {
  readonly subscriptionId: string
  /** The attribution of its first link; null in the sandbox. */
  readonly link: CreditedLink | null
  /** The sealed trip of a session of the sandbox. */
  readonly rehearsedTripSealed: Uint8Array | null
}

/** The rows of sessions in a database. */
type SessionRows = ReturnType<typeof makeSessionRows>

/** The rows of sessions, for use inside a transaction. */
const makeSessionRows = (sql: SqlClient.SqlClient) => {
  const now = sql.literal(databaseNow)
  const isNamed = ({ mode, nonce, partnerId }: SessionName) =>
    sql`partner_id = ${partnerId} and mode = ${mode} and nonce = ${nonce}`

  /** Writes a session's first row; false when there is one. Waits for a call that writes it now. */
  const claim = (
    { mode, nonce, partnerId }: SessionName,
    first: { readonly subscriptionId: string; readonly linkId: bigint | null },
  ) =>
    Effect.map(
      sql`
        insert into link_session (partner_id, mode, nonce, link_id, subscription_id, created_at)
        values (${partnerId}, ${mode}, ${nonce}, ${first.linkId}, ${first.subscriptionId},
          ${now})
        on conflict do nothing returning nonce`,
      (rows) => rows.length > 0,
    )

  /** The row of a session that is there, held until the transaction ends. */
  const hold = (session: SessionName) =>
    Effect.flatMap(
      sql<Row>`
        select subscription_id as "subscriptionId", link_id as "linkId",
          (select code from tracked_link where id = link_id) as code,
          rehearsed_trip_sealed as "rehearsedTripSealed"
        from link_session where ${isNamed(session)} for update`,
      ([row]): Effect.Effect<SessionRow, SubscriptionRefused> => {
        if (row === undefined) {
          return Effect.fail(new SubscriptionRefused({ cause: "The session is gone." }))
        }
        const { code, linkId, rehearsedTripSealed, subscriptionId } = row
        const link = linkId === null || code === null ? null : { id: linkId, code }
        return Effect.succeed({ subscriptionId, link, rehearsedTripSealed })
      },
    )

  /** Lets a session follow another subscription. */
  const follow = (session: SessionName, subscriptionId: string) => sql`
    update link_session set subscription_id = ${subscriptionId} where ${isNamed(session)}`

  /** Keeps the sealed trip of a session of the sandbox. */
  const rehearse = (session: SessionName, tripSealed: Uint8Array) => sql`
    update link_session set rehearsed_trip_sealed = ${tripSealed} where ${isNamed(session)}`

  return { claim, hold, follow, rehearse }
}

interface Row {
  readonly subscriptionId: string
  readonly linkId: bigint | null
  readonly code: string | null
  readonly rehearsedTripSealed: Uint8Array | null
}

/** A subscription that a session comes to follow, whomever it credits. */
type FollowedDraft = Omit<SubscriptionDraft, "linkId">

/**
 * The subscriptions that sessions of one mode follow: those of the traveller's funnel for live
 * sessions, and rehearsals of them in the sandbox.
 */
interface Followed {
  readonly freshId: () => string
  readonly open: (
    session: SessionName,
    link: CreditedLink | null,
    draft: FollowedDraft,
  ) => Effect.Effect<void, NotMade>
  readonly hold: (session: SessionRow) => Effect.Effect<HeldSubscription, NotMade>
  readonly change: (
    session: SessionName,
    change: SubscriptionChange,
  ) => Effect.Effect<void, NotMade>
}

/** Digits in ids and quote references: 131 bits. */
const idLength = 22

/** A fresh quote reference: it tells nothing and cannot be guessed. */
const newQuoteRef = (random: RandomBytes["Service"]): string => randomDigits(random, idLength)

/** Subscriptions of the traveller's funnel. */
const liveFollowed = (
  subscriptions: Subscriptions["Service"],
  random: RandomBytes["Service"],
): Followed => ({
  freshId: () => `sub_${randomDigits(random, idLength)}`,
  open: (_, link, draft) =>
    link === null
      ? Effect.fail(new SubscriptionRefused({ cause: "No link is there to credit." }))
      : subscriptions.open({ ...draft, linkId: link.id }),
  hold: ({ subscriptionId }) => subscriptions.hold(subscriptionId),
  change: (_, change) => subscriptions.change(change),
})

/** Rehearsed subscriptions: always quoting, their trip kept with the session, nothing in the funnel. */
const rehearsedFollowed = (
  rows: SessionRows,
  envelope: Envelope["Service"],
  random: RandomBytes["Service"],
): Followed => {
  const keep = (session: SessionName, id: string, trip: SubscriptionChange["trip"]) =>
    trip === null ? Effect.void : orNotMade(rows.rehearse(session, sealTrip(envelope, id, trip)))
  return {
    freshId: () => `sub_sandbox_${randomDigits(random, idLength)}`,
    open: (session, _, { id, trip }) => keep(session, id, trip),
    hold: ({ rehearsedTripSealed, subscriptionId }) =>
      rehearsedTripSealed === null
        ? Effect.fail(new SubscriptionRefused({ cause: "The session holds no trip." }))
        : Effect.mapBoth(
            Effect.fromResult(openTrip(envelope, subscriptionId, rehearsedTripSealed)),
            {
              onFailure: (cause) => new SubscriptionRefused({ cause }),
              onSuccess: (trip) => ({ stage: "quoting" as const, trip, quoteRef: "" }),
            },
          ),
    change: (session, { id, trip }) => keep(session, id, trip),
  }
}

/** How the keeper of subscriptions fails in a rehearsal; undefined where it does not. */
const rehearsedFailure = (outcome: SandboxOutcome | undefined): NotMade | undefined => {
  switch (outcome) {
    case "refused":
      return new SubscriptionRefused({ cause: new Rehearsed() })
    case "timed_out":
      return new SubscriptionTimedOut({ cause: new Rehearsed() })
    case "near_miss_only":
    case undefined:
      return undefined
  }
}

/** Makes opening and changing subscriptions fail where a trip rehearses that. */
const rehearsing = (followed: Followed, outcome: SandboxOutcome | undefined): Followed => {
  const failure = rehearsedFailure(outcome)
  if (failure === undefined) return followed
  return { ...followed, open: () => Effect.fail(failure), change: () => Effect.fail(failure) }
}

/**
 * Makes the `quote` of addresses and recognises its own, so that a redirect can trust an address that
 * it can look up nowhere. Nothing is stored.
 */
export class QuoteTokens extends Context.Service<
  QuoteTokens,
  {
    /** The `quote` of an address that names this subscription, link, offer and language. */
    readonly issue: (named: NamedQuote) => string
    /** Whether a MAC is that of an address that names exactly this. */
    readonly isIssued: (named: NamedQuote, mac: string) => boolean
  }
>()("viatica/QuoteTokens") {
  /** Tokens under a key derived from the master key: every process of an installation agrees. */
  static readonly layer: Layer.Layer<QuoteTokens, never, MasterKey> = Layer.effect(
    QuoteTokens,
    Effect.suspend(() => makeQuoteTokens),
  )
}

const makeQuoteTokens = Effect.gen(function* () {
  const masterKey = yield* MasterKey
  // Commands that make no link have no master key.
  const key = once(() => createSecretKey(masterKey.derive("quote")))

  const macOf = (named: NamedQuote): string =>
    createHmac("sha256", key())
      .update(quoteMacInput(named))
      .digest()
      .toString("base64url", 0, quoteMacBytes)

  return {
    issue: (named: NamedQuote): string => formatQuoteToken({ ...named, mac: macOf(named) }),
    isIssued: (named: NamedQuote, mac: string): boolean => equalMacs(mac, macOf(named)),
  }
})
