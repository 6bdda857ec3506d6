import { type KeyId } from "../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import { Keys } from "../../../http/ports/keys.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
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

const gone = "401 INVALID_SIGNATURE"

const hourMs = 3_600_000

/** A new secret of a key, given by a command on a machine whose clock is so far off. */
const rotated = async (world: World, key: StageKey, nowMs: number) => {
  await world.set(nowMs)
  const told = await world.command("key", "rotate", key.keyId)
  return {
    key: { ...key, secret: String(told["secret"]) },
    untilMs: Date.parse(String(told["previousValidUntil"])),
  }
}

/**
 * The 24 hours of the database in which two secrets sign, whatever time it is where the key is
 * rotated and where it is used.
 */
export const rotationOverlap = async (world: World, startMs: number): Promise<Table> => {
  const moments: Array<Moment> = []
  for (const [where, offMs] of [
    ["by the database's time", 0],
    ["25 hours behind the database", -25 * hourMs],
    ["25 hours ahead of the database", 25 * hourMs],
  ] as const) {
    const first = await world.stage.createKey("rotating", "sandbox")
    await world.setDatabase(startMs)
    const { key: second, untilMs } = await rotated(world, first, startMs + offMs)
    const overlap = `${(untilMs - startMs) / hourMs} h`
    moments.push({ at: `the overlap, rotated ${where}`, expected: "24 h", seen: overlap })
    for (const [at, endMs, expected] of [
      ["a millisecond before the end", -1, "200"],
      ["at the end", 0, gone],
      ["a millisecond after the end", 1, gone],
      ["a day after the end", 24 * hourMs, gone],
      ["the database set back to before the end", -1, "200"],
    ] as const) {
      const databaseMs = startMs + 24 * hourMs + endMs
      await world.setDatabase(databaseMs)
      for (const [used, key, outcome] of [
        ["previous", first, expected],
        ["current", second, "200"],
      ] as const) {
        const answer = await world.callAt(databaseMs + offMs, key, meta)
        const what = `the ${used} secret, ${at}, used and rotated ${where}`
        moments.push({ at: what, expected: outcome, seen: outcomeOf(answer) })
      }
    }
  }
  return { about: "24 hours of two secrets", moments }
}

/** The end of a secret and of a key, which no clock undoes. */
export const endOfKeys = async (world: World, startMs: number): Promise<Table> => {
  await world.setDatabase(startMs)
  const first = await world.stage.createKey("ending", "sandbox")
  const { key: second } = await rotated(world, first, startMs)
  const { key: third } = await rotated(world, second, startMs)
  const moments: Array<Moment> = []
  const tell = async (at: string, nowMs: number, key: StageKey, expected: string) => {
    moments.push({ at, expected, seen: outcomeOf(await world.callAt(nowMs, key, meta)) })
  }
  const soonMs = startMs + 60_000
  await tell("rotated twice within a day, the first secret", soonMs, first, gone)
  await tell("rotated twice within a day, the second secret", soonMs, second, "200")
  await tell("rotated twice within a day, the third secret", soonMs, third, "200")
  await world.stage.run(Effect.flatMap(Keys, (keys) => keys.revoke(first.keyId as KeyId)))
  await tell("revoked, a minute later", soonMs + 60_000, third, "401 UNAUTHORIZED")
  await world.setDatabase(startMs - 24 * hourMs)
  await tell(
    "revoked, all clocks set back by a day",
    startMs - 24 * hourMs,
    third,
    "401 UNAUTHORIZED",
  )
  await tell("revoked, the previous secret", soonMs, second, "401 UNAUTHORIZED")
  return { about: "the end of keys", moments }
}
