import { errorCode } from "../../../http/platform/system-error.ts"
import { bilanBody, paths, sampleTrip } from "../../support/sample-trips.ts"
import { callSigned, type StageKey } from "../stage.ts"
import type { Intent, Sent } from "./record.ts"

/** A trip of a session: the age of its first traveller tells it apart from the session's others. */
const tripOf = (version: number) => ({ ...sampleTrip, travellers: [{ age: version }] })

/** The call that an intent is sent as. */
const callOf = (intent: Intent, ref: string): readonly [path: string, body: unknown] => {
  switch (intent.kind) {
    case "price":
      return [paths.quotes, { trip: sampleTrip }]
    case "bilan":
      return [paths.bilan, bilanBody()]
    case "mint":
      return [paths.links, { sessionId: intent.sessionId, trip: tripOf(intent.version) }]
    case "report": {
      const { amountMinor, externalOrderId, status } = intent
      return [paths.conversion, { ref, externalOrderId, amount: amountMinor / 100, status }]
    }
  }
}

/** The body of an answer as far as it is kept: prices and bilans promise nothing but their count. */
const bodyKept = ({ kind }: Intent, status: number, body: unknown): unknown => {
  if (status >= 300 || kind === "mint" || kind === "report") return body
  return kind === "price" ? { sessionId: (body as { sessionId?: unknown }).sessionId } : null
}

/** Sends an intent once and tells what came of it. */
export const sendOnce = async (
  port: number,
  key: StageKey,
  ref: string,
  intent: Intent,
): Promise<Sent> => {
  const [path, body] = callOf(intent, ref)
  try {
    const answer = await callSigned(port, key, "POST", path, body)
    const { status } = answer
    return { _tag: "Answered", status, body: bodyKept(intent, status, answer.body) }
  } catch (cause) {
    return { _tag: errorCode(cause) === "ECONNREFUSED" ? "Unsent" : "Unanswered" }
  }
}
