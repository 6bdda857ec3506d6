import * as Effect from "effect/Effect"
import { Clicks } from "../../http/ports/link-targets.ts"
import * as Result from "effect/Result"
import { parseDecimal } from "../../core/money/rational.ts"
import { makeStoredRates } from "../../http/outside/rates/refresh.ts"
import { FunnelQuotes } from "../../http/ports/funnel-quotes.ts"
import { House } from "../../http/ports/house.ts"
import { Incidents } from "../../http/ports/incidents.ts"
import { KeyUses } from "../../http/ports/key-uses.ts"
import { Keys } from "../../http/ports/keys.ts"
import { Partners } from "../../http/ports/partners.ts"
import { PayoutDesk, Payouts } from "../../http/ports/payouts.ts"
import { OneTime } from "../../http/ports/people.ts"
import { Quotas } from "../../http/ports/quotas.ts"
import { Reviews } from "../../http/ports/reviews.ts"
import { Sales } from "../../http/ports/sales.ts"
import { SessionLinks } from "../../http/ports/session-links.ts"
import { TrackedLinks } from "../../http/ports/tracked-links.ts"
import { CallRecords } from "../../http/ports/usage.ts"
import { ensureDemoLiveKey, ensureDemoPartner } from "../../http/store/accounts/demo.ts"
import { makeReadiness } from "../../http/store/readiness/readiness.ts"
import { takeSeal } from "../../http/store/sales/kept-seal.ts"
import { checkLedgerBy } from "../../http/store/sales/ledger-check.ts"
import { correctLedger } from "../../http/store/sales/ledger-correct.ts"
import { sealRound } from "../../http/store/sales/ledger-sealing.ts"
import { sealKeyOf } from "../../http/store/sales/ledger-seal.ts"
import { MasterKey } from "../../http/store/secrets/envelope.ts"
import { knownNonce, linkWish, type LivedIn, livedTrip, paidNonce, reportOf } from "./lived-in.ts"
import { payeeNamed } from "../support/sample-payee.ts"
import { freeTerms, type KeyTerms } from "../../rules/accounts/key-terms.ts"
import { olderActs } from "./older-version.ts"
import { type Act, quietly, within } from "./act.ts"
import { eventActs } from "./event-acts.ts"
import { personActs } from "./person-acts.ts"

const debtor = { holder: "Maison Viatica SAS", iban: "DE89370400440532013000", bic: null }

/** So many seconds after the last sale of the database was reported. */
const signedAt = (seconds: number): number => Date.parse("2026-12-01T08:00:05Z") / 1_000 + seconds

/** Checks the books and all statements: nothing may be found, whatever happens meanwhile. */
const check = Effect.gen(function* () {
  const key = sealKeyOf(yield* MasterKey)
  const { found } = yield* checkLedgerBy({ key, kept: [] })
  return found
})

const report = (order: string, changes: Parameters<typeof reportOf>[2]) =>
  Effect.fnUntraced(function* ({ cat }: LivedIn) {
    const booked = yield* (yield* Sales).report(cat, reportOf(cat, order, changes))
    return [booked.created, booked.updated, booked.sale.status, booked.sale.amountMinor]
  })

const mint = (nonce: string, key: 0 | 1, changes: Parameters<typeof linkWish>[3] = {}) =>
  Effect.fnUntraced(function* ({ keys, quota }: LivedIn) {
    const minted = yield* (yield* SessionLinks).mint(linkWish(keys[key], quota, nonce, changes))
    return [minted.created, minted.updated]
  })

const freshNonce = knownNonce.split("").toReversed().join("")

const otherTrip = { trip: { ...livedTrip, arrivalCountries: ["IT"] } } as const

/** Keeps rates of one day, as a process does that has taken them from the source. */
const keepRates = (text: string) =>
  Effect.gen(function* () {
    const rates = yield* makeStoredRates
    const eurRate = Result.getOrThrow(parseDecimal(text))
    const taken = { day: "2026-11-30", source: "ECB", rates: new Map([["USD", { text, eurRate }]]) }
    yield* rates.keep(taken, Date.parse("2026-12-01T09:00:00Z"))
  })

/** Notes a call that a key has signed, and waits until it is written. */
const use = (secondsLater: number, address: string) =>
  Effect.fnUntraced(function* ({ keys: [{ keyId }] }: LivedIn) {
    const note = yield* KeyUses
    note(keyId, address, Date.parse("2026-12-01T09:00:00Z") + secondsLater * 1_000)
    yield* Effect.sleep(11_000)
  })

