import { describe, expect, it } from "@effect/vitest"
import { type Answer, outcomeOf } from "../../../support/http-call.ts"
import { bilanBody, paths } from "../../../support/sample-trips.ts"
import { type TestKey, useService } from "../../../support/service.ts"
import { whileRowsHeld } from "../../../support/while-locked.ts"
import { linkBody, makeLinking } from "../links/linking.ts"
import { makeSeller, report, type Seller } from "../sales/sellers.ts"

const service = useService()
const { call, link, rows, session } = makeLinking(service)

const bilan = (key: TestKey) => service().call("POST", paths.bilan, bilanBody(), { key })

/** Calls whose answers are counted as they come. */
const watch = (calls: ReadonlyArray<Promise<Answer>>) => {
  const answered: Array<Answer> = []
  const all = Promise.all(calls.map((call) => call.then((answer) => answered.push(answer))))
  return { answered, all }
}

/** More calls of one account than there are sessions of the database. */
const manyCalls = 16

/** One of each call that an account makes, one after another; their outcomes. */
const callAll = async ({ key, ...seller }: Seller, order: string): Promise<Array<string>> => {
  const answers = [
    await service().call("GET", paths.meta, undefined, { key }),
    await bilan(key),
    await call(linkBody(await session(key)), key),
    await report(service(), { key, ...seller }, { externalOrderId: order }),
  ]
  return answers.map(outcomeOf)
}

const allWell = ["200", "200", "201", "200"]

describe("a quota that others hold", () => {
  const hold = ({ keyId }: TestKey) => `select 1 from quota where key_id = '${keyId}' for update`

  it("keeps the calls of its own key waiting, which are all counted then, and nobody else's", async () => {
    const [held, other] = [await makeSeller(service()), await makeSeller(service())]
    const before = await service().quotaOf(held.key)
    let calls: ReturnType<typeof watch> | undefined
    await whileRowsHeld(service(), hold(held.key), async () => {
      calls = watch(Array.from({ length: manyCalls }, () => bilan(held.key)))
      for (const order of ["1", "2"]) {
        expect(await callAll(other, order)).toEqual(allWell)
      }
      expect(calls.answered).toEqual([])
    })
    await calls?.all
    expect(calls?.answered.map(outcomeOf)).toEqual(Array.from({ length: manyCalls }, () => "200"))
    const after = await service().quotaOf(held.key)
    expect(after["bilans"]).toBe((before["bilans"] ?? 0) + manyCalls)
  })

  it("is waited for as long as the database may take, while others are answered", async () => {
    const [held, other] = [await service().createKey(), await service().createKey()]
    await whileRowsHeld(service(), hold(held), async () => {
      const { all, answered } = watch([bilan(held)])
      let others = 0
      while (answered.length === 0) {
        expect(outcomeOf(await bilan(other))).toBe("200")
        others += 1
      }
      await all
      expect(answered.map(outcomeOf)).toEqual(["502 AUTH_LOOKUP_FAILED"])
      // Were they to wait for the other key, one or two would have been answered.
      expect(others).toBeGreaterThan(5)
    })
    expect(outcomeOf(await bilan(held))).toBe("200")
    expect((await service().quotaOf(held))["bilans"]).toBe(1)
  })

  it("of some keys lets those go on whose own is free again", async () => {
    const [first, second] = [await service().createKey(), await service().createKey()]
    await whileRowsHeld(service(), hold(first), async () => {
      const ofFirst = watch([bilan(first)])
      await whileRowsHeld(service(), hold(second), async () => {
        const ofSecond = watch([bilan(second)])
        expect(outcomeOf(await bilan(service().key))).toBe("200")
        expect([...ofFirst.answered, ...ofSecond.answered]).toEqual([])
      })
      expect(outcomeOf(await bilan(second))).toBe("200")
      expect(ofFirst.answered).toEqual([])
    })
    expect(outcomeOf(await bilan(first))).toBe("200")
  })
})

describe("a row of an account that others hold", () => {
  it("keeps reports of its sale waiting, more than there are sessions, and nobody else's call", async () => {
    const [held, other] = [await makeSeller(service()), await makeSeller(service())]
    expect(outcomeOf(await report(service(), held))).toBe("200")
    let calls: ReturnType<typeof watch> | undefined
    const hold = `select 1 from sale where partner_id =
      (select partner_id from api_key where key_id = '${held.key.keyId}') for update`
    await whileRowsHeld(service(), hold, async () => {
      calls = watch(
        Array.from({ length: manyCalls }, (_, index) =>
          report(service(), held, { amount: 120 + index }),
        ),
      )
      for (const order of ["1", "2"]) {
        expect(await callAll(other, order)).toEqual(allWell)
      }
      expect(calls.answered).toEqual([])
    })
    await calls?.all
    expect(new Set(calls?.answered.map(outcomeOf))).toEqual(new Set(["200"]))
  })

  it("keeps links of its session waiting, more than there are sessions, and nobody else's call", async () => {
    const [held, other] = [await makeSeller(service()), await makeSeller(service())]
    const sessionId = await session(held.key)
    const { subscriptionId } = await link(201, held.key, sessionId)
    let calls: ReturnType<typeof watch> | undefined
    const hold = `select 1 from link_session where subscription_id = '${subscriptionId}' for update`
    await whileRowsHeld(service(), hold, async () => {
      calls = watch(Array.from({ length: manyCalls }, () => call(linkBody(sessionId), held.key)))
      for (const order of ["1", "2"]) {
        expect(await callAll(other, order)).toEqual(allWell)
      }
      expect(calls.answered).toEqual([])
    })
    await calls?.all
    expect(new Set(calls?.answered.map(outcomeOf))).toEqual(new Set(["200"]))
    const [kept] = await rows(`select count(*)::int as count from subscription
      where link_id = (select link_id from subscription where id = '${subscriptionId}')`)
    expect(kept).toEqual({ count: 1 })
  })
})
