import { makeDraws } from "../../../core/random/draws.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { withStage } from "../stage.ts"
import { quoteLifetime, validationByServers, validationPeriod } from "./lifetimes.ts"
import { aheadOfTheDatabase, aheadWithinBounds, leftAhead } from "./clocks-apart.ts"
import { setDatabaseAhead } from "./database-clock.ts"
import { clockOutcome, type Table } from "./moments.ts"
import { callsOfTheMinute, readsOfTheDay, writesOfTheDay } from "./quota-windows.ts"
import { clocksApart } from "./ready.ts"
import { endOfKeys, rotationOverlap, signingWindow } from "./signing.ts"
import { dayMs, openWorld } from "./world.ts"

/** How many days from now the drawn midnights are, at least and at most. */
const midnights = { daysFrom: 20, daysTo: 1_000 } as const

const run = (given: Given): Promise<ReadonlyArray<Outcome>> =>
  withStage(
    async (stage) => {
      const draws = makeDraws(given.seed)
      const today = Math.floor(Date.now() / dayMs)
      const midnightMs = (today + draws.between(midnights.daysFrom, midnights.daysTo)) * dayMs
      const minuteMs = midnightMs + draws.between(60, 1_380) * 60_000
      const secondMs = midnightMs + draws.below(86_400) * 1_000
      const world = await openWorld(stage, midnightMs)
      try {
        const tables: Array<Table> = [
          await signingWindow(world, secondMs),
          await clocksApart(world, secondMs),
          await rotationOverlap(world, secondMs),
          await endOfKeys(world, secondMs),
        ]
        await setDatabaseAhead(stage)
        tables.push(
          await readsOfTheDay(world, midnightMs),
          await writesOfTheDay(world, midnightMs),
          await callsOfTheMinute(world, minuteMs),
          await aheadOfTheDatabase(world),
          await aheadWithinBounds(world),
          await leftAhead(world),
          await quoteLifetime(world, secondMs),
          await validationPeriod(world, draws, secondMs),
        )
        if (!given.isShort) tables.push(await validationByServers(world, draws, secondMs + dayMs))
        return [clockOutcome(tables)]
      } finally {
        await world.end()
      }
    },
    { hasSettableClock: true },
  )

/** Sets the clocks of servers and of their database to the moments at which something begins or ends. */
export const clock: Part = {
  name: "clock",
  about: "servers and a database whose clocks are set to the edges of every window, forth and back",
  run,
}
