import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Keys } from "../../http/accounts/keys.ts"
import { outcomeOf } from "../../test/support/http-call.ts"
import { paths } from "../../test/support/sample-trips.ts"
import type { StageKey } from "../stage.ts"
import type { Moment, Table } from "./moments.ts"
import type { World } from "./world.ts"

const meta = { path: paths.meta }

const stale = "401 STALE_TIMESTAMP"

const offsets: ReadonlyArray<readonly [offSeconds: number, expected: string]> = [
  [-301, stale],
  [-300, "200"],
  [-299, "200"],
  [0, "200"],
  [299, "200"],
  [300, "200"],
  [301, stale],
]

/** How far a signature may be from the service's clock, at both ends of a second. */
export const signingWindow = async (
  world: Pick<World, "callAt" | "stage">,
  startMs: number,
): Promise<Table> => {
  const key = await world.stage.createKey("signing", "sandbox")
  const startSeconds = startMs / 1_000
  const moments: Array<Moment> = []
  for (const withinMs of [0, 999]) {
    for (const [offSeconds, expected] of offsets) {
      const answer = await world.callAt(startMs + withinMs, key, meta, startSeconds + offSeconds)
      const at = `signed ${offSeconds} s off, ${withinMs} ms into the second`
      moments.push({ at, expected, seen: outcomeOf(answer) })
    }
  }
  for (const [backMs, expected] of [
    [300_000, "200"],
    [300_001, stale],
    [-300_999, "200"],
    [-301_000, stale],
  ] as const) {
    const answer = await world.callAt(startMs - backMs, key, meta, startSeconds)
    const at = `the clock set ${backMs > 0 ? "back" : "forward"} by ${Math.abs(backMs)} ms`
    moments.push({ at, expected, seen: outcomeOf(answer) })
  }
  return { about: "a signature's window of 300 s", moments }
}

const rotated = (world: World, key: StageKey) =>
  world.stage.run(
    Effect.map(
      Effect.flatMap(Keys, (keys) => keys.rotate(key.keyId)),
      ({ previousValidUntil, secret }) => ({
        key: { ...key, secret: Redacted.value(secret) },
        untilMs: Date.parse(previousValidUntil),
      }),
    ),
  )

const gone = "401 INVALID_SIGNATURE"

/** The 24 hours in which two secrets sign, and the end of a key, which no clock undoes. */
export const rotationOverlap = async (world: World): Promise<Table> => {
  const first = await world.stage.createKey("rotating", "sandbox")
  const rotatedAtMs = Date.now()
  const { key: second, untilMs } = await rotated(world, first)
  const moments: Array<Moment> = []
  const tell = async (at: string, nowMs: number, key: StageKey, expected: string) => {
    moments.push({ at, expected, seen: outcomeOf(await world.callAt(nowMs, key, meta)) })
  }
  const hours = Math.round((untilMs - rotatedAtMs) / 3_600_000)
  moments.push({ at: "the overlap", expected: "24 h", seen: `${hours} h` })
  for (const [at, offMs, expected] of [
    ["a second before the end", -1_000, "200"],
    ["a millisecond before the end", -1, "200"],
    ["at the end", 0, gone],
    ["a millisecond after the end", 1, gone],
    ["a day after the end", 86_400_000, gone],
    ["set back to before the end", -1, "200"],
  ] as const) {
    await tell(`the previous secret, ${at}`, untilMs + offMs, first, expected)
    await tell(`the current secret, ${at}`, untilMs + offMs, second, "200")
  }
  const { key: third } = await rotated(world, second)
  const soonMs = rotatedAtMs + 60_000
  await tell("rotated twice within a day, the first secret", soonMs, first, gone)
  await tell("rotated twice within a day, the second secret", soonMs, second, "200")
  await tell("rotated twice within a day, the third secret", soonMs, third, "200")
  await world.stage.run(Effect.flatMap(Keys, (keys) => keys.revoke(first.keyId)))
  await tell("revoked, a minute later", soonMs + 60_000, third, "401 UNAUTHORIZED")
  await tell("revoked, the clock set back by a day", soonMs - 86_400_000, third, "401 UNAUTHORIZED")
  await tell("revoked, the previous secret", soonMs, second, "401 UNAUTHORIZED")
  return { about: "24 hours of two secrets", moments }
}
