import { setTimeout as delay } from "node:timers/promises"
import { type Draws, makeDraws } from "../../../core/random/draws.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { caseBytes } from "../input/case.ts"
import type { StageKey } from "../stage.ts"
import { watchConnections } from "./held-connections.ts"
import { openSlowClient, type SlowAsked, type SlowClient, type SlowEnd } from "./slow-clients.ts"

/** Slow clients that are kept up against a server. */
export interface Siege {
  /** How many clients are slow at any moment, of each slowness. */
  readonly counts: Readonly<Record<SlowAsked["slowness"], number>>
  /** Within how many milliseconds they come: all at once their first requests alone would be a load. */
  readonly comeWithinMs: number
  readonly port: number
  readonly key: StageKey
  /** How long clients wait to be cut off. */
  readonly waitMs: Readonly<Record<SlowAsked["slowness"], number>>
}

/** Answers that a slow reader asks for in a row: more than the system keeps for a connection. */
const quotesInRow = 5
const filesInRow = 60

const shared = { lines: [], isChunked: false } as const

/** A quote's request. */
export const quoteBytes = (key: StageKey): Buffer =>
  caseBytes(
    {
      ...shared,
      kind: "quote",
      method: "POST",
      target: paths.quotes,
      body: Buffer.from(JSON.stringify(quoteBody())),
      key,
    },
    Math.floor(Date.now() / 1000),
  )

/** A large file's request. */
export const fileBytes = caseBytes(
  {
    ...shared,
    kind: "file",
    method: "GET",
    target: "/docs/files/conversion.json",
    body: undefined,
    key: null,
  },
  0,
)

/** How much a slow body says it will be. */
const bodyBytes = 10_000

/** What a slow client sends at once, before it becomes slow. */
const firstBytes = (slowness: SlowAsked["slowness"], key: StageKey): Buffer => {
  switch (slowness) {
    case "head":
      return Buffer.from(`GET ${paths.meta} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: `)
    case "body":
      return Buffer.from(
        `POST ${paths.quotes} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${bodyBytes}\r\n\r\n`,
      )
    case "reading":
      return Buffer.concat([
        ...Array.from({ length: quotesInRow }, () => quoteBytes(key)),
        ...Array.from({ length: filesInRow }, () => fileBytes),
      ])
  }
}

const openOne = (
  siege: Siege,
  slowness: SlowAsked["slowness"],
  draws: Draws,
  isHeld: SlowAsked["isHeld"],
): Promise<SlowClient> =>
  openSlowClient({
    port: siege.port,
    slowness,
    first: firstBytes(slowness, siege.key),
    pieces: '{"trip":',
    pauseMs: draws.between(100, 900),
    isHeld,
  })

/**
 * Keeps slow clients up until told to stop: each that is cut off is followed by another. Gives what
 * became of all of them, once the last ones have been cut off or given up.
 */
export const layOn = (siege: Siege, seed: number) => {
  const draws = makeDraws(seed)
  const isHeld = watchConnections(siege.port)
  const ends: Array<SlowEnd> = []
  const over = new AbortController()
  const keepUp = async (slowness: SlowAsked["slowness"]): Promise<void> => {
    await delay(draws.between(0, siege.comeWithinMs))
    do {
      const client = await openOne(siege, slowness, draws, isHeld)
      ends.push(await client.end(siege.waitMs[slowness]))
    } while (!over.signal.aborted)
  }
  const kept = (Object.keys(siege.counts) as ReadonlyArray<SlowAsked["slowness"]>).flatMap(
    (slowness) => Array.from({ length: siege.counts[slowness] }, () => keepUp(slowness)),
  )
  return {
    stop: async (): Promise<ReadonlyArray<SlowEnd>> => {
      over.abort()
      await Promise.all(kept)
      return ends
    },
  }
}
