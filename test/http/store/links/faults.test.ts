import { afterEach, describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { turnsOfAccountMax } from "../../../../http/store/database/account-turns.ts"
import { SubscriptionRefused, SubscriptionTimedOut } from "../../../../http/ports/link-errors.ts"
import { layerSessionLinks } from "../../../../http/store/links/layer.ts"
import { mintPolicy } from "../../../../http/store/links/session-links.ts"
import { SessionLinks } from "../../../../http/ports/session-links.ts"
import { Subscriptions } from "../../../../http/store/links/subscriptions.ts"
import { KeyCache } from "../../../../http/ports/keys.ts"
import { outcomeOf } from "../../../support/http-call.ts"
import { withinOneMinute } from "../../../support/one-minute.ts"
import { paths, sampleTrip } from "../../../support/sample-trips.ts"
import { useOwnService } from "../../../support/service.ts"
import { whileLocked } from "../../../support/while-locked.ts"
import { linkBody, makeLinking } from "./linking.ts"

type Fault = "none" | "refuses" | "times out" | "hangs"

/** Which operation of the port fails, once what it does is done, and how. */
const trouble: { at: "open" | "hold" | "change"; fault: Fault } = { at: "open", fault: "none" }

const failing = (at: typeof trouble.at) =>
  Effect.suspend((): Effect.Effect<void, SubscriptionRefused | SubscriptionTimedOut> => {
    if (trouble.at !== at) return Effect.void
    switch (trouble.fault) {
      case "none":
        return Effect.void
      case "refuses":
        return Effect.fail(new SubscriptionRefused({ cause: "refused for the test" }))
      case "times out":
        return Effect.fail(new SubscriptionTimedOut({ cause: "late for the test" }))
      case "hangs":
        return Effect.never
    }
  })

/** The funnel's subscriptions with trouble on the way back. */
const layerTroubled = Layer.effect(
  Subscriptions,
  Effect.map(Subscriptions, (real) => ({
    ...real,
    open: (draft) => Effect.andThen(real.open(draft), failing("open")),
    hold: (id) => Effect.tap(real.hold(id), failing("hold")),
    change: (change) => Effect.andThen(real.change(change), failing("change")),
  })),
)

const policy = { ...mintPolicy, timeoutMs: 1_500, statementTimeoutMs: 400 }

const service = useOwnService({}, layerSessionLinks(policy).pipe(Layer.provide(layerTroubled)))
const { advance, call, link, outcome, rows, session, subscription } = makeLinking(service)

afterEach(() => {
  trouble.fault = "none"
})

const faults = [
  ["refuses", "502 QUOTE_CREATE_FAILED"],
  ["times out", "504 QUOTE_CREATE_UNAVAILABLE"],
  ["hangs", "504 QUOTE_CREATE_UNAVAILABLE"],
] as const

const counts = async () =>
  (
    await rows(`select (select count(*)::int from link_session) as sessions,
      (select count(*)::int from subscription) as subscriptions`)
  )[0]

describe("a port of subscriptions in trouble", () => {
  it.each(faults)("that %s leaves nothing behind: %s", async (fault, expected) => {
    const key = await service().createKey({ mode: "live" })
    const sessionId = await session(key)
    const before = await counts()
    Object.assign(trouble, { at: "open", fault })
    const answer = await call(linkBody(sessionId), key)
    expect(outcomeOf(answer)).toBe(expected)
    expect(answer.text).not.toMatch(/for the test|relation|insert/)
    expect(await counts()).toEqual(before)
    expect(await service().quotaOf(key)).toMatchObject({ writes_used: 0, links: 0 })
    trouble.fault = "none"
    await link(201, key, sessionId)
    expect(await service().quotaOf(key)).toMatchObject({ writes_used: 1, links: 1 })
  })

  it.each(faults)("that %s changes no trip: %s", async (fault, expected) => {
    const key = await service().createKey({ mode: "live" })
    const sessionId = await session(key)
    const { subscriptionId } = await link(201, key, sessionId)
    for (const at of ["hold", "change"] as const) {
      Object.assign(trouble, { at, fault })
      expect(await outcome(linkBody(sessionId, { endDate: "2027-08-01" }), key)).toBe(expected)
    }
    trouble.fault = "none"
    expect((await subscription(subscriptionId)).trip.endDate).toBe(sampleTrip.endDate)
    expect(await link(200, key, sessionId)).toMatchObject({ subscriptionId, updated: false })
  })

  it.each(faults)("that %s rolls nothing: %s", async (fault, expected) => {
    const key = await service().createKey({ mode: "live" })
    const sessionId = await session(key)
    const { subscriptionId } = await link(201, key, sessionId)
    await advance(subscriptionId, "paid")
    const before = await counts()
    Object.assign(trouble, { at: "open", fault })
    expect(await outcome(linkBody(sessionId), key)).toBe(expected)
    expect(await counts()).toEqual(before)
    trouble.fault = "none"
    const rolled = await link(201, key, sessionId)
    expect(rolled.subscriptionId).not.toBe(subscriptionId)
    expect(await service().quotaOf(key)).toMatchObject({ writes_used: 2, links: 2 })
  })

  it("is not asked when the day's writes are spent", async () => {
    await withinOneMinute()
    const key = await service().createKey({ mode: "live", limits: { writes: 1 } })
    const sessionId = await session(key)
    const { subscriptionId } = await link(201, key, sessionId)
    await advance(subscriptionId, "paid")
    Object.assign(trouble, { at: "open", fault: "refuses" })
    for (const one of [sessionId, await session(key)]) {
      expect(await outcome(linkBody(one), key)).toBe("429 QUOTA_EXCEEDED")
    }
    expect(await service().quotaOf(key)).toMatchObject({ burst_used: 1, writes_used: 1 })
  })

  it("leaves other calls their connections while many links hang", async () => {
    const key = await service().createKey({ mode: "live" })
    Object.assign(trouble, { at: "open", fault: "hangs" })
    const sessions = await Promise.all(Array.from({ length: 20 }, () => session(key)))
    let ended = 0
    const calls = sessions.map(async (sessionId) => {
      const answered = await outcome(linkBody(sessionId), key)
      ended += 1
      return answered
    })
    const isHanging = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`
    while ((await rows(isHanging))[0]?.["count"] !== turnsOfAccountMax) expect(ended).toBe(0)
    const meta = await service().call("GET", paths.meta, undefined, { key })
    expect([outcomeOf(meta), ended]).toEqual(["200", 0])
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["504 QUOTE_CREATE_UNAVAILABLE"]))
  })

  it("does not concern the sandbox", async () => {
    const { key } = service()
    const sessionId = await session(key, "sandbox")
    for (const [index, at] of (["open", "hold", "change"] as const).entries()) {
      Object.assign(trouble, { at, fault: "refuses" })
      await link(index === 0 ? 201 : 200, key, sessionId, { endDate: `2027-07-2${index}` })
    }
  })
})

describe("a store that is stuck", () => {
  it.each(["subscription", "link_session"])(
    "is given up in time, and used again: %s",
    async (table) => {
      const key = await service().createKey({ mode: "live" })
      const [fresh, held] = [await session(key), await session(key)]
      await link(201, key, held)
      await whileLocked(service(), table, async () => {
        const calls = [fresh, held].map((one) => outcome(linkBody(one), key))
        expect(await Promise.all(calls)).toEqual([
          "504 QUOTE_CREATE_UNAVAILABLE",
          "504 QUOTE_CREATE_UNAVAILABLE",
        ])
      })
      await link(201, key, fresh)
      await link(200, key, held)
      expect(await service().quotaOf(key)).toMatchObject({ writes_used: 2, links: 2 })
    },
  )

  it("that refuses is no timeout, and says nothing of itself", async () => {
    const key = await service().createKey({ mode: "live" })
    const sessionId = await session(key)
    await rows("alter table subscription rename to away")
    try {
      const answer = await call(linkBody(sessionId), key)
      expect(outcomeOf(answer)).toBe("502 QUOTE_CREATE_FAILED")
      expect(answer.text).not.toMatch(/relation|subscription|exist/)
    } finally {
      await rows("alter table away rename to subscription")
    }
    await link(201, key, sessionId)
  })

  it("without a free connection is given up in time too", async () => {
    const key = await service().createKey({ mode: "live" })
    const record = await service().run(Effect.flatMap(KeyCache, ({ lookup }) => lookup(key.keyId)))
    if (record === undefined) throw new Error("The key is gone.")
    const wish = {
      key: record,
      sessionNonce: (await session(key)).slice(3, 25),
      trip: {
        ...sampleTrip,
        currency: "EUR",
        shouldCoverCancellation: false,
        shouldCoverExtremeSports: false,
        isAnnual: false,
      },
      language: "en",
      offerId: null,
      linkCode: null,
      rehearsal: undefined,
      nowMs: Date.now(),
      state: {
        reads: { limit: 1, used: 0 },
        writes: { limit: 1, used: 0 },
        burst: { limit: 1, used: 1 },
        window: { minute: 0, day: 0, minuteEndsInSeconds: 1, dayEndsInSeconds: 1 },
        lifetime: { prices: 0, links: 0, bilans: 0 },
      },
    }
    const mint = () =>
      service().run(
        Effect.flatMap(SessionLinks, (links) => links.mint(wish)).pipe(
          Effect.provide(
            layerSessionLinks({ ...mintPolicy, timeoutMs: 300, statementTimeoutMs: 200 }),
          ),
          Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: ({ created }) => created }),
        ),
      )
    const [taken, release] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const sleeper = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        Effect.andThen(
          sql`set local idle_in_transaction_session_timeout = 0`,
          Deferred.await(release),
        ),
      ),
    )
    const sessionsMax = 10
    const holders = Array.from({ length: sessionsMax }, () => service().run(sleeper))
    const queued = service().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1`).pipe(
        Effect.andThen(Deferred.succeed(taken, undefined)),
      ),
    )
    try {
      expect(await mint()).toBe("SubscriptionTimedOut")
      expect(Deferred.isDoneUnsafe(taken)).toBe(false)
    } finally {
      Deferred.doneUnsafe(release, Effect.void)
      await Promise.all([...holders, queued])
    }
    expect(await mint()).toBe(true)
  })
})
