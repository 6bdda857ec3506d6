import type { Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { ownBytesOf, piecesOf } from "./counted-answers.ts"
import type { PendingResponses } from "./pending-responses.ts"

/** How often to check whether clients take their answers, in milliseconds. */
const sweepEveryMs = 250

/** How long clients may take over an answer, and how much of all answers may lie unread. */
export interface UnreadLimits {
  readonly takeMs: number
  readonly unreadBytes: number
}

/** A connection with an answer that its client has not taken. */
interface Reader {
  readonly socket: Duplex
  /** The unread bytes of all its answers. */
  readonly bytes: number
  /** Since when the first of them waits. */
  readonly sinceMs: number
}

/** Whether an answer, or a piece of it, is written and is the next that its client has to read. */
const waitsForReader = (answer: ServerResponse): boolean =>
  (answer.writableEnded ? !answer.writableFinished : answer.writableNeedDrain) &&
  answer.socket !== null

/** Since when a client has an answer to read, or the last piece of one. */
interface Waiting {
  readonly pieces: number
  readonly sinceMs: number
}

const unreadOf = (answers: ReadonlyArray<ServerResponse>): number =>
  answers.reduce((bytes, answer) => bytes + (answer.closed ? 0 : ownBytesOf(answer)), 0)

/**
 * Cuts off connections that do not take an answer in time: Node bounds how long a client sends, not
 * how long it reads. While more bytes lie unread in all than may, it also cuts off those that have
 * not read for longest, and reports each as a burst.
 */
export const cutOffSlowReaders = (
  server: Server,
  pending: PendingResponses,
  { takeMs, unreadBytes }: UnreadLimits,
  onBurst: () => void,
): void => {
  const waiting = new WeakMap<ServerResponse, Waiting>()

  const sinceOf = (answer: ServerResponse, nowMs: number): number => {
    const pieces = piecesOf(answer)
    const known = waiting.get(answer)
    if (known?.pieces === pieces) return known.sinceMs
    waiting.set(answer, { pieces, sinceMs: nowMs })
    return nowMs
  }

  const readersAt = (nowMs: number): ReadonlyArray<Reader> => {
    const readers: Array<Reader> = []
    for (const [socket, answers] of pending.byConnection()) {
      const [first] = answers
      if (first === undefined || !waitsForReader(first)) continue
      readers.push({ socket, bytes: unreadOf(answers), sinceMs: sinceOf(first, nowMs) })
    }
    return readers
  }

  const sweep = (): void => {
    const nowMs = performance.now()
    const readers = readersAt(nowMs).toSorted((left, right) => left.sinceMs - right.sinceMs)
    let unread = readers.reduce((bytes, reader) => bytes + reader.bytes, 0)
    for (const { bytes, sinceMs, socket } of readers) {
      if (nowMs - sinceMs < takeMs && unread <= unreadBytes) return
      unread -= bytes
      socket.destroy()
      if (unread + bytes > unreadBytes) onBurst()
    }
  }

  const sweeps = setInterval(sweep, Math.min(sweepEveryMs, takeMs))
  sweeps.unref()
  server.once("close", () => clearInterval(sweeps))
}
