import { setTimeout as delay } from "node:timers/promises"
import { expect, it } from "@effect/vitest"
import { type Answer, outcomeOf } from "../../support/http-call.ts"
import { withinOneMinute } from "../../support/one-minute.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { useService } from "../../support/service.ts"
import { whileLocked } from "../../support/while-locked.ts"

/** Calls that may wait at once, and how many more come. */
const width = 8
const over = 6

const service = useService({ CALLS_WAITING_MAX: String(width) })

it("calls that find too many waiting are turned away at once, uncounted, and those in line are answered", async () => {
  await withinOneMinute(10_000)
  const key = await service().createKey()
  const bilan = () => service().call("POST", paths.bilan, bilanBody(), { key })
  const quote = () => service().call("POST", paths.quotes, quoteBody(), { key })
  await bilan()
  const answered: Array<Answer> = []
  const calls: Array<Promise<unknown>> = []
  await whileLocked(service(), "quota", async () => {
    for (let count = 0; count < width + over; count += 1) {
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
    Array.from({ length: width }, () => 200),
  )
  expect((await service().quotaOf(key))["reads_used"]).toBe(1 + width)
})
