import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { numberLiterals } from "../../core/json/json-places.ts"
import type { servedEndpoints, ServedName } from "./api.ts"
import type { KeyRecord } from "../ports/keys.ts"
import type { QuotaState } from "../../rules/quota/quota.ts"
import { type Refusal, refusal } from "./api-refusal.ts"
import type { WrittenJson } from "./answer.ts"

/** A call whose signature holds; nothing of its body has been read. */
export interface SignedCall {
  readonly key: KeyRecord
  readonly body: Uint8Array
  /** The raw query, which is not signed. */
  readonly query: string
  readonly nowMs: number
  /** When its sender signed it, in Unix seconds: the timestamp that the signature holds for. */
  readonly signedAtSeconds: number
}

/** An answer with a status of its own, after which the quota stands as `state` says. */
export class Answered<Body> {
  readonly status: 200 | 201
  readonly body: Body
  readonly state: QuotaState
  constructor(answer: {
    readonly status: 200 | 201
    readonly body: Body
    readonly state: QuotaState
  }) {
    this.status = answer.status
    this.body = answer.body
    this.state = answer.state
  }
}

/** The program that answers an admitted call, once it is charged; a bare body is answered with 200. */
export type AnswerProgram<Success> = Effect.Effect<
  Success | WrittenJson<Success> | Answered<Success>,
  Refusal
>

/** What an admitted call still has to do, once it is charged: the quota stands as `state` says then. */
export interface Work<Success> {
  readonly answer: (state: QuotaState) => AnswerProgram<Success>
  /** Headers that its answer carries, or the refusal that it ends in. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes the work of an admitted call. */
export const afterCharge = <Success>(answer: Work<Success>["answer"]): Work<Success> => ({ answer })

/**
 * One endpoint's program: reads a call without any effect, to the first refusal or to the work
 * that answers it. Reading before charging lets one statement settle burst and day together.
 */
export interface Operation<Success> {
  readonly admit: (call: SignedCall) => Result.Result<Work<Success>, Refusal>
}

type SuccessOf<Name extends ServedName> = (typeof servedEndpoints)[Name]["~Success"]["Type"]

/** One program for every endpoint that is served, each held to the answer that it declares. */
export type Operations = { readonly [Name in ServedName]: Operation<SuccessOf<Name>> }

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const readWith = <Read>(
  body: Uint8Array,
  read: (text: string, json: unknown) => Read,
): Result.Result<Read, Refusal> =>
  Result.try({
    try: () => {
      const text = decoder.decode(body)
      return read(text, JSON.parse(text))
    },
    catch: () => refusal("INVALID_JSON", notJson(body)),
  })

const notJson = (body: Uint8Array): string => {
  const sentence = "The body is not valid JSON in UTF-8."
  const [first, second] = body
  if (first === undefined) return `${sentence} It is empty.`
  if (first === 0xef && second === 0xbb) {
    return `${sentence} It begins with a byte order mark: send it without.`
  }
  return formBody.test(String.fromCharCode(...body.subarray(0, 80)))
    ? `${sentence} It looks like the fields of a form: send JSON.`
    : sentence
}

/** How a form's fields begin. */
const formBody = /^[\w.[\]%-]+=/

/** Reads a body as JSON of any shape. */
export const readJson = (body: Uint8Array): Result.Result<unknown, Refusal> =>
  readWith(body, (_, json) => json)

/** The same, with the numbers of its object as they are written, of which doubles may lose some. */
export const readExactJson = (body: Uint8Array) =>
  readWith(body, (text, json) => ({ json, literals: numberLiterals(text) }))
