import { diskText, whileWatchingDisk } from "../disk-waits.ts"
import type { Figure } from "../figure.ts"
import type { Found, Part } from "../part.ts"
import { settingOf } from "../settings.ts"
import { type Target, targets } from "../targets.ts"
import { bilanCalls, quoteCalls } from "./calls.ts"
import { connectionCount, loadInTurns, rateFigure, serverNotes } from "./rounds.ts"
import { startFastify, startFloor, startServiceInMemory } from "./servers.ts"
import { withServers } from "./with-servers.ts"

const comparison =
  "the service is asked first; the bare server answers with what it was recorded with, fastify makes its answers itself"

/** Signed bilans: the service against the bare server, and with quotas in memory against fastify. */
const bilanRates = (): Promise<Found> =>
  withServers(
    bilanCalls,
    { floor: startFloor, inMemory: startServiceInMemory, fastify: startFastify },
    async ({ calls, generator, peers, service }) => {
      const { fastify, floor, inMemory } = peers
      const rounds = await loadInTurns([service, floor, inMemory, fastify], generator, calls)
      const work = `signed bilans, ${connectionCount} connections`
      const figures = [
        rateFigure(rounds, {
          work: `${work}, quotas on Postgres`,
          server: service,
          against: floor,
          target: targets.bilansAgainstBareHttp,
        }),
        rateFigure(rounds, {
          work: `${work}, quotas in memory`,
          server: inMemory,
          against: fastify,
          target: targets.bilansAgainstFastify,
        }),
      ]
      return { figures, notes: [comparison, ...serverNotes(rounds)] }
    },
  )

/** Signed sandbox quotes against the bare server. */
const quoteRates = (): Promise<Found> =>
  withServers(
    (keys) => quoteCalls(keys.filter(({ mode }) => mode === "sandbox")),
    { floor: startFloor },
    async ({ calls, generator, peers: { floor }, service }) => {
      const rounds = await loadInTurns([service, floor], generator, calls)
      const figure = rateFigure(rounds, {
        work: `signed sandbox quotes, ${connectionCount} connections, quotas on Postgres`,
        server: service,
        against: floor,
        target: targets.quotesAgainstBareHttp,
      })
      return { figures: [figure], notes: [comparison, ...serverNotes(rounds)] }
    },
  )

/** How many calls a second come in steadily. */
const ratePerSecond = 500

/** Signed bilans at a fixed rate: how long callers wait, from the moment that a call was due. */
const steadyBilans = (): Promise<Found> =>
  withServers(bilanCalls, {}, async ({ calls, generator, service: { port } }) => {
    const durationMs = settingOf("BENCH_MINUTES", 2) * 60_000
    const load = { port, calls, connections: connectionCount }
    await generator.run({ ...load, durationMs: 2_000 })
    const [seen, disk] = await whileWatchingDisk(() =>
      generator.run({ ...load, durationMs, ratePerSecond }),
    )
    const begun = (durationMs / 1000) * ratePerSecond
    if (seen.statuses["200"] !== begun) {
      throw new Error(`${begun} calls were answered ${JSON.stringify(seen.statuses)}`)
    }
    const waited = (against: string, ms: number, target: Target | null): Figure => ({
      work: `signed bilans, ${ratePerSecond} a second for ${durationMs / 1000} s`,
      against,
      measure: "ms",
      ratio: ms,
      least: ms,
      most: ms,
      target,
      workShown: `${begun.toLocaleString("en")} calls, all answered with 200`,
      peerShown: "from the moment that a call was due",
    })
    return {
      figures: [
        waited("half of the calls", seen.p50Ms, null),
        waited("99 of 100 calls", seen.p99Ms, targets.waitAtSteadyRate),
      ],
      notes: [
        `the longest wait was ${seen.mostMs.toFixed(1)} ms`,
        diskText(disk, targets.waitAtSteadyRate.ratio),
      ],
    }
  })

const once = (run: () => Promise<Found>): Part["run"] =>
  async function* () {
    yield await run()
  }

/** The parts that load servers over HTTP. */
export const httpParts: ReadonlyArray<Part> = [
  {
    name: "http-bilan",
    about: "Signed bilans over HTTP against a bare server and fastify.",
    run: once(bilanRates),
  },
  {
    name: "http-quotes",
    about: "Signed sandbox quotes over HTTP against a bare server.",
    run: once(quoteRates),
  },
  {
    name: "http-steady",
    about: "How long callers wait for signed bilans that come in at a fixed rate.",
    isLong: true,
    run: once(steadyBilans),
  },
]
