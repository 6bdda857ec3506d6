import type { Draws } from "../../../core/random/draws.ts"
import { signRequest } from "../../../http/platform/sign-request.ts"
import { type Answer, send } from "../../support/http-call.ts"
import type { StageKey } from "../stage.ts"
import { type Needle, needle } from "./forms.ts"
import type { Content } from "./places.ts"

/** What calls used and what refused them said, gathered while a server is driven. */
export interface Harvest {
  readonly needles: Array<Needle>
  readonly refusals: Array<Content>
  calls: number
}

/** An empty harvest. */
export const emptyHarvest = (): Harvest => ({ needles: [], refusals: [], calls: 0 })

const letters = "abcdefghijklmnopqrstuvwxyz"

/** A word that nobody else uses. */
export const drawWord = (draws: Draws): string =>
  `zq${Array.from({ length: 14 }, () => letters[draws.below(26)]).join("")}`

/** Digits, the first of which is none of zero. */
export const drawDigits = (draws: Draws, length: number): string =>
  Array.from({ length }, (_, index) => draws.between(index === 0 ? 1 : 0, 9)).join("")

/** The digits of a card, as a traveller would type them: 16, of which 8 may be kept. */
export const drawCardNumber = (draws: Draws): string => `4970${drawDigits(draws, 12)}`

/** How a call departs from a signed one. */
export interface Departure {
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly offSeconds?: number
  /** What is sent in the place of what was signed. */
  readonly sent?: string
}

/** Calls on a server, whose signatures, sessions and refusals are kept. */
export interface Driver {
  readonly harvest: Harvest
  readonly draws: Draws
  /** Keeps something that must stand nowhere. */
  readonly keep: (what: string, text: string) => string
  readonly call: (
    key: StageKey,
    method: string,
    path: string,
    body?: string,
    departure?: Departure,
  ) => Promise<Answer>
}

/** The session that an answer gives, and the part of it that is never stored. */
const sessionNeedles = ({ body }: Answer): ReadonlyArray<Needle> => {
  const token = (body as { readonly sessionId?: unknown } | undefined)?.sessionId
  if (typeof token !== "string") return []
  const mac = token.slice(token.indexOf(".") + 1)
  return [
    needle("a session", token),
    needle("a session's proof", mac),
    { what: "a session's proof in bytes", bytes: Buffer.from(mac, "base64url") },
  ]
}

const signatureNeedles = (signature: string): ReadonlyArray<Needle> => [
  needle("a signature", signature.slice(3)),
  { what: "a signature in bytes", bytes: Buffer.from(signature.slice(3), "hex") },
]

const firstError = 400

/** A driver of the server on a port. */
export const makeDriver = (port: number, harvest: Harvest, draws: Draws): Driver => {
  const call: Driver["call"] = async (key, method, path, body, departure = {}) => {
    const { headers = {}, offSeconds = 0, query = "", sent = body } = departure
    const signed = signRequest({
      ...key,
      method,
      path,
      ...(body === undefined ? {} : { body }),
      nowSeconds: Math.floor(Date.now() / 1_000) + offSeconds,
    })
    harvest.needles.push(...signatureNeedles(signed["x-svc-signature"] ?? ""))
    const answer = await send({
      port,
      method,
      path: `${path}${query}`,
      headers: { ...signed, ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    })
    harvest.calls += 1
    if (answer.status < firstError) harvest.needles.push(...sessionNeedles(answer))
    else {
      const said = `${answer.text}\n${JSON.stringify(answer.headers)}`
      const name = `${answer.status} to ${method} ${path}`
      harvest.refusals.push({ name, bytes: Buffer.from(said) })
    }
    return answer
  }
  return {
    harvest,
    draws,
    keep: (what, text) => {
      harvest.needles.push(needle(what, text))
      return text
    },
    call,
  }
}
