import { codeAt, someBrowser } from "../support/console-session.ts"
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Actor } from "../../http/ports/audit-log.ts"
import {
  type ClaimedEndpoint,
  type DueDelivery,
  EventDeliveries,
} from "../../http/ports/event-deliveries.ts"
import { EventListeners } from "../../http/ports/event-listeners.ts"
import { Events } from "../../http/ports/events.ts"
import { Incidents } from "../../http/ports/incidents.ts"
import { Notices } from "../../http/ports/notices.ts"
import { type OfSession, SecondFactors } from "../../http/ports/second-factors.ts"
import { type KeyRecord, Keys } from "../../http/ports/keys.ts"
import { Operators } from "../../http/ports/operators.ts"
import { Partners } from "../../http/ports/partners.ts"
import { PayoutDesk, Payouts } from "../../http/ports/payouts.ts"
import { People } from "../../http/ports/people.ts"
import { Quotas } from "../../http/ports/quotas.ts"
import { Reviews } from "../../http/ports/reviews.ts"
import { type Reporter, Sales } from "../../http/ports/sales.ts"
import { type LinkWish, SessionLinks } from "../../http/ports/session-links.ts"
import { TrackedLinks } from "../../http/ports/tracked-links.ts"
import { sealRound } from "../../http/store/sales/ledger-sealing.ts"
import { sealKeyOf } from "../../http/store/sales/ledger-seal.ts"
import { usageKept } from "../../http/store/usage/record-calls.ts"
import { TableBundle } from "../../http/ports/table-bundle.ts"
import { Subscriptions } from "../../http/store/links/subscriptions.ts"
import { MasterKey } from "../../http/store/secrets/envelope.ts"
import { listenersMax } from "../../rules/events/event-policy.ts"
import type { SignedReport } from "../../rules/sales/read-report.ts"
import type { QuotaState } from "../../rules/quota/quota.ts"
import type { Trip } from "../../rules/trip/trip.ts"
import { readyToGoLive } from "../support/ready-to-go-live.ts"
import { payeeNamed } from "../support/sample-payee.ts"
import { makeSoftPasskey, type SoftPasskey } from "../support/soft-authenticator.ts"
import type { Foundations } from "./process.ts"

/** What acts need to know of a database that is lived in. */
export interface LivedIn {
  readonly cat: Reporter & { readonly ref: string }
  readonly eve: Reporter & { readonly ref: string }
  /** Whose books somebody has changed by hand. */
  readonly fay: Reporter & { readonly ref: string }
  /** Live keys of `cat`; the first has one read and one write of its day left. */
  readonly keys: readonly [KeyRecord, KeyRecord]
  /** The quota of a call that was charged. */
  readonly quota: QuotaState
  readonly endpointId: string
  /** Two sandbox endpoints of `cat`, to which one example more may be sent within the minute. */
  readonly tried: readonly [string, string]
  /** Two owners of `cat`. */
  readonly owners: readonly [string, string]
  /** Two people without an account, both invited to `cat`. */
  readonly free: readonly [string, string]
  /** Two links that sign the second owner in, not used yet, and the token of a session of theirs. */
  readonly signIn: readonly [string, string]
  readonly session: string
  readonly sessionId: string
  /** An owner of `dan` with codes and a passkey, who may guess once more within the hour. */
  readonly holder: OfSession & {
    readonly codeSecret: string
    readonly recoveryCode: string
    readonly passkey: SoftPasskey
  }
  /** Another one, with a passkey, and codes that are not confirmed yet. */
  readonly setter: OfSession & {
    readonly pendingSecret: string
    readonly passkey: SoftPasskey
    readonly link: string
  }
  /** Somebody who may have one passkey more. */
  readonly collector: OfSession
  readonly quoteRef: string
  readonly subscriptionId: string
  readonly incident: number
  /** An event that a process has sent to the last endpoint of `cat`, and of which it has told nobody yet. */
  readonly sent: { readonly claimed: ClaimedEndpoint; readonly due: DueDelivery }
  /** Listeners of `cat`, one with two events that wait for it, and one that is told nothing. */
  readonly listeners: {
    readonly busy: string
    readonly quiet: string
    readonly waiting: readonly [string, string]
  }
  readonly eventId: string
  /** Batches of payouts, by where they stand. */
  readonly batches: { readonly drawn: string; readonly approved: string; readonly sent: string }
  /** Payouts: one that is due and in no batch, and one that is sent. */
  readonly payouts: { readonly due: string; readonly sent: string }
}

