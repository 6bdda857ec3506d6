import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { layerDatabase } from "../../http/store/database/client.ts"
import { layerMigrations } from "../../http/store/database/migrator.ts"
import { Quotas } from "../../http/ports/quotas.ts"
import { openDatabase } from "../database.ts"
import { durationText, type Figure, figureOfRounds, median } from "../figure.ts"
import type { Part } from "../part.ts"
import { settingOf } from "../settings.ts"
import { type Target, targets } from "../targets.ts"
import { callerCount, type ChargeOne, timeCharges } from "./callers.ts"
import { checkCounts } from "./exactness.ts"
import { type ChargedKey, createKeys, keyCount, resetQuotas } from "./keys.ts"
import { makeOneStatement } from "./one-statement.ts"
import { layerQuotas } from "../../http/store/quota/quotas.ts"

/** Limits that no round reaches. */
const plenty = { reads: 1_000_000_000, burst: 1_000_000_000 }

const makeService = Effect.map(
  Quotas,
  ({ charge }): ChargeOne =>
    (key) =>
      Effect.map(Effect.orDie(charge({ ...key, kind: "bilan" })), ({ _tag }) => _tag === "Granted"),
)

interface Ways {
  readonly ours: ChargeOne
  readonly peer: ChargeOne
}

const checked = Effect.fnUntraced(function* (
  { ours, peer }: Ways,
  keys: ReadonlyArray<ChargedKey>,
) {
  const checks = [
    { keys: keys.slice(0, 1), limits: { reads: 300, burst: plenty.burst }, callsOfEach: 1_000 },
    { keys: keys.slice(0, 1), limits: { reads: plenty.reads, burst: 300 }, callsOfEach: 1_000 },
    { keys: keys.slice(0, 40), limits: { reads: 25, burst: plenty.burst }, callsOfEach: 75 },
  ]
  let granted = 0
  for (const check of checks) {
    granted += yield* checkCounts("the service", ours, check)
    granted += yield* checkCounts("one statement per call", peer, check)
  }
  return `both count exactly: ${granted} of ${granted} calls within limits granted, none beyond`
})

const race = Effect.fnUntraced(function* (
  facts: { readonly name: string; readonly target: Target },
  { ours, peer }: Ways,
  keys: ReadonlyArray<ChargedKey>,
) {
  yield* resetQuotas(plenty)
  const roundMs = settingOf("BENCH_ROUND_MS", 700)
  const ourTimes: Array<number> = []
  const peerTimes: Array<number> = []
  for (let round = 0; round <= settingOf("BENCH_ROUNDS", 9); round += 1) {
    const ourNs = yield* timeCharges(ours, keys, roundMs)
    const peerNs = yield* timeCharges(peer, keys, roundMs)
    if (round === 0) continue
    ourTimes.push(ourNs)
    peerTimes.push(peerNs)
  }
  return figureOfRounds(
    {
      work: `quota decisions on Postgres, ${callerCount} callers, ${facts.name}`,
      against: "one statement per call, the same pool",
      measure: "times as fast",
      target: facts.target,
      workShown: `${durationText(median(ourTimes))} a decision`,
      peerShown: `${durationText(median(peerTimes))} a decision`,
    },
    peerTimes.map((peerNs, round) => peerNs / (ourTimes[round] ?? Number.NaN)),
  ) satisfies Figure
})

/** Quota decisions of the service against one statement for each, on a Postgres at its default durability. */
export const quotasPart: Part = {
  name: "quotas",
  about: "Quota decisions on Postgres at default durability.",
  run: async function* () {
    const database = await openDatabase()
    const settings = ConfigProvider.fromEnvRecord({ DATABASE_URL: database.url })
    const runtime = ManagedRuntime.make(
      layerQuotas.pipe(
        Layer.provideMerge(layerMigrations),
        Layer.provideMerge(layerDatabase),
        Layer.provide(ConfigProvider.layer(settings)),
      ),
    )
    try {
      const keys = await runtime.runPromise(createKeys)
      const ways = await runtime.runPromise(
        Effect.all({ ours: makeService, peer: makeOneStatement }),
      )
      yield { figures: [], notes: [await runtime.runPromise(checked(ways, keys))] }
      const many = {
        name: `${keyCount.toLocaleString("en")} keys`,
        target: targets.quotasOfManyKeys,
      }
      yield { figures: [await runtime.runPromise(race(many, ways, keys))] }
      const busy = { name: "one busy key", target: targets.quotasOfOneKey }
      yield { figures: [await runtime.runPromise(race(busy, ways, keys.slice(0, 1)))] }
    } finally {
      await runtime.dispose()
      await database.end()
    }
  },
}
