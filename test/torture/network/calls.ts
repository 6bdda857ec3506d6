import { type Answer, outcomeOf, send } from "../../support/http-call.ts"
import { bilanBody, paths, quoteBody, sampleTrip } from "../../support/sample-trips.ts"
import { callSigned, type StageKey } from "../stage.ts"

/** Every kind of call that the service answers, in both modes where they differ. */
export const callKinds = [
  "meta",
  "quotes",
  "live quotes",
  "bilan",
  "cards",
  "links",
  "live links",
  "conversion",
  "redirect",
] as const

/** One kind of call. */
export type CallKind = (typeof callKinds)[number]

/** A call that was sent, and what was answered. */
export interface Shot {
  readonly kind: CallKind
  /** The session of a link or the order of a report, and nothing for others. */
  readonly id: string
  /** The fault, and whose connection it was on. */
  readonly during: string
  readonly tookMs: number
  /** Status and code, such as `503 SERVICE_UNAVAILABLE`; null where no answer came. */
  readonly outcome: string | null
  /** The subscription that a link is for. */
  readonly subscriptionId: string | null
}

/** Who calls: a partner's keys and one of its tracked links. */
export interface Caller {
  readonly sandbox: StageKey
  readonly live: StageKey
  readonly linkCode: string
}

/** What each kind may be answered while something is wrong with the network. */
const documented: Readonly<Record<CallKind, ReadonlyArray<string>>> = {
  meta: ["200", "503 SERVICE_UNAVAILABLE"],
  quotes: ["200", "503 SERVICE_UNAVAILABLE"],
  "live quotes": [
    "200",
    "503 SERVICE_UNAVAILABLE",
    "502 PRICING_UNAVAILABLE",
    "504 PRICING_UNAVAILABLE",
  ],
  bilan: ["200", "502 AUTH_LOOKUP_FAILED"],
  cards: ["200", "502 AUTH_LOOKUP_FAILED"],
  links: [
    "201",
    "200",
    "503 SERVICE_UNAVAILABLE",
    "502 QUOTE_CREATE_FAILED",
    "504 QUOTE_CREATE_UNAVAILABLE",
  ],
  "live links": [
    "201",
    "200",
    "503 SERVICE_UNAVAILABLE",
    "502 QUOTE_CREATE_FAILED",
    "504 QUOTE_CREATE_UNAVAILABLE",
  ],
  conversion: ["200", "503 SERVICE_UNAVAILABLE"],
  redirect: ["302", "503"],
}

/** Whether an outcome is one that the documents tell of. */
export const isDocumented = ({ kind, outcome }: Pick<Shot, "kind" | "outcome">): boolean =>
  outcome !== null && documented[kind].includes(outcome)

/** Whether a call did what it was for. */
export const isDone = ({ outcome }: Pick<Shot, "outcome">): boolean =>
  outcome !== null && /^[23]/.test(outcome)

/** The body of a report of an order, always the same for the same order. */
const saleBody = ({ linkCode, live }: Caller, externalOrderId: string) => ({
  ref: `${live.partnerCode}-${linkCode}`,
  externalOrderId,
  amount: 110,
  status: "pending",
})

const linkBody = (sessionId: string) => ({ sessionId, trip: sampleTrip })

const answerTo = (port: number, caller: Caller, kind: CallKind, id: string): Promise<Answer> => {
  const { linkCode, live, sandbox } = caller
  switch (kind) {
    case "meta":
      return callSigned(port, sandbox, "GET", paths.meta)
    case "quotes":
      return callSigned(port, sandbox, "POST", paths.quotes, quoteBody())
    case "live quotes":
      return callSigned(port, live, "POST", paths.quotes, quoteBody())
    case "bilan":
      return callSigned(port, live, "POST", paths.bilan, bilanBody())
    case "cards":
      return callSigned(port, sandbox, "GET", paths.cards)
    case "links":
      return callSigned(port, sandbox, "POST", paths.links, linkBody(id))
    case "live links":
      return callSigned(port, live, "POST", paths.links, linkBody(id))
    case "conversion":
      return callSigned(port, live, "POST", paths.conversion, saleBody(caller, id))
    case "redirect":
      return send({ port, method: "GET", path: `/r/${linkCode}` })
  }
}

const textOf = (body: unknown, name: string): string | null => {
  const value: unknown = (body as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof value === "string" ? value : null
}

/** Sends a call and tells what became of it; the answer itself too, where one came. */
export const shoot = async (
  port: number,
  caller: Caller,
  { during, id, kind }: Pick<Shot, "during" | "id" | "kind">,
): Promise<{ readonly shot: Shot; readonly answer: Answer | undefined }> => {
  const startedAt = performance.now()
  const answer = await answerTo(port, caller, kind, id).catch(() => undefined)
  return {
    answer,
    shot: {
      kind,
      id,
      during,
      tookMs: performance.now() - startedAt,
      outcome: answer === undefined ? null : outcomeOf(answer),
      subscriptionId: textOf(answer?.body, "subscriptionId"),
    },
  }
}

/** A quoting session that the service has just opened. */
export const openSession = async (port: number, key: StageKey): Promise<string> => {
  const answer = await callSigned(port, key, "POST", paths.quotes, quoteBody())
  const sessionId = textOf(answer.body, "sessionId")
  if (sessionId === null) throw new Error(`no session: ${answer.text.slice(0, 200)}`)
  return sessionId
}