/** A trip as answers echo it. */
export const livedTrip: Trip = {
  intent: "forTourism",
  startDate: "2027-07-01",
  endDate: "2027-07-14",
  countryResidence: "FR",
  arrivalCountries: ["ES"],
  travellers: [{ age: 35 }],
  tripPrice: 1200,
  currency: "EUR",
  shouldCoverCancellation: true,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}

/** A report of a sale, at the time that accounts are made. */
export const reportOf = (
  { ref }: { readonly ref: string },
  externalOrderId: string,
  changes: Partial<SignedReport> = {},
): SignedReport => ({
  ref,
  externalOrderId,
  amountMinor: 900_000,
  currency: "EUR",
  minorUnits: 2,
  status: "pending",
  commissionMinor: null,
  uplift: { _tag: "Unknown" },
  signedAtSeconds: Date.parse("2026-12-01T08:00:05Z") / 1_000,
  ...changes,
})

/** Does something in the name of an operator. */
export const as = (operator: string) => Effect.provideService(Actor, operator)

/** The nonce of a session that has a link. */
export const knownNonce = createHash("sha256").update("known").digest("base64url").slice(0, 22)

/** That of one whose subscription is paid: its next link opens another one. */
export const paidNonce = createHash("sha256").update("paid").digest("base64url").slice(0, 22)

/** A wish for a link, as a call that was charged makes it. */
export const linkWish = (
  key: KeyRecord,
  state: QuotaState,
  sessionNonce: string,
  changes: Partial<LinkWish> = {},
): LinkWish => ({
  key,
  sessionNonce,
  trip: livedTrip,
  language: "en",
  offerId: null,
  linkCode: null,
  rehearsal: undefined,
  state,
  ...changes,
})

/** The account of a code, as it reports live sales. */
const reporterOf = Effect.fnUntraced(function* (code: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly id: string }>`select id from partner where code = ${code}`
  const reporter: Reporter = {
    partnerId: row?.id ?? "",
    partnerCode: code,
    mode: "live",
    rates: { feeBps: 1_500, baseRateBps: 1_500, upliftBps: 0 },
  }
  return { ...reporter, ref: `${code}-${code.toUpperCase()}27` }
})

const openAccount = Effect.fnUntraced(function* (code: string) {
  yield* (yield* Partners).create({ code, name: code })
  yield* readyToGoLive(code)
  yield* (yield* TrackedLinks).create({ partnerCode: code, code: `${code.toUpperCase()}27` })
})

/** Reports a sale, signed at a moment. */
const sell = Effect.fnUntraced(function* (
  code: string,
  order: string,
  signedAt: string,
  changes: Partial<SignedReport> = {},
) {
  const reporter = yield* reporterOf(code)
  const signedAtSeconds = Date.parse(signedAt) / 1_000
  yield* (yield* Sales).report(reporter, reportOf(reporter, order, { ...changes, signedAtSeconds }))
})

const validate = Effect.flatMap(Sales, ({ validateDue }) => validateDue)

/** A person of an address who is signed in. */
const signedIn = Effect.fnUntraced(function* (email: string) {
  const people = yield* People
  const { token } = yield* (yield* Operators).link({ email, language: "en", nextPath: "/console" })
  const session = Redacted.value(
    (yield* people.redeem(Redacted.value(token), undefined, someBrowser)).token,
  )
  const visitor = yield* people.visitorOf(session)
  return { personId: visitor?.personId ?? "", sessionId: visitor?.sessionId ?? "", session }
})

/** For whom passkeys are made. */
export const passkeySite = { host: "localhost", origin: "http://localhost" }

/** Who has second factors of all kinds. */
export const holderEmail = "holder@dan.example"

/** A secret of codes that is not confirmed yet. */
const begunCode = Effect.fnUntraced(function* (personId: string) {
  const factors = yield* SecondFactors
  yield* factors.beginCode(personId)
  const { pendingSecret } = yield* factors.of(personId)
  return pendingSecret === null ? "" : Redacted.value(pendingSecret)
})

