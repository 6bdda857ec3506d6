import { setTimeout as delay } from "node:timers/promises"
import { errorCode } from "../../../http/platform/system-error.ts"
import { type Answer, outcomeOf } from "../../support/http-call.ts"
import { makeChoices } from "../../support/random.ts"
import { bilanBody, paths, sampleTrip } from "../../support/sample-trips.ts"
import { callSigned, type StageKey } from "../stage.ts"
import type { LimitKind, SentCall } from "./record.ts"

/** The answers that tell that a call was taken, and that a limit is reached. */
const outcomes: Readonly<Record<LimitKind, { readonly taken: string; readonly refused: string }>> =
  {
    reads: { taken: "200", refused: "429 QUOTA_EXCEEDED" },
    burst: { taken: "200", refused: "429 RATE_LIMITED" },
    writes: { taken: "201", refused: "429 QUOTA_EXCEEDED" },
  }

const remainderOf: Readonly<Record<LimitKind, string>> = {
  reads: "x-ratelimit-remaining",
  burst: "x-ratelimit-burst-remaining",
  writes: "x-ratelimit-remaining",
}

const cameOf = (kind: LimitKind, answer: Answer): SentCall["came"] => {
  const outcome = outcomeOf(answer)
  if (outcome === outcomes[kind].taken) {
    return { _tag: "Accepted", remaining: Number(answer.headers[remainderOf[kind]]) }
  }
  return outcome === outcomes[kind].refused ? { _tag: "Refused" } : { _tag: "Other", outcome }
}

/** A key whose limit of a kind is used up, by calls that each take one of it. */
export interface LimitedKey {
  readonly kind: LimitKind
  readonly limit: number
  readonly key: StageKey
  /** A session that no link was made for. */
  readonly freshSession: () => Promise<string>
}

/** Makes one call and tells what came of it. */
export const sendOne = async (limited: LimitedKey, port: number): Promise<SentCall> => {
  const { freshSession, key, kind } = limited
  const [path, body] =
    kind === "writes"
      ? [paths.links, { sessionId: await freshSession(), trip: sampleTrip }]
      : [paths.bilan, bilanBody()]
  const sentAtMs = performance.now()
  const came = await callSigned(port, key, "POST", path, body).then(
    (answer) => cameOf(kind, answer),
    (cause: unknown): SentCall["came"] => ({
      _tag: errorCode(cause) === "ECONNREFUSED" ? "Unsent" : "Unanswered",
    }),
  )
  return { port, sentAtMs, answeredAtMs: performance.now(), came }
}

/** Clients of one key, and how they are steered. */
export interface Callers {
  readonly limited: LimitedKey
  readonly ports: ReadonlyArray<number>
  readonly clients: number
  readonly seed: number
  /** Waited for before each call, with the share of the limit that was accepted so far. */
  readonly turn: (share: number) => Promise<void>
}

/** How long a client waits where nobody listens. */
const pauseMs = 5

/** How long clients go on at most: nobody may be there any more who refuses. */
const callsMaxMs = 120_000

/** Calls from all clients at once, each one after another, until each has been refused. */
export const callUntilRefused = async (callers: Callers): Promise<ReadonlyArray<SentCall>> => {
  const { clients, limited, ports, seed, turn } = callers
  const calls: Array<SentCall> = []
  const giveUpAtMs = performance.now() + callsMaxMs
  let accepted = 0
  const client = async (index: number): Promise<void> => {
    const choices = makeChoices(seed + index)
    while (performance.now() < giveUpAtMs) {
      await turn(accepted / limited.limit)
      const call = await sendOne(limited, ports[choices.integer(0, ports.length - 1)] ?? 0)
      calls.push(call)
      if (call.came._tag === "Accepted") accepted += 1
      else if (call.came._tag === "Unsent") await delay(pauseMs)
      else if (call.came._tag !== "Unanswered") return
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  return calls
}
