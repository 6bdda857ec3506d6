import { type Child, startChild } from "../../../bench/http/children.ts"
import { TrackedLinks } from "../../../http/ports/tracked-links.ts"
import type { Issued } from "../../support/arbitrary-calls.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { megabytesOf } from "../memory.ts"
import type { Given, Outcome, Part } from "../part.ts"
import type { Server } from "../../support/spawned-server.ts"
import { callSigned, type Stage, type StageKey, withStage } from "../stage.ts"
import { batchSize, type Drawing } from "./draw-cases.ts"
import type { BatchesAsked } from "./run-batches.ts"
import { addTally, emptyTally, type Tally, tallyLines } from "./tally.ts"

/** How many requests are sent, within which time, and how many batches a worker takes at a time. */
const sizes = {
  short: { cases: 5_000, timeMs: 5_000, batchesAtOnce: 2 },
  long: { cases: 1_000_000, timeMs: 3_600_000, batchesAtOnce: 25 },
} as const

const partnerCode = "input"

const sessionIdOf = async (port: number, key: StageKey): Promise<string> => {
  const answer = await callSigned(port, key, "POST", paths.quotes, quoteBody())
  return (answer.body as { readonly sessionId: string }).sessionId
}

/** What the service has given out to two keys of one account, and to another account. */
const issue = async (
  stage: Stage,
  port: number,
  keys: ReadonlyArray<StageKey>,
): Promise<Issued> => {
  const strange = await stage.createKey("elsewhere", "sandbox")
  const links = await stage.run(TrackedLinks.use((tracked) => tracked.list(partnerCode)))
  const others = await stage.run(TrackedLinks.use((tracked) => tracked.list("elsewhere")))
  const sessionIds = await Promise.all(
    [...keys, ...keys, strange].map((key) => sessionIdOf(port, key)),
  )
  const codes = links.map(({ code }) => code)
  return {
    sessionIds,
    offerIds: [1001, 101, 1, 999_999],
    linkCodes: [...codes, "none", ...others.map(({ code }) => code)],
    refs: [...links, ...links, ...others].map(({ ref }) => ref),
  }
}

/** Sends batches from worker processes until all are sent. */
const sendAll = async (
  given: Given,
  port: number,
  drawing: Drawing,
  workers: ReadonlyArray<Child>,
): Promise<Tally> => {
  const tally = emptyTally()
  const { batchesAtOnce, cases, timeMs } = sizes[given.isShort ? "short" : "long"]
  const batches = Math.ceil(cases / batchSize)
  const deadline = performance.now() + timeMs
  let next = 0
  const work = async (worker: Child): Promise<void> => {
    while (next < batches && performance.now() < deadline) {
      const from = next
      next = Math.min(batches, from + batchesAtOnce)
      const numbers = Array.from({ length: next - from }, (_, index) => from + index)
      const asked: BatchesAsked = { ...drawing, port, seed: given.seed, batches: numbers }
      addTally(tally, await worker.ask<Tally>(asked))
      if (!given.isShort && from % 500 === 0)
        given.say(`  ${tally.cases.toLocaleString("en")} sent`)
    }
  }
  await Promise.all(workers.map(work))
  return tally
}

const workerCount = 2

const outcomesOf = (tally: Tally, server: Server, seconds: number): ReadonlyArray<Outcome> => {
  const failures = tally.violations.filter((violation) => violation.includes(": a failure")).length
  const figure = `${failures} 5xx, ${tally.violations.length - failures} undocumented of ${tally.cases.toLocaleString("en")}`
  return [
    {
      promise: "bad input",
      figure,
      cases: tally.cases,
      violations: tally.violations,
      notes: [
        `${tally.askedFailures.toLocaleString("en")} answers more were the sandbox's 502 and 504 to destinations that ask for them`,
        `${Math.round(tally.cases / seconds).toLocaleString("en")} a second; the server took ${megabytesOf(server.pid, "VmHWM")} MB at most`,
        ...tallyLines(tally),
      ],
    },
  ]
}

/** Sends what no partner should send, and holds every answer against the API document. */
export const input: Part = {
  name: "input",
  about: "requests from schemas, with mutations, and over raw sockets",
  run: (given) =>
    withStage(async (stage) => {
      const keys = [
        await stage.createKey(partnerCode, "sandbox"),
        await stage.createKey(partnerCode, "live"),
      ]
      const server = await stage.startServer()
      const drawing = { keys, issued: await issue(stage, server.port, keys) }
      const module = new URL("worker.ts", import.meta.url)
      const workers = await Promise.all(
        Array.from({ length: workerCount }, () => startChild(module, null)),
      )
      try {
        const startedAt = performance.now()
        const tally = await sendAll(given, server.port, drawing, workers)
        return outcomesOf(tally, server, (performance.now() - startedAt) / 1000)
      } finally {
        await Promise.all(workers.map((worker) => worker.end()))
      }
    }),
}