/** Adds a passkey of this seed to somebody. */
const withPasskey = Effect.fnUntraced(function* (of: OfSession, seed: string) {
  const factors = yield* SecondFactors
  const passkey = makeSoftPasskey({ seed })
  const options = yield* factors.newPasskeyOptions(
    { ...of, email: `${seed}@cat.example` },
    passkeySite,
  )
  yield* factors.addPasskey(of, seed, { site: passkeySite, text: passkey.made(options) })
  return passkey
})

/** People with second factors, at the bounds of what each may try and have. */
const withFactors = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [factors, operators] = [yield* SecondFactors, yield* Operators]
  const enter = Effect.fnUntraced(function* (email: string) {
    yield* operators.enrol("dan", email)
    return yield* signedIn(email)
  })
  const holder = yield* enter(holderEmail)
  const codeSecret = yield* begunCode(holder.personId)
  const code = codeAt(codeSecret, Date.parse("2026-12-01T08:00:00Z"))
  const [recoveryCode = ""] = yield* factors.confirmCode(holder, code)
  const passkey = yield* withPasskey(holder, "holder")
  yield* sql`insert into factor_try (person_id, at)
    select ${holder.personId}, now() + interval '1 hour' from generate_series(1, 9)`
  const setter = yield* enter("setter@dan.example")
  const setterPasskey = yield* withPasskey(setter, "setter")
  const pendingSecret = yield* begunCode(setter.personId)
  const { token } = yield* operators.link({
    email: "setter@dan.example",
    language: "en",
    nextPath: "/console",
    validMinutes: 10_000,
  })
  const collector = yield* enter("collector@cat.example")
  for (let place = 0; place < 9; place += 1) yield* withPasskey(collector, `collector ${place}`)
  // Room for one person more.
  yield* sql`insert into invitation (partner_id, email, role, created_at, valid_until)
    select id, 'guest' || place || '@dan.example', 'reader', now(), now() + interval '30 days'
    from partner, generate_series(1, 46) place where code = 'dan'`
  return {
    holder: { ...holder, codeSecret, recoveryCode, passkey },
    setter: {
      ...setter,
      pendingSecret,
      passkey: setterPasskey,
      link: Redacted.value(token),
    },
    collector,
  }
})

/** Sandbox endpoints to which one example more may be sent within the minute. */
const withExamples = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const events = yield* Events
  const tried: Array<string> = []
  for (const path of ["tried", "tried-too"]) {
    const wish = { partnerCode: "cat", mode: "sandbox", types: [] } as const
    tried.push(
      (yield* events.create({ ...wish, url: `https://127.0.0.1:8443/${path}` })).endpointId,
    )
  }
  // As if they had been sent just before the acts.
  yield* sql`insert into event (id, partner_id, mode, type, once_key, at, body)
    select 'evt_example' || place, id, 'sandbox', 'key.revoked', 'example:' || place,
      now() + interval '1 hour 20 seconds', '{}'
    from partner, generate_series(1, 19) place where code = 'cat'`
  return [tried[0] ?? "", tried[1] ?? ""] as const
})

/** Listeners of an account, which may have one more. */
const withListeners = Effect.fnUntraced(function* ({ partnerCode, partnerId }: Reporter) {
  const sql = yield* SqlClient.SqlClient
  const [events, listeners] = [yield* Events, yield* EventListeners]
  const opened: Array<string> = []
  for (let place = 1; place < listenersMax; place += 1) {
    opened.push((yield* listeners.poll({ partnerId, settled: [], ends: false })).listenerId)
  }
  // They are heard of by the time of the machine, which is not that of the simulation.
  yield* sql`update event_listener set polled_at = 'infinity'`
  const [busy = "", quiet = ""] = opened
  const send = events.sendExample({ partnerCode, mode: "sandbox" }, busy, "key.revoked")
  return { busy, quiet, waiting: [yield* send, yield* send] } as const
})

