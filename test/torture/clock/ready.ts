import { setTimeout as delay } from "node:timers/promises"
import { clocksApartMaxMs } from "../../../http/ports/hindrance.ts"
import { send } from "../../support/http-call.ts"
import type { Moment, Table } from "./moments.ts"
import { dayMs, type World } from "./world.ts"

/** Longer than a server holds what it has found. */
const heldMs = 200

const toldBy = async ({ server }: World): Promise<string> => {
  const { body, status } = await send({ port: server.port, method: "GET", path: "/readyz" })
  const { clock } = body as { readonly clock?: { readonly aheadSeconds: number } }
  return clock === undefined ? String(status) : `${status}, ${clock.aheadSeconds} s ahead`
}

/** A server whose clock is too far from the database's is not ready, until one of them is set right. */
export const clocksApart = async (world: World, startMs: number): Promise<Table> => {
  const moments: Array<Moment> = []
  await world.setDatabase(startMs)
  for (const [at, offMs, expected] of [
    ["at the database's time", 0, "200"],
    ["as far ahead as it may be", clocksApartMaxMs, "200"],
    ["a millisecond further ahead", clocksApartMaxMs + 1, "503, 30 s ahead"],
    ["as far behind as it may be", -clocksApartMaxMs, "200"],
    ["15 days ahead", 15 * dayMs, "503, 1296000 s ahead"],
    ["set right", 0, "200"],
    ["25 hours behind", -25 * 3_600_000, "503, -90000 s ahead"],
    ["set right again", 0, "200"],
  ] as const) {
    await world.set(startMs + offMs)
    await delay(heldMs)
    moments.push({ at, expected, seen: await toldBy(world) })
  }
  return { about: "a server's clock and the database's", moments }
}
