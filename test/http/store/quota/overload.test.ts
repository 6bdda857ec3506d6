import { setTimeout as delay } from "node:timers/promises"
import { expect, it } from "@effect/vitest"
import { type Answer, outcomeOf } from "../../../support/http-call.ts"
import { withinOneMinute } from "../../../support/one-minute.ts"
import { bilanBody, paths, quoteBody } from "../../../support/sample-trips.ts"
import { type TestKey, useOwnService } from "../../../support/service.ts"
import { whileLocked } from "../../../support/while-locked.ts"

/** Calls of one key that may wait at once, and how many more come. */
const share = 8
const over = 6

/** One key may have as many waiting as there are places left. */
const service = useOwnService({ CALLS_WAITING_MAX: String(2 * share) })

it("calls of a key that has too many waiting are turned away at once, uncounted, and those in line are answered", async () => {
  await withinOneMinute()
  const key = await service().createKey()
  const bilan = () => service().call("POST", paths.bilan, bilanBody(), { key })
  const quote = () => service().call("POST", paths.quotes, quoteBody(), { key })
  await bilan()
  const answered: Array<Answer> = []
  const calls: Array<Promise<unknown>> = []
  await whileLocked(service(), "quota", async () => {
    for (let count = 0; count < share + over; count += 1) {
      const call = count % 2 === 0 ? bilan : quote
      calls.push(call().then((answer) => answered.push(answer)))
    }
    while (answered.length < over) await delay(5)
  })
  await Promise.all(calls)
  for (const answer of answered.slice(0, over)) {
    expect(outcomeOf(answer)).toBe("503 SERVICE_UNAVAILABLE")
    expect(answer.headers["retry-after"]).toBe("1")
  }
  expect(answered.slice(over).map(({ status }) => status)).toEqual(
    Array.from({ length: share }, () => 200),
  )
  expect((await service().quotaOf(key))["reads_used"]).toBe(1 + share)
})

it("a key that has as many waiting as it may leaves places to others", async () => {
  await withinOneMinute()
  const [flooding, other] = [await service().createKey(), await service().createKey()]
  const bilan = (key: TestKey) => service().call("POST", paths.bilan, bilanBody(), { key })
  await Promise.all([bilan(flooding), bilan(other)])
  const turnedAway: Array<Answer> = []
  const calls: Array<Promise<unknown>> = []
  let others: ReadonlyArray<Promise<Answer>> = []
  await whileLocked(service(), "quota", async () => {
    for (let count = 0; count < 4 * share; count += 1) {
      calls.push(bilan(flooding).then((answer) => answer.status === 503 && turnedAway.push(answer)))
    }
    while (turnedAway.length < 3 * share) await delay(5)
    others = Array.from({ length: share / 2 }, () => bilan(other))
    expect(outcomeOf(await service().call("GET", "/healthz"))).toBe("200")
    expect(outcomeOf(await service().call("GET", "/openapi.json"))).toBe("200")
  })
  await Promise.all(calls)
  expect((await Promise.all(others)).map(outcomeOf)).toEqual(
    Array.from({ length: share / 2 }, () => "200"),
  )
  expect(turnedAway.length).toBe(3 * share)
})
