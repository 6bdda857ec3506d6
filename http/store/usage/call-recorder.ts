import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ServiceMeters } from "../../observability/meters.ts"
import type { CallRecord } from "../../ports/call-records.ts"
import { makeCounts, totalOf } from "../batches/counts.ts"
import { writeRegularly } from "../batches/regular-writes.ts"
import { type CalledDay, countAlike } from "./count-alike.ts"
import type { UsagePolicy } from "./usage-policy.ts"
import { type UsageBatch, writeUsage } from "./usage-writer.ts"
import { makeWaitingCalls } from "./waiting-calls.ts"

const nameOf = ({ code, day, endpoint, keyId }: CalledDay): string =>
  `${keyId} ${day} ${endpoint} ${code}`

/**
 * Records calls: counted by day, and the last ones kept. A call costs a place in a list; every second
 * what came meanwhile is counted and written, each batch exactly once, and once more when the scope
 * closes. What cannot be written waits within bounds. Lost are the calls of the last second when the
 * process is killed, those that wait when it stops while the database is away, and counts of further
 * keys and days once `countsMax` are waiting.
 */
export const makeCallRecorder = Effect.fnUntraced(function* (policy: UsagePolicy) {
  const sql = yield* SqlClient.SqlClient
  const meters = yield* ServiceMeters
  const counts = makeCounts(policy.countsMax, nameOf)
  const calls = makeWaitingCalls(policy.callsMax)
  let gathered: Array<CallRecord> = []
  let held: UsageBatch | undefined
  let dropped = 0

  const count = (): void => {
    const { signedCalls, unsignedCalls } = policy.kept()
    for (const alike of countAlike(gathered)) {
      if (!counts.add(alike)) dropped += alike.count
    }
    for (const call of gathered.filter(({ isListed }) => isListed)) {
      calls.add(call, Math.min(call.isSigned ? signedCalls : unsignedCalls, policy.keyCallsMax))
    }
    gathered = []
  }

  const nextBatch = (): UsageBatch | undefined => {
    count()
    const batch = { counts: counts.take(policy.batchMax), calls: calls.take(policy.batchMax) }
    return batch.counts.length + batch.calls.length === 0
      ? undefined
      : { id: randomUUID(), ...batch }
  }

  const waiting = (): number =>
    gathered.length + counts.total() + (held === undefined ? 0 : totalOf(held.counts))

  meters.gauge(
    { name: "usage_calls_waiting", about: "Calls that are counted for accounts, not written yet." },
    Effect.sync(() => [{ value: waiting() }]),
  )
  const flush = yield* writeRegularly<UsageBatch>({
    everyMs: policy.writeEveryMs,
    take: () => held ?? nextBatch(),
    write: (batch) => writeUsage(sql, batch, policy.kept()),
    written: (batch) => {
      held = undefined
      meters.usage("written", totalOf(batch.counts))
    },
    putBack: (batch) => {
      held = batch
      count()
    },
    waiting,
    takeDropped: () => {
      const lost = dropped
      dropped = 0
      if (lost > 0) meters.usage("dropped", lost)
      return lost
    },
    words: {
      unit: "calls",
      unavailable: "usage cannot be written and waits in memory",
      availableAgain: "usage is written again",
      dropped: "usage of too many keys: not counted",
      lost: "usage is lost: the database is away",
    },
  })

  return {
    record: (call: CallRecord): void => {
      if (gathered.push(call) >= policy.gatheredMax) count()
    },
    flush,
  }
})
