import { diskText, whileWatchingDisk } from "../disk-waits.ts"
import { atLeast, atMost, type Figure, type Target } from "../figure.ts"
import type { Found, Part } from "../part.ts"
import { bilanCalls, quoteCalls } from "./calls.ts"
import { connectionCount, loadInTurns, rateFigure, serverNotes } from "./rounds.ts"
import {
  type BenchServer,
  startDeferredFloor,
  startFastify,
  startFloor,
  startServiceInMemory,
} from "./servers.ts"
import { type UnderTest, withServers } from "./with-servers.ts"

const comparison =
  "the service is asked first; the bare servers answer with what it was recorded with, fastify makes its answers itself"

const peerAt = ({ peers }: UnderTest, index: number): BenchServer => {
  const peer = peers[index]
  if (peer === undefined) throw new Error("a peer that was not started")
  return peer
}

/** Signed bilans: the service against the bare server, and with quotas in memory against fastify. */
const bilanRates = (): Promise<Found> =>
  withServers(
    bilanCalls,
    [startFloor, startDeferredFloor, startServiceInMemory, startFastify],
    async (underTest) => {
      const { calls, generator, peers, service } = underTest
      const [floor, deferred, inMemory, fastify] = [0, 1, 2, 3].map((index) =>
        peerAt(underTest, index),
      ) as [BenchServer, BenchServer, BenchServer, BenchServer]
      const rounds = await loadInTurns([service, ...peers], generator, calls)
      const work = `signed bilans, ${connectionCount} connections, quotas on Postgres`
      const workInMemory = `signed bilans, ${connectionCount} connections, quotas in memory`
      const ofService = { work, server: service }
      const ofMemory = { work: workInMemory, server: inMemory }
      const figures: ReadonlyArray<Figure> = [
        rateFigure(rounds, { ...ofService, against: floor, target: atLeast(0.7) }),
        rateFigure(rounds, { ...ofService, against: deferred }),
        rateFigure(rounds, { ...ofMemory, against: fastify, target: atLeast(1) }),
        rateFigure(rounds, { ...ofMemory, against: floor }),
      ]
      return { figures, notes: [comparison, ...serverNotes(rounds)] }
    },
  )

/** Signed sandbox quotes against the bare server. */
const quoteRates = (): Promise<Found> =>
  withServers(
    (keys) => quoteCalls(keys.filter(({ mode }) => mode === "sandbox")),
    [startFloor, startDeferredFloor],
    async (underTest) => {
      const { calls, generator, peers, service } = underTest
      const rounds = await loadInTurns([service, ...peers], generator, calls)
      const work = `signed sandbox quotes, ${connectionCount} connections, quotas on Postgres`
      const ofService = { work, server: service }
      const figures = [
        rateFigure(rounds, { ...ofService, against: peerAt(underTest, 0), target: atLeast(0.55) }),
        rateFigure(rounds, { ...ofService, against: peerAt(underTest, 1) }),
      ]
      return { figures, notes: [comparison, ...serverNotes(rounds)] }
    },
  )

/** How many calls a second come in steadily. */
const ratePerSecond = 500

/** How late the 99th percentile of them may come. */
const p99MostMs = 50

/** How long they come in. */
const durationMs = 120_000

/** Signed bilans at a fixed rate: how long callers wait, from the moment that a call was due. */
const steadyBilans = (): Promise<Found> =>
  withServers(bilanCalls, [], async ({ calls, generator, service }) => {
    const { port } = service
    await generator.run({ port, calls, connections: connectionCount, durationMs: 2_000 })
    const [seen, disk] = await whileWatchingDisk(() =>
      generator.run({ port, calls, connections: connectionCount, durationMs, ratePerSecond }),
    )
    const begun = Math.round((durationMs / 1000) * ratePerSecond)
    if (seen.statuses["200"] !== begun) {
      throw new Error(`${begun} calls were answered ${JSON.stringify(seen.statuses)}`)
    }
    const work = `signed bilans, ${ratePerSecond} a second for ${durationMs / 1000} s`
    const waited = (against: string, ms: number, target: Target | null): Figure => ({
      work,
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
        waited("99 of 100 calls", seen.p99Ms, atMost(p99MostMs)),
      ],
      notes: [`the longest wait was ${seen.mostMs.toFixed(1)} ms`, diskText(disk, p99MostMs)],
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