/** Notes calls of a moment, and waits until they are written. */
const recordCalls = (places: ReadonlyArray<number>) =>
  Effect.fnUntraced(function* ({ keys: [{ keyId }] }: LivedIn) {
    const record = yield* CallRecords
    for (const place of places) {
      record({
        keyId,
        isSigned: true,
        isListed: true,
        requestId: `00000000-0000-4000-8000-00000000000${place}`,
        atMs: Date.parse("2026-12-01T09:00:00Z") + place,
        durationMs: 3,
        endpoint: "bilan",
        method: "POST",
        status: 200,
        refused: undefined,
      })
    }
    yield* Effect.sleep(5_000)
  })

const change =
  (terms: Partial<KeyTerms>) =>
  ({ keys: [, { keyId }] }: LivedIn) =>
    Effect.flatMap(Keys, (keys) => quietly(keys.change("cat", keyId, { ...freeTerms, ...terms })))

/** All acts, by name. */
export const acts: Readonly<Record<string, Act>> = {
  ...personActs,
  ...olderActs,
  ...eventActs,
  "report anew": { room: "first reports", does: report("new", {}) },
  "report anew, more": { room: "first reports", does: report("new", { amountMinor: 950_000 }) },
  "report again": { room: "sales", does: report("known", { amountMinor: 910_000 }) },
  "report later": {
    room: "sales",
    does: report("known", { amountMinor: 920_000, signedAtSeconds: signedAt(50) }),
  },
  cancel: {
    room: "sales",
    does: report("known", { status: "cancelled", signedAtSeconds: signedAt(60) }),
  },
  "validate early": {
    room: "sales",
    does: report("known", { status: "validated", signedAtSeconds: signedAt(70) }),
  },
  "cancel what is due": {
    room: "validation",
    does: report("due 1", { status: "cancelled", signedAtSeconds: signedAt(60) }),
  },
  "change what is due": {
    room: "validation",
    does: report("due 2", { amountMinor: 930_000, signedAtSeconds: signedAt(60) }),
  },
  "validate what is due": {
    room: "validation",
    isInParts: true,
    does: () => Effect.flatMap(Sales, ({ validateDue }) => quietly(validateDue)),
  },
  "validate the others at once": {
    room: "validation",
    isInParts: true,
    does: () =>
      Effect.gen(function* () {
        const { validateDue } = yield* Sales
        const [, isInTime] = yield* within(250, validateDue)
        // What was held is validated in the next round.
        yield* Effect.sleep(60_000)
        yield* validateDue
        return isInTime
      }),
  },
  seal: {
    room: "seals",
    does: () => Effect.flatMap(MasterKey, (master) => quietly(sealRound(sealKeyOf(master)))),
  },
  "report and seal": {
    room: "seals",
    isInParts: true,
    isLoose: true,
    does: (lived) =>
      Effect.gen(function* () {
        yield* report("new", {})(lived)
        const key = sealKeyOf(yield* MasterKey)
        // Until another's turn is over, as each process does every second.
        while ((yield* sealRound(key)).isMore) yield* Effect.sleep(1_000)
      }),
  },
  "take a seal": {
    room: "seals",
    isInParts: true,
    isLoose: true,
    does: () =>
      Effect.flatMap(MasterKey, (master) =>
        Effect.map(takeSeal(sealKeyOf(master), null), ({ sales }) => Number(sales)),
      ),
  },
  check: { room: "seals", does: () => check },
  "check what is validated": { room: "validation", does: () => check },
  "report what is sealed": { room: "seals", does: report("new", {}) },
  correct: {
    room: "corrections",
    isInParts: true,
    does: () =>
      // Two at once may share the sales between them; none is left.
      Effect.map(correctLedger({ adopts: true, isTrial: false }), ({ leftCount }) => leftCount),
  },
  "report what is corrected": {
    room: "corrections",
    does: ({ fay }) => {
      const changes = { amountMinor: 940_000, signedAtSeconds: signedAt(60) } as const
      return Effect.flatMap(Sales, (sales) =>
        quietly(sales.report(fay, reportOf(fay, "crooked", changes))),
      )
    },
  },
  "mint anew": { room: "links", does: mint(freshNonce, 1) },
  "mint anew for another trip": { room: "links", does: mint(freshNonce, 1, otherTrip) },
  "mint anew with the last write": { room: "links", does: mint(freshNonce, 0) },
  "mint again": { room: "links", does: mint(knownNonce, 1) },
  "mint for another trip": { room: "links", does: mint(knownNonce, 1, otherTrip) },
  "mint with the last write": { room: "links", does: mint(freshNonce.slice(1), 0) },
  "mint after payment": { room: "rolled sessions", does: mint(paidNonce, 1) },
  "mint after payment for another trip": {
    room: "rolled sessions",
    does: mint(paidNonce, 1, otherTrip),
  },
  presubscribe: {
    room: "funnel",
    does: ({ quoteRef }) =>
      Effect.flatMap(FunnelQuotes, (quotes) =>
        Effect.map(quotes.presubscribe({ quoteRef, offerId: 1, language: "en" }), (quote) => [
          quote.offerId,
          quote.stage,
        ]),
      ),
  },
  "presubscribe another": {
    room: "funnel",
    does: ({ quoteRef }) =>
      Effect.flatMap(FunnelQuotes, (quotes) =>
        Effect.map(quotes.presubscribe({ quoteRef, offerId: 2, language: "fr" }), (quote) => [
          quote.offerId,
          quote.stage,
        ]),
      ),
  },
  pay: {
    room: "funnel",
    does: ({ quoteRef }) =>
      Effect.gen(function* () {
        const quotes = yield* FunnelQuotes
        const quote = yield* quotes.find(quoteRef)
        if (quote !== undefined) yield* quotes.advance(quote, "paid")
      }),
  },
  "withdraw from it": {
    room: "funnel",
    does: ({ quoteRef }) =>
      Effect.gen(function* () {
        const quotes = yield* FunnelQuotes
        const quote = yield* quotes.find(quoteRef)
        if (quote !== undefined) yield* quotes.declareWithdrawal(quote)
      }),
  },
  "price with the last read": {
    room: "quotas",
    does: ({ keys: [{ keyId, revision }] }) =>
      Effect.flatMap(Quotas, (quotas) =>
        Effect.map(quotas.charge({ keyId, revision, kind: "price" }), ({ _tag }) => _tag),
      ),
  },
  "coach with the last read": {
    room: "quotas",
    does: ({ keys: [{ keyId, revision }] }) =>
      Effect.flatMap(Quotas, (quotas) =>
        Effect.map(quotas.charge({ keyId, revision, kind: "bilan" }), ({ _tag }) => _tag),
      ),
  },
  "price with both keys": {
    room: "quotas",
    does: ({ keys }) =>
      Effect.flatMap(Quotas, (quotas) => {
        const [first, other] = keys.map(({ keyId, revision }) =>
          Effect.map(quotas.charge({ keyId, revision, kind: "price" }), ({ _tag }) => _tag),
        )
        // The other is told as soon as its own row allows.
        return Effect.all([first ?? Effect.void, within(150, other ?? Effect.void)], {
          concurrency: 2,
        })
      }),
  },
  "give a read back": {
    room: "quotas",
    does: ({ keys: [{ keyId, revision }], quota }) =>
      Effect.flatMap(Quotas, (quotas) =>
        quotas.refund({ keyId, revision, kind: "price", day: quota.window.day }),
      ),
  },
  "take the last write": { room: "quotas", does: mint(freshNonce, 0) },
  "take the last write for another": { room: "quotas", does: mint(freshNonce.slice(1), 0) },
  "revoke the key": {
    room: "keys",
    does: ({ keys: [, { keyId }] }) => Effect.flatMap(Keys, (keys) => quietly(keys.revoke(keyId))),
  },
  "rotate the key": {
    room: "keys",
    does: ({ keys: [, { keyId }] }) => Effect.flatMap(Keys, (keys) => quietly(keys.rotate(keyId))),
  },
  "name the key": { room: "keys", does: change({ name: "Booking engine" }) },
  "let the key end": {
    room: "keys",
    does: change({ expiresAt: "2026-12-24T00:00:00.000Z", networks: ["192.0.2.0/24"] }),
  },
  "use a key": { room: "counts", does: use(1, "192.0.2.7") },
  "use a key later": { room: "counts", does: use(2, "198.51.100.7") },
  "price with the key": {
    room: "keys",
    does: ({ keys: [, { keyId, revision }] }) =>
      Effect.flatMap(Quotas, (quotas) =>
        Effect.map(quotas.charge({ keyId, revision, kind: "price" }), ({ _tag }) => _tag),
      ),
  },
  "make a key": {
    room: "limits",
    does: () =>
      Effect.flatMap(Keys, (keys) =>
        Effect.map(keys.create({ partnerCode: "cat", mode: "live" }), ({ quota }) => quota),
      ),
  },
  "suspend the account": {
    room: "limits",
    does: () =>
      Effect.flatMap(Partners, ({ suspend }) =>
        quietly(suspend("cat", "Sales that nobody can explain.")),
      ),
  },
  "approve with other limits": {
    room: "limits",
    does: () =>
      Effect.flatMap(Partners, ({ approve }) => quietly(approve("cat", { reads: 7, writes: 5 }))),
  },
  "open an account": {
    room: "opening",
    does: () =>
      Effect.flatMap(Partners, ({ create }) => quietly(create({ code: "zoe", name: "Zoe" }))),
  },
  "open it under another name": {
    room: "opening",
    does: () =>
      Effect.flatMap(Partners, ({ create }) => quietly(create({ code: "zoe", name: "Zo" }))),
  },
  suspend: {
    room: "accounts",
    does: () =>
      Effect.flatMap(Partners, ({ suspend }) =>
        quietly(suspend("new1", "Sales that nobody can explain.")),
      ),
  },
  "suspend whom older code has let back": {
    room: "accounts",
    does: () =>
      Effect.flatMap(Partners, ({ suspend }) =>
        quietly(suspend("new2", "Sales that nobody can explain.")),
      ),
  },
  approve: {
    room: "reviews",
    does: () => Effect.flatMap(Partners, ({ approve }) => quietly(approve("new1", {}))),
  },
  "set the commission": {
    room: "accounts",
    does: () =>
      Effect.flatMap(Partners, ({ setCommission }) => quietly(setCommission("new1", 1_700))),
  },
  "set another commission": {
    room: "accounts",
    does: () =>
      Effect.flatMap(Partners, ({ setCommission }) => quietly(setCommission("new1", 1_600))),
  },
  "show facts alone": {
    room: "accounts",
    does: () => Effect.flatMap(Partners, ({ setFactsOnly }) => quietly(setFactsOnly("new1", true))),
  },
  "show all again": {
    room: "accounts",
    does: () =>
      Effect.flatMap(Partners, ({ setFactsOnly }) => quietly(setFactsOnly("new1", false))),
  },
  "approve again": {
    room: "accounts",
    does: () => Effect.flatMap(Partners, ({ approve }) => quietly(approve("new1", {}))),
  },
  "ask for a review": {
    room: "reviews",
    does: () =>
      Effect.flatMap(Reviews, ({ ask }) =>
        quietly(ask("new1", { callsMonthly: 2, salesMonthly: 2, purpose: "to sell" })),
      ),
  },
  "ask for a review of another": {
    room: "reviews",
    does: () =>
      Effect.flatMap(Reviews, ({ ask }) =>
        quietly(ask("new2", { callsMonthly: 2, salesMonthly: 2, purpose: "to sell" })),
      ),
  },
  "decline the review": {
    room: "reviews",
    does: () => Effect.flatMap(Reviews, ({ decline }) => quietly(decline("new1", "too early"))),
  },
  "make the house": {
    room: "house",
    does: () => Effect.flatMap(House, ({ ensured }) => ensured),
  },
  "make the demo": { room: "house", does: () => quietly(ensureDemoPartner) },
  "let the demo sell": {
    room: "house",
    isInParts: true,
    does: () => Effect.andThen(ensureDemoPartner, ensureDemoLiveKey),
  },
  "send a form": {
    room: "forms",
    does: ({ owners: [personId] }) =>
      Effect.flatMap(OneTime, ({ spend }) => spend(personId, "0123456789abcdef0123456789abcdef")),
  },
  "hand a secret over": {
    room: "secrets",
    does: ({ keys: [{ keyId }], owners: [personId] }) =>
      Effect.flatMap(OneTime, ({ hand }) => hand(personId, keyId)),
  },
  "take a secret": {
    room: "secrets",
    does: ({ keys: [{ keyId }], owners: [personId] }) =>
      Effect.flatMap(OneTime, ({ take }) => take(personId, keyId)),
  },
  "make a link": {
    room: "tracked links",
    does: () =>
      Effect.flatMap(TrackedLinks, ({ create }) =>
        quietly(create({ partnerCode: "cat", code: "SPRING28" })),
      ),
  },
  "make the same link for another": {
    room: "tracked links",
    does: () =>
      Effect.flatMap(TrackedLinks, ({ create }) =>
        quietly(create({ partnerCode: "dan", code: "SPRING28" })),
      ),
  },
  "archive a link": {
    room: "tracked links",
    does: () =>
      Effect.flatMap(TrackedLinks, ({ archive }) =>
        quietly(archive({ partnerCode: "cat", code: "CAT27" })),
      ),
  },
  "tell where payouts go": {
    room: "payouts",
    does: () =>
      Effect.flatMap(PayoutDesk, (desk) => quietly(desk.setPayee("cat", payeeNamed("Cats")))),
  },
  "draw up": {
    room: "payouts",
    does: () =>
      Effect.flatMap(PayoutDesk, (desk) =>
        Effect.map(desk.draw({ currency: "EUR", payOn: "2026-12-05" }), ({ batch }) =>
          String(batch.totalMinor),
        ),
      ),
  },
  "withdraw a payout": {
    room: "payouts",
    does: ({ payouts: { due } }) =>
      Effect.flatMap(PayoutDesk, (desk) => quietly(desk.withdraw(due, "not theirs"))),
  },
  "return a payout": {
    room: "returns",
    does: ({ payouts: { sent } }) =>
      Effect.flatMap(PayoutDesk, (desk) =>
        quietly(desk.markReturned(sent, "2026-12-01", "the account is closed")),
      ),
  },
  "approve a batch": {
    room: "batches",
    does: ({ batches: { drawn } }) =>
      Effect.flatMap(PayoutDesk, (desk) => quietly(desk.approve(drawn))),
  },
  "dissolve a batch": {
    room: "batches",
    does: ({ batches: { drawn } }) =>
      Effect.flatMap(PayoutDesk, (desk) => quietly(desk.dissolve(drawn, "too early"))),
  },
  "dissolve an approved batch": {
    room: "sent batches",
    does: ({ batches: { approved } }) =>
      Effect.flatMap(PayoutDesk, (desk) => quietly(desk.dissolve(approved, "too early"))),
  },
  "make its file": {
    room: "sent batches",
    does: ({ batches: { approved } }) =>
      Effect.flatMap(PayoutDesk, (desk) => quietly(desk.transferFile(approved, debtor))),
  },
  "send it": {
    room: "sent batches",
    does: ({ batches: { approved } }) =>
      Effect.flatMap(PayoutDesk, (desk) => quietly(desk.send(approved, "2026-12-01", null))),
  },
  "look at it": {
    room: "sent batches",
    does: ({ batches: { approved } }) =>
      Effect.flatMap(PayoutDesk, (desk) =>
        Effect.map(desk.batch(approved), ({ batch, payouts }) => [
          batch.state,
          payouts.map(({ batch: within, state }) => [within, state]),
        ]),
      ),
  },
  "check payouts": {
    room: "statements",
    does: () =>
      Effect.flatMap(Payouts, (payouts) => Effect.map(payouts.check, ({ wrong }) => wrong)),
  },
  "check what is sent": {
    room: "sent batches",
    does: () =>
      Effect.flatMap(Payouts, (payouts) => Effect.map(payouts.check, ({ wrong }) => wrong)),
  },
  "close the month": {
    room: "statements",
    isInParts: true,
    does: () => Effect.flatMap(Payouts, ({ closeMonths }) => quietly(closeMonths)),
  },
  "cancel what was sold in it": {
    room: "statements",
    does: Effect.fnUntraced(function* ({ eve }) {
      const change = { status: "cancelled", signedAtSeconds: signedAt(60) } as const
      yield* (yield* Sales).report(eve, reportOf(eve, "month", change))
    }),
  },
  click: {
    room: "counts",
    does: () =>
      Effect.flatMap(Clicks, (clicks) => {
        clicks.count("CAT27")
        clicks.count("DAN27")
        return clicks.flush
      }),
  },
  "record calls": { room: "counts", does: recordCalls([1, 2, 3]) },
  "record calls, and another later": {
    room: "counts",
    isLoose: true,
    does: (lived) => Effect.andThen(recordCalls([1, 2, 3])(lived), recordCalls([4])(lived)),
  },
  "try to write": {
    room: "counts",
    // Again by the same process, once the first try does not hold any more.
    does: () =>
      Effect.flatMap(makeReadiness, (look) =>
        Effect.map(Effect.all([look, Effect.andThen(Effect.sleep(3_000), look)]), (hindrances) =>
          hindrances.map((hindrance) => hindrance ?? null),
        ),
      ),
  },
  "keep rates": { room: "rates", does: () => keepRates("1.0721") },
  "keep later rates": { room: "rates", does: () => keepRates("1.0733") },
  "announce an incident": {
    room: "incidents",
    does: () =>
      Effect.flatMap(Incidents, ({ open }) =>
        quietly(
          open({
            title: { en: "Prices are slow", fr: null },
            text: { en: "We look into it.", fr: null },
            state: "investigating",
            beganMs: null,
          }),
        ),
      ),
  },
  "say more of an incident": {
    room: "incidents",
    does: ({ incident }) =>
      Effect.flatMap(Incidents, ({ note }) =>
        note(incident, { state: "resolved", text: { en: "It is over.", fr: null } }),
      ),
  },
  start: { room: "starts", isInParts: true, does: () => Effect.void },
}
