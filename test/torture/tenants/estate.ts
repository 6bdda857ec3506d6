import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Draws } from "../../../core/random/draws.ts"
import { TrackedLinks } from "../../../http/ports/tracked-links.ts"
import { type Answer, outcomeOf } from "../../support/http-call.ts"
import { paths, quoteBody, sampleTrip } from "../../support/sample-trips.ts"
import { callSigned, type Stage, type StageKey } from "../stage.ts"
import { drawText, type Names } from "./names.ts"

/** The two modes of keys. */
export type Mode = "sandbox" | "live"

/** An account with one of everything in a mode, and the key that made it. */
export interface Estate {
  readonly mode: Mode
  readonly key: StageKey
  readonly names: Names
}

/** A report of a sale. */
export const saleBody = (ref: string, externalOrderId: string) => ({
  ref,
  externalOrderId,
  amount: 110,
  status: "pending",
})

/** A body of `POST /links`. */
export const linkBody = (sessionId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  sessionId,
  trip: sampleTrip,
  ...more,
})

const expectOutcome = (answer: Answer, outcome: string): Readonly<Record<string, unknown>> => {
  if (outcomeOf(answer) === outcome) return answer.body as Readonly<Record<string, unknown>>
  throw new Error(`expected ${outcome}, was answered ${outcomeOf(answer)}: ${answer.text}`)
}

const makeLinks = (partnerCode: string, linkCode: string, archivedCode: string) =>
  Effect.gen(function* () {
    const links = yield* TrackedLinks
    yield* links.create({ partnerCode, code: linkCode })
    yield* links.create({ partnerCode, code: archivedCode })
    yield* links.archive({ partnerCode, code: archivedCode })
    const sql = yield* SqlClient.SqlClient
    const [partner] = yield* sql<{ id: string }>`select id from partner where code = ${partnerCode}`
    return partner?.id ?? ""
  })

/** Makes an estate by the calls that a partner would make. */
export const openEstate = async (
  stage: Stage,
  port: number,
  draws: Draws,
  partnerCode: string,
  mode: Mode,
): Promise<Estate> => {
  const key = await stage.createKey(partnerCode, mode)
  const [linkCode, archivedCode] = [drawText(draws, 12), drawText(draws, 12)]
  const partnerId = await stage.run(makeLinks(partnerCode, linkCode, archivedCode))
  const post = async (path: string, body: unknown, outcome: string) =>
    expectOutcome(await callSigned(port, key, "POST", path, body), outcome)
  const quoted = await post(paths.quotes, quoteBody(), "200")
  const session = String(quoted["sessionId"])
  const minted = await post(paths.links, linkBody(session, { linkCode }), "201")
  const ref = `${partnerCode}-${linkCode}`
  const order = `order ${drawText(draws, 10)}`
  await post(paths.conversion, saleBody(ref, order), "200")
  const quote = new URL(String(minted["url"])).searchParams.get("quote") ?? drawText(draws, 22)
  const subscriptionId = String(minted["subscriptionId"])
  const { keyId } = key
  const names = { partnerCode, partnerId, keyId, session, subscriptionId, quote }
  return { mode, key, names: { ...names, linkCode, archivedCode, ref, order } }
}
