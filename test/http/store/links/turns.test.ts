import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { sampleTrip } from "../../../support/sample-trips.ts"
import { useServerProcesses } from "../../../support/server-process.ts"
import { useService } from "../../../support/service.ts"
import { type LinkAnswer, linkBody, makeLinking, offers } from "./linking.ts"

const service = useService()
const other = useServerProcesses(service, 1)
const { advance, call, rows, session, subscription } = makeLinking(service)

const distinct = (answers: ReadonlyArray<{ readonly body: unknown }>, name: keyof LinkAnswer) =>
  new Set(answers.map(({ body }) => (body as LinkAnswer)[name]))

describe("20 calls of one session at once, over two processes", () => {
  it.each(["live", "sandbox"] as const)("open one subscription and pay once: %s", async (mode) => {
    const key = await service().createKey({ mode })
    const sessionId = await session(key, mode)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(linkBody(sessionId), key, index % 2 === 0 ? {} : { port: other.portOf(0) }),
      ),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 201])
    expect(distinct(answers, "subscriptionId").size).toBe(1)
    expect(distinct(answers, "updated")).toEqual(new Set([false]))
    expect(await service().quotaOf(key)).toMatchObject({ writes_used: 1, links: 1 })
  })

  it("end on the trip of one of them, and change it once for each that differs from the last", async () => {
    const key = await service().createKey({ mode: "live" })
    const sessionId = await session(key)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(linkBody(sessionId, { endDate: `2027-07-${index + 10}` }), key, {
          port: index % 2 === 0 ? service().port : other.portOf(0),
        }),
      ),
    )
    const bodies = answers.map(({ body }) => body as LinkAnswer)
    expect(bodies.filter(({ replayed }) => !replayed).length).toBe(1)
    expect(bodies.filter(({ updated }) => updated).length).toBe(19)
    const kept = await subscription(bodies[0]?.subscriptionId ?? "")
    expect(kept.trip.endDate).toMatch(/^2027-07-(1\d|2\d)$/)
  })

  it("roll once when the subscription is past quoting", async () => {
    const key = await service().createKey({ mode: "live" })
    const sessionId = await session(key)
    const first = (await call(linkBody(sessionId), key)).body as LinkAnswer
    await advance(first.subscriptionId, "presubscribed")
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(linkBody(sessionId), key, index % 2 === 0 ? {} : { port: other.portOf(0) }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBe(1)
    expect(distinct(answers, "subscriptionId").size).toBe(1)
    expect(distinct(answers, "subscriptionId").has(first.subscriptionId)).toBe(false)
    expect(await service().quotaOf(key)).toMatchObject({ writes_used: 2, links: 2 })
    const [owner] = await rows(`select count(*)::int as count from subscription
      where link_id = (select link_id from subscription where id = '${first.subscriptionId}')`)
    expect(owner).toEqual({ count: 2 })
  })
})

/** Trips in classes of the same one: spelled in other orders and with defaults said. */
const spellings: ReadonlyArray<ReadonlyArray<Readonly<Record<string, unknown>>>> = [
  [
    { arrivalCountries: ["ES", "PT"], travellers: [{ age: 35 }, { age: 8 }, { age: 8 }] },
    { arrivalCountries: ["PT", "ES", "PT"], travellers: [{ age: 8 }, { age: 35 }, { age: 8 }] },
    {
      arrivalCountries: ["PT", "ES"],
      travellers: [{ age: 8 }, { age: 8 }, { age: 35 }],
      currency: "EUR",
      isAnnual: false,
      stateResidence: "TX",
      tripPrice: null,
    },
  ],
  [{ arrivalCountries: ["ES", "PT"], travellers: [{ age: 35 }, { age: 35 }, { age: 8 }] }],
  [
    { arrivalCountries: ["ES"], intent: "humanitarian", countryResidence: "US" },
    { arrivalCountries: ["ES", "ES"], intent: "humanitarianAuPair", countryResidence: "US" },
  ],
  [
    { intent: "annual", isAnnual: true },
    { intent: "annual", isAnnual: false },
  ],
]

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      trip: fc.nat({ max: spellings.length - 1 }),
      spelling: fc.nat({ max: 9 }),
      offerId: fc.constantFrom(null, offers.live, offers.otherLive),
      language: fc.constantFrom("en", "fr", "tr"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ stage: fc.constantFrom("presubscribed", "paid", "subscribed") }),
  },
)

describe("the calls of a session, one after another", () => {
  it("follow the table of states, whatever their offers, languages and spellings", async () => {
    const key = await service().createKey({ mode: "live" })
    const steps = fc.array(step, { minLength: 1, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(steps, async (calls) => {
        const sessionId = await session(key)
        let held: { id: string; trip: number; frozen: boolean } | undefined
        for (const one of calls) {
          if ("stage" in one) {
            if (held === undefined || held.frozen) continue
            await advance(held.id, one.stage)
            held = { ...held, frozen: true }
            continue
          }
          const { language, offerId, spelling, trip } = one
          const spelled = spellings[trip] ?? []
          const sent = { ...sampleTrip, ...spelled[spelling % spelled.length] }
          const answer = await call({ sessionId, trip: sent, language, offerId }, key)
          const body = answer.body as LinkAnswer
          const fresh = held === undefined || held.frozen
          expect(answer.status).toBe(fresh ? 201 : 200)
          expect(body).toMatchObject({
            offerId,
            replayed: !fresh,
            updated: !fresh && held?.trip !== trip,
            meta: { language },
          })
          expect(body.subscriptionId === held?.id).toBe(!fresh)
          held = { id: body.subscriptionId, trip, frozen: false }
        }
      }),
      { numRuns: 25 },
    )
  })
})
