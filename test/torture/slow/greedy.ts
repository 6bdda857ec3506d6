import { setTimeout as delay } from "node:timers/promises"
import { connect, type Socket } from "node:net"
import type { LoadSeen } from "../../../bench/http/load.ts"
import { megabytesOf } from "../memory.ts"
import type { Outcome } from "../part.ts"
import type { StageKey } from "../stage.ts"
import { fileBytes, quoteBytes } from "./clients.ts"
import { loadProblems } from "./judge.ts"

/** Clients that ask for many answers at once and read none of them. */
export interface Greed {
  readonly clients: number
  /** How often each of them asks for a quote, a file and whether the server is well. */
  readonly rounds: number
  /** How long the server is looked at after they have left, in milliseconds. */
  readonly afterMs: number
}

/** What was seen of a server beside greedy clients; memory in MB. */
export interface GreedRecord {
  readonly greed: Greed
  readonly others: LoadSeen
  readonly before: number
  readonly most: number
  readonly after: number
  readonly isTimed: boolean
}

/** How much memory greedy clients may take, and how much of it may be left when they are gone. */
const tookMax = 200
const leftMax = 30

/** Everything that broke the promise, by what was seen. */
export const greedProblems = (seen: GreedRecord): ReadonlyArray<string> => {
  const { after, before, isTimed, most, others } = seen
  return [
    ...loadProblems("beside", others),
    ...(isTimed && most - before > tookMax ? [`memory went from ${before} to ${most} MB`] : []),
    ...(isTimed && after - before > leftMax
      ? [`memory was ${before} MB before and ${after} MB after`]
      : []),
  ]
}

const wellBytes = Buffer.from("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")

const openGreedy = (port: number, key: StageKey, rounds: number): Socket => {
  const socket = connect({ port, host: "127.0.0.1" })
    .on("error", () => {})
    .pause()
  const round = [quoteBytes(key), fileBytes, wellBytes]
  socket.write(Buffer.concat(Array.from({ length: rounds }, () => round).flat()))
  return socket
}

/** Lets clients be greedy while others call, and looks at the server's memory before, beside and after. */
export const beGreedy = async (
  server: { readonly port: number; readonly pid: number },
  key: StageKey,
  greed: Greed,
  others: () => Promise<LoadSeen>,
  isTimed: boolean,
): Promise<GreedRecord> => {
  const memory = (): number => megabytesOf(server.pid, "VmRSS")
  const before = memory()
  let most = before
  const looks = setInterval(() => (most = Math.max(most, memory())), 100)
  const clients = Array.from({ length: greed.clients }, () =>
    openGreedy(server.port, key, greed.rounds),
  )
  const seen = await others()
  for (const client of clients) client.destroy()
  await delay(greed.afterMs)
  clearInterval(looks)
  return { greed, others: seen, before, most, after: memory(), isTimed }
}

/** What became of the promise about greedy clients. */
export const greedOutcome = (seen: GreedRecord): Outcome => {
  const { after, before, greed, isTimed, most, others } = seen
  const answers = `${others.answered} calls of others: ${JSON.stringify(others.statuses)}`
  const memory = `memory ${before} MB before, ${most} MB at most, ${after} MB after`
  return {
    promise: "answers that nobody reads take little memory, which is given back",
    figure: isTimed ? `${memory}; ${answers}` : answers,
    cases: greed.clients,
    violations: greedProblems(seen),
    notes: [
      `${greed.clients} clients asked for ${3 * greed.rounds} answers each at once and read none`,
      `p99 of others ${others.p99Ms.toFixed(1)} ms beside them`,
      ...(isTimed ? [] : [`not judged: ${memory}`]),
    ],
  }
}
