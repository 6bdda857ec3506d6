import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Draws } from "../../../core/random/draws.ts"
import { layerSales } from "../../../http/store/sales/layer.ts"
import { Sales } from "../../../http/ports/sales.ts"
import { makeSettableClock } from "../../http/model/settable-clock.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import type { StageKey } from "../stage.ts"
import { linkBody, openEstate, saleBody } from "../tenants/estate.ts"
import type { Moment, Table } from "./moments.ts"
import { dayMs, type World } from "./world.ts"

const halfAnHourMs = 30 * 60_000

const fieldOf = (body: unknown, name: string): string =>
  String((body as Readonly<Record<string, unknown>>)[name])

/** What a quote and a link say of their end; the session of a quote has none. */
export const quoteLifetime = async (world: World, startMs: number): Promise<Table> => {
  const key = await world.stage.createKey("quoting", "sandbox")
  const quoted = await world.callAt(startMs, key, { path: paths.quotes, body: quoteBody() })
  const session = fieldOf(quoted.body, "sessionId")
  const moments: Array<Moment> = [
    {
      at: "a quote's end",
      expected: new Date(startMs + halfAnHourMs).toISOString(),
      seen: fieldOf((quoted.body as { readonly quote: unknown }).quote, "expiresAt"),
    },
  ]
  for (const [at, offMs, expected] of [
    ["a millisecond before the quote's end", halfAnHourMs - 1, "201"],
    ["at the quote's end", halfAnHourMs, "200"],
    ["a millisecond after the quote's end", halfAnHourMs + 1, "200"],
    ["a year on", 365 * dayMs, "200"],
    ["set back to before the quote", -dayMs, "200"],
  ] as const) {
    const call = { path: paths.links, body: linkBody(session) }
    const linked = await world.callAt(startMs + offMs, key, call)
    const ends = new Date(startMs + offMs + 30 * dayMs).toISOString()
    moments.push(
      { at: `a link of its session, ${at}`, expected, seen: outcomeOf(linked) },
      { at: `that link's end, ${at}`, expected: ends, seen: fieldOf(linked.body, "expiresAt") },
    )
  }
  return { about: "30 minutes of a quote", moments }
}

/** Validates what is due on a machine with a clock of its own, as a server's loop does. */
const validateAt = (world: World, nowMs: number): Promise<number> =>
  world.stage.run(
    Effect.flatMap(Sales, (sales) => sales.validateDue).pipe(
      Effect.provide(layerSales),
      Effect.provideService(Clock.Clock, makeSettableClock(nowMs).clock),
    ),
  )

const fortnightMs = 14 * dayMs

interface Seller {
  readonly key: StageKey
  readonly ref: string
}

const sellerOf = async (world: World, draws: Draws, code: string): Promise<Seller> => {
  const { stage, server } = world
  // The estate is made by calls that are signed now.
  const nowMs = Date.now()
  await world.set(nowMs)
  await world.setDatabase(nowMs)
  const { key, names } = await openEstate(stage, server.port, draws, code, "live")
  await world.setDatabase(nowMs + fortnightMs)
  await validateAt(world, nowMs)
  return { key, ref: names.ref }
}

const reportAt = async (
  world: World,
  { key, ref }: Seller,
  nowMs: number,
  order: string,
  changes: Readonly<Record<string, unknown>> = {},
) => {
  const body = { ...saleBody(ref, order), ...changes }
  const answer = await world.callAt(nowMs, key, { path: paths.conversion, body })
  return fieldOf(answer.body, "status")
}

/**
 * A pending sale before, at and after 14 days of the database, whatever time it is where it is
 * validated, and with a database whose clock is set back.
 */
export const validationPeriod = async (
  world: World,
  draws: Draws,
  startMs: number,
): Promise<Table> => {
  const seller = await sellerOf(world, draws, "selling")
  const moments: Array<Moment> = []
  const due = async (at: string, nowMs: number, expected: number, aheadMs = 0) => {
    await world.setDatabase(nowMs)
    const count = await validateAt(world, nowMs + aheadMs)
    moments.push({ at, expected: `${expected} validated`, seen: `${count} validated` })
  }
  const held = async (at: string, nowMs: number, expected: string, changes = {}) => {
    await world.setDatabase(nowMs)
    const seen = await reportAt(world, seller, nowMs, "first", changes)
    moments.push({ at, expected, seen })
  }
  const [changed, cancelled] = [{ amount: 220 }, { status: "cancelled" }]
  await held("reported", startMs, "pending")
  await held("reported again a day later", startMs + dayMs, "pending", changed)
  await due("by a process 15 days ahead of the database", startMs + dayMs, 0, 15 * dayMs)
  await due("a millisecond before 14 days", startMs + fortnightMs - 1, 0)
  await due("the same by a process that is a year ahead", startMs + fortnightMs - 1, 0, 365 * dayMs)
  await held("a millisecond before 14 days", startMs + fortnightMs - 1, "pending", changed)
  await due("by a database that is set back by a year", startMs - 365 * dayMs, 0)
  await due(
    "at 14 days, by a process that is a year behind",
    startMs + fortnightMs,
    1,
    -365 * dayMs,
  )
  await held("at 14 days", startMs + fortnightMs, "validated", changed)
  await due("a millisecond after 14 days", startMs + fortnightMs + 1, 0)
  await held("the clocks set back to its first report", startMs, "validated", changed)
  await held("cancelled later", startMs + 15 * dayMs, "cancelled", cancelled)
  await due("a year after its cancellation", startMs + 380 * dayMs, 0)
  await held("a year after its cancellation", startMs + 380 * dayMs, "cancelled")
  return { about: "14 days until a sale validates itself", moments }
}

/** The same by servers that start at those moments and validate by themselves. */
export const validationByServers = async (
  world: World,
  draws: Draws,
  startMs: number,
): Promise<Table> => {
  const seller = await sellerOf(world, draws, "starting")
  await world.setDatabase(startMs)
  await reportAt(world, seller, startMs, "second")
  const moments: Array<Moment> = []
  for (const [at, offMs, aheadMs, expected] of [
    ["15 days ahead of the database", 0, 15 * dayMs, "pending"],
    ["a millisecond before 14 days", fortnightMs - 1, 0, "pending"],
    ["at 14 days, a day behind the database", fortnightMs, -dayMs, "validated"],
  ] as const) {
    const nowMs = startMs + offMs
    await world.setDatabase(nowMs)
    const server = await world.startServerAt(nowMs + aheadMs)
    const deadline = performance.now() + (expected === "pending" ? 1_000 : 10_000)
    let seen = ""
    while (seen !== "validated" && performance.now() < deadline) {
      seen = await reportAt(world, seller, nowMs, "second")
    }
    await server.end()
    moments.push({ at: `a server that starts ${at}`, expected, seen })
  }
  return { about: "14 days, by servers of their own", moments }
}