/** Payouts of one account that stand everywhere that they can, and one of another that is due. */
const payOut = Effect.gen(function* () {
  const desk = yield* PayoutDesk
  yield* desk.setPayee("cat", payeeNamed("Cat"))
  yield* (yield* Payouts).closeMonths
  const drawn = (currency: string) =>
    Effect.map(
      desk.draw({ currency, payOn: "2026-12-05" }).pipe(as("first")),
      ({ batch }) => batch.number,
    )
  // The pound is sent, one euro approved, the dollar drawn up.
  const sent = yield* drawn("GBP")
  yield* desk.approve(sent).pipe(as("second"))
  yield* desk.send(sent, "2026-11-03", null).pipe(as("first"))
  yield* desk.approve(yield* drawn("EUR")).pipe(as("second"))
  yield* drawn("USD")
  // Without a bank account it was left out until now.
  yield* desk.setPayee("dan", payeeNamed("Dan"))
})

/**
 * Two sales and totals that somebody has changed by hand, a statement that older code has not signed, and a reason that
 * older code has left of an account that it has let back.
 */
const spoil = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update sale set amount_minor = 900001 where external_order_id = 'crooked'`
  yield* sql`update account_sales set amount_minor = amount_minor + 7
    where partner_id = (select id from partner where code = 'fay')`
  yield* sql`update link_sales set amount_minor = amount_minor + 7
    where link_id = (select id from tracked_link where code = 'FAY27')`
  yield* sql`insert into link_count (link_id, what, strand, count)
    select id, 'clicks', 3, 7 from tracked_link where code = 'FAY27'`
  yield* sql`insert into suspension (partner_id, reason, at)
    select id, 'long ago', now() from partner where code = 'new2'`
  yield* sql`do $$ begin
    set local session_replication_role = replica;
    delete from sale where external_order_id = 'lost';
    delete from statement_checkpoint where statement_id in (select statement.id from statement
      join partner on partner.id = partner_id where code = 'dan');
    update statement_closing set month = '2026-11'
      where partner_id = (select id from partner where code = 'dan');
  end $$`
})

/** What many calls and many sessions leave: calls in all places of an account's, totals in all strands. */
const wearIn = Effect.fnUntraced(function* ({ partnerId }: Reporter, { keyId }: KeyRecord) {
  const sql = yield* SqlClient.SqlClient
  const { signedCalls } = usageKept((yield* TableBundle).current().tables)
  yield* sql`insert into usage_turn (partner_id, mode, is_signed, calls)
    values (${partnerId}, 'live', true, ${signedCalls})`
  yield* sql`insert into usage_call (partner_id, mode, is_signed, place, key_id, request_id, at,
      duration_ms, endpoint, method, status, number)
    select ${partnerId}, 'live', true, place, ${keyId}, gen_random_uuid(), now(), 3, 'bilan', 'POST',
      200, place from generate_series(0, 9) place`
  const places = sql.literal("generate_series(0, 15) place")
  yield* sql`insert into link_count (link_id, what, strand, count)
    select id, what, place, 0 from tracked_link, ${places},
      unnest('{clicks,quoting,presubscribed,paid,subscribed}'::text[]) what
    on conflict do nothing`
  const kinds = sql.literal("unnest('{pending,validated,cancelled}'::text[]) as kind (status)")
  yield* sql`insert into link_sales (link_id, mode, currency, minor_units, status, strand, sales,
      amount_minor, commission_minor)
    select distinct link_id, mode, currency, minor_units, kind.status, place, 0, 0, 0
    from link_sales, ${places}, ${kinds} on conflict do nothing`
  yield* sql`insert into account_sales (partner_id, mode, currency, minor_units, status, strand,
      sales, amount_minor, commission_minor)
    select distinct partner_id, mode, currency, minor_units, kind.status, place, 0, 0, 0
    from account_sales, ${places}, ${kinds} on conflict do nothing`
})

/** What is done at a moment in the life of the database, by processes of that moment. */
export interface Moment<A> {
  readonly at: string
  readonly does: Effect.Effect<A, unknown, Foundations>
}

/** The months before, each moment after the one before it: sales of every age, statements, payouts. */
export const monthsBefore: ReadonlyArray<Moment<void>> = [
  {
    at: "2026-10-05T08:00:00Z",
    does: Effect.gen(function* () {
      yield* openAccount("cat")
      yield* openAccount("dan")
      for (const currency of ["EUR", "USD", "GBP"]) {
        yield* sell("cat", `old ${currency}`, "2026-10-05T08:00:00Z", { currency })
      }
      yield* sell("dan", "old", "2026-10-05T08:00:00Z")
    }),
  },
  { at: "2026-10-21T08:00:00Z", does: Effect.asVoid(validate) },
  { at: "2026-11-03T08:00:00Z", does: payOut },
  {
    at: "2026-11-05T08:00:00Z",
    does: Effect.andThen(openAccount("eve"), sell("eve", "month", "2026-11-05T08:00:00Z")),
  },
  {
    at: "2026-11-17T08:00:00Z",
    does: Effect.andThen(
      sell("cat", "due 1", "2026-11-17T08:00:00Z"),
      sell("cat", "due 2", "2026-11-17T08:00:00Z"),
    ),
  },
  { at: "2026-11-20T08:00:00Z", does: Effect.asVoid(validate) },
]

/**
 * The last morning, on a database that has the months before: fresh sales, people, invitations, sessions, endpoints,
 * and keys whose limits are nearly reached.
 */
export const lastMorning = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [desk, keys, operators, people] = [
    yield* PayoutDesk,
    yield* Keys,
    yield* Operators,
    yield* People,
  ]
  yield* openAccount("fay")
  const [cat, eve, fay] = [
    yield* reporterOf("cat"),
    yield* reporterOf("eve"),
    yield* reporterOf("fay"),
  ]
  for (const order of ["known", "other"]) yield* sell("cat", order, "2026-12-01T08:00:00Z")
  for (const order of ["crooked", "lost"]) yield* sell("fay", order, "2026-12-01T08:00:00Z")
  yield* sealRound(sealKeyOf(yield* MasterKey))

  // Keys at the end of their day.
  const made: Array<KeyRecord> = []
  const states: Array<QuotaState> = []
  for (const left of [1, 100]) {
    const { keyId } = yield* keys.create({ partnerCode: "cat", mode: "live" })
    yield* sql`update quota set reads_limit = 100, writes_limit = 100, burst_limit = 1000
      where key_id = ${keyId}`
    const record = yield* keys.find(keyId)
    if (record === undefined) return yield* Effect.die("a key is gone")
    made.push(record)
    const { revision } = record
    const charged = yield* (yield* Quotas).charge({ keyId, revision, kind: "price" })
    if (charged._tag !== "Granted") return yield* Effect.die("a fresh key has no quota")
    states.push(charged.state)
    const used = 100 - left
    yield* sql`update quota set reads_used = ${used}, writes_used = ${used} where key_id = ${keyId}`
  }
  const [tight, wide] = made as [KeyRecord, KeyRecord]
  const [quota] = states as [QuotaState]

  // The secret before of a third one ends within hours, which is announced.
  const { keyId: rotated } = yield* keys.create({ partnerCode: "eve", mode: "live" })
  yield* keys.rotate(rotated)
  yield* sql`update api_key set previous_valid_until = '2026-12-01T11:00:00Z'
    where key_id = ${rotated}`

  const minted = yield* (yield* SessionLinks).mint(linkWish(wide, quota, knownNonce))
  const paid = yield* (yield* SessionLinks).mint(linkWish(wide, quota, paidNonce))
  yield* (yield* Subscriptions).advance(paid.subscriptionId, "paid")
  const [subscription] = yield* sql<{ readonly quoteRef: string }>`
    select quote_ref as "quoteRef" from subscription where id = ${minted.subscriptionId}`

  const events = yield* Events
  const endpoints: Array<string> = []
  for (const path of ["one", "two", "three", "four"]) {
    const wish = { partnerCode: "cat", mode: "live", types: [] } as const
    endpoints.push(
      (yield* events.create({ ...wish, url: `https://127.0.0.1:8443/${path}` })).endpointId,
    )
  }
  const ofEve = { partnerCode: "eve", mode: "live", types: [] } as const
  yield* events.create({ ...ofEve, url: "https://127.0.0.1:8443/eve" })
  yield* sell("cat", "told", "2026-12-01T08:00:00Z")
  yield* sql`select tell_event(${cat.partnerId}, 'live', 'sale.validated', 'lived-in', '{}')`
  const listed = yield* events.list({ partnerCode: "cat", mode: "live", limit: 1 })

  const deliveries = yield* EventDeliveries
  const claimed = (yield* deliveries.claim({ sound: 8, failing: 8, except: [] })).find(
    ({ endpointId }) => endpointId === endpoints.at(-1),
  )
  const due = claimed === undefined ? undefined : yield* deliveries.next(claimed)
  if (claimed === undefined || due === undefined) return yield* Effect.die("nothing is sent")

  const listeners = yield* withListeners(cat)
  const tried = yield* withExamples

  // People, up to the last that a network may bring.
  yield* sql`update notice_told set at = at - interval '60 days' where key = 'start'`
  const notices = yield* Notices
  while ((yield* notices.take).length > 0) {
    // What is left to be told is what follows.
  }
  const factored = yield* withFactors
  const first = yield* signedIn("first@cat.example")
  yield* operators.enrol("cat", "first@cat.example")
  yield* operators.enrol("cat", "second@cat.example")
  const second = yield* signedIn("second@cat.example")
  const invited: Array<string> = []
  for (const email of ["free1@cat.example", "free2@cat.example"]) {
    invited.push((yield* signedIn(email)).personId)
    yield* people.invite(first.personId, { email, role: "reader", network: "192.0.2.9" })
  }
  for (let place = 0; place < 4; place += 1) {
    const { personId } = yield* signedIn(`newcomer${place}@new.example`)
    const wish = { code: `new${place}`, name: "New", network: "192.0.2.7" }
    yield* people.signUp(personId, wish)
    const asked = { email: "asker@new.example", language: "en", nextPath: "/console" } as const
    yield* people.requestLink({ ...asked, network: "192.0.2.8", browserMark: "" })
  }
  // As if they had been asked for just before the acts.
  yield* sql`update sign_in_link set created_at = created_at + interval '1 hour'
    where email = 'asker@new.example'`
  for (let place = 0; place < 2; place += 1) {
    const email = `seldom${place}@cat.example`
    yield* people.invite(first.personId, { email, role: "reader", network: "192.0.2.9" })
  }
  for (let sessions = 0; sessions < 9; sessions += 1) yield* signedIn("second@cat.example")
  const links: Array<string> = []
  for (let place = 0; place < 2; place += 1) {
    const wish = { email: "second@cat.example", language: "en", nextPath: "/console" } as const
    links.push(Redacted.value((yield* operators.link(wish)).token))
  }
  yield* operators.appoint("operator@house.example")
  yield* spoil
  const incident = yield* (yield* Incidents).open({
    title: { en: "Links are slow", fr: null },
    text: { en: "We look into it.", fr: null },
    state: "investigating",
    beganMs: null,
  })
  yield* (yield* Reviews).ask("new1", { callsMonthly: 1, salesMonthly: 1, purpose: "to try" })

  yield* sql`delete from event_listening where listener_id = ${listeners.quiet}`
  yield* wearIn(cat, tight)

  const payouts = yield* desk.payouts({ partnerCode: null, state: null, limit: 100 })
  const payoutIn = (batch: string | null, state: string): string =>
    payouts.find((each) => each.batch === batch && each.state === state)?.number ?? ""
  const batches = yield* desk.batches(10)
  const batchIn = (state: string): string =>
    batches.find((each) => each.state === state)?.number ?? ""
  const lived: LivedIn = {
    cat,
    eve,
    fay,
    incident,
    listeners,
    sent: { claimed, due },
    keys: [tight, wide],
    quota,
    endpointId: endpoints[0] ?? "",
    owners: [first.personId, second.personId],
    free: [invited[0] ?? "", invited[1] ?? ""],
    signIn: [links[0] ?? "", links[1] ?? ""],
    session: second.session,
    sessionId: second.sessionId,
    ...factored,
    tried,
    quoteRef: subscription?.quoteRef ?? "",
    subscriptionId: minted.subscriptionId,
    eventId: listed.events[0]?.id ?? "",
    batches: { drawn: batchIn("drawn"), approved: batchIn("approved"), sent: batchIn("sent") },
    payouts: { due: payoutIn(null, "due"), sent: payoutIn(batchIn("sent"), "sent") },
  }
  return lived
})
