import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import { insurerTimeoutMs } from "../../config/outside.ts"
import { apiVersion } from "../../config/version.ts"
import { connectionError } from "../guard/connection-error.ts"
import type { GuardPolicy } from "../guard/guard.ts"
import { readText, type TextLost, withoutTrace } from "../guard/get-text.ts"
import { type AnswerEntry, isFields, readEntry, type WrongEntry } from "./answer-entry.ts"
import { describeOutsideFailure, type OutsideFailureOf } from "../../ports/outside-failure.ts"
import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"

/** How an insurer is treated that is asked over HTTP: times in milliseconds. */
export interface InsurerPolicy extends GuardPolicy {
  /** Calls to one insurer under way at once, and connections to it; others wait for their turn. */
  readonly inFlightMax: number
  /** Bytes of an answer. */
  readonly bytesMax: number
  /** How often a call is repeated whose connection failed before an answer began. */
  readonly retriesMax: number
  /** How often the same oddity in answers is logged, and how many different ones are told apart. */
  readonly noticePeriodMs: number
  readonly noticesMax: number
}

/** How insurers are treated by default. */
export const insurerPolicy: InsurerPolicy = {
  timeoutMs: insurerTimeoutMs.otherwise,
  inFlightMax: 32,
  bytesMax: 1_024 * 1_024,
  retriesMax: 1,
  failuresMax: 5,
  restMs: 10_000,
  steadyMs: 30_000,
  noticePeriodMs: 10 * 60_000,
  noticesMax: 500,
}

/** Posts a body to an insurer; the entries of its answer. */
export type PostRating = (body: string) => Effect.Effect<ReadonlyArray<unknown>, InsurerRefused>

/**
 * Asks an insurer under an address, again only where the connection failed before an answer began.
 * The client must not follow redirects; whatever is left of an answer when this ends is not
 * received.
 */
export const makePostRating = (
  client: HttpClient.HttpClient,
  url: URL,
  { bytesMax, retriesMax }: Pick<InsurerPolicy, "bytesMax" | "retriesMax">,
): PostRating => {
  const scoped = HttpClient.withScope(withoutTrace(client))
  const once = Effect.fn("insurer.post")(function* (body: string) {
    const options = { headers, body: HttpBody.text(body, "application/json") }
    const response = yield* Effect.mapError(scoped.post(url, options), notSent)
    const { status } = response
    if (status !== 200) return yield* insurerRefused({ _tag: "Status", status })
    const encoding = response.headers["content-encoding"] ?? "identity"
    if (encoding !== "identity") return yield* malformed(`it is encoded as ${encoding}`)
    const text = yield* Effect.mapError(readText(response, bytesMax), textLost)
    return yield* Effect.mapError(Effect.fromResult(readDocument(text)), malformed)
  }, Effect.scoped)
  return (body) =>
    Effect.retry(once(body), {
      times: retriesMax,
      while: ({ reason }) => reason._tag === "Unreachable",
    })
}

/** An offer that was asked for, with what its insurer answers. */
export interface AnsweredOffer {
  readonly offer: CatalogueOffer
  readonly entry: AnswerEntry
}

/** An answer as read: the usable entries in the order asked for, and why others are not. */
interface ReadAnswer {
  readonly answered: ReadonlyArray<AnsweredOffer>
  readonly wrong: ReadonlyArray<WrongEntry>
}

/**
 * Reads the entries of an answer against the offers asked for. An entry that is wrong leaves its
 * offer out, and so do two entries for one offer.
 */
export const readEntries = (
  entries: ReadonlyArray<unknown>,
  offers: ReadonlyArray<CatalogueOffer>,
): ReadAnswer => {
  const asked = new Map(offers.map((offer) => [offer.code, offer]))
  const found = new Map<string, AnswerEntry | undefined>()
  const wrong: Array<WrongEntry> = []
  const reject = (entry: WrongEntry): void => {
    wrong.push(entry)
    const { code } = entry
    if (code !== null && asked.has(code)) found.set(code, undefined)
  }
  for (const given of entries) {
    const read = readEntry(given)
    if (Result.isFailure(read)) {
      reject(read.failure)
      continue
    }
    const entry = read.success
    const { code } = entry
    const offer = asked.get(code)
    if (offer === undefined) reject({ code, problem: "it was not asked for" })
    else if (found.has(code)) reject({ code, problem: "it has several entries" })
    else if (entry.currency !== offer.row.currency) {
      reject({ code, problem: `its currency is not ${offer.row.currency}` })
    } else found.set(code, entry)
  }
  const answered = offers.flatMap((offer) => {
    const entry = found.get(offer.code)
    return entry === undefined ? [] : { offer, entry }
  })
  return { answered, wrong }
}

/** Why an insurer gave no usable answer. */
export type RefusalReason =
  | OutsideFailureOf<"Died" | "Malformed" | "Resting" | "TimedOut" | "TooLarge">
  /** No connection, or it was lost before an answer began. */
  | { readonly _tag: "Unreachable"; readonly code: string }
  | { readonly _tag: "Status"; readonly status: number }
  | { readonly _tag: "NotPublic" }
  /** The connection was lost in the middle of an answer. */
  | { readonly _tag: "CutOff" }

/** Why, as the end of a sentence. */
export const describeRefusal = (reason: RefusalReason): string => {
  switch (reason._tag) {
    case "NotPublic":
      return "its address is not public; INSURER_ALLOW_PRIVATE=true allows it"
    case "CutOff":
      return "the connection was lost in the middle of its answer"
    // An insurer that refuses is one that gives no premium, for whatever reason.
    case "Status":
      return describeOutsideFailure({ _tag: "Refused", status: reason.status })
    default:
      return describeOutsideFailure(reason)
  }
}

/** An insurer gave no usable answer; its offers stay without a price. */
export class InsurerRefused extends Data.TaggedError("InsurerRefused")<{
  readonly reason: RefusalReason
}> {
  override get message(): string {
    return `The insurer gave no premium: ${describeRefusal(this.reason)}`
  }
}

/** The error of a reason. */
export const insurerRefused = (reason: RefusalReason): InsurerRefused =>
  new InsurerRefused({ reason })

const headers = {
  accept: "application/json",
  // Bodies are counted as they come, so they must not be compressed.
  "accept-encoding": "identity",
  "user-agent": `viatica/${apiVersion}`,
}

const notSent = (error: HttpClientError): InsurerRefused => {
  const failure = connectionError(error)
  return insurerRefused(
    failure._tag === "Broken"
      ? { _tag: "Malformed", detail: `it is no HTTP (${failure.code})` }
      : failure,
  )
}

const textLost = (lost: TextLost): InsurerRefused =>
  insurerRefused(lost._tag === "TooLarge" ? lost : { _tag: "CutOff" })

const malformed = (detail: string): InsurerRefused => insurerRefused({ _tag: "Malformed", detail })

/** The entries of an answer, or why it is none. */
export const readDocument = (text: string): Result.Result<ReadonlyArray<unknown>, string> => {
  const parsed = Result.try((): unknown => JSON.parse(text))
  if (Result.isFailure(parsed)) return Result.fail("it is no JSON")
  const document = parsed.success
  const entries = isFields(document) ? document["offers"] : undefined
  return Array.isArray(entries) ? Result.succeed(entries) : Result.fail("it has no list of offers")
}
