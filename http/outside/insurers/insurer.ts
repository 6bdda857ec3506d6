import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import { compare, fromInteger, parseDecimal } from "../../../core/money/rational.ts"
import { type TellingOf, toldBy } from "../../../core/told-by.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import { insurerTimeoutMs } from "../../config/outside.ts"
import { apiVersion } from "../../config/version.ts"
import { connectionError, readText, type TextLost, withoutTrace } from "../guard/get-text.ts"
import type { GuardPolicy } from "../guard/guard.ts"
import {
  describeOutsideFailure,
  type OutsideFailureOf,
  type AnswerFlaw,
} from "../../ports/outside-failure.ts"
import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"
import type { Premium } from "../../../rules/pricing/rate.ts"

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
    if (encoding !== "identity") return yield* malformed({ _tag: "Encoded", encoding })
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
    if (offer === undefined) reject({ code, problem: { _tag: "NotAsked" } })
    else if (found.has(code)) reject({ code, problem: { _tag: "Several" } })
    else if (entry.currency !== offer.row.currency) {
      reject({ code, problem: { _tag: "OtherCurrency", wanted: offer.row.currency } })
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
      ? { _tag: "Malformed", flaw: { _tag: "NoHttp", code: failure.code } }
      : failure,
  )
}

const textLost = (lost: TextLost): InsurerRefused =>
  insurerRefused(lost._tag === "TooLarge" ? lost : { _tag: "CutOff" })

const malformed = (flaw: AnswerFlaw): InsurerRefused => insurerRefused({ _tag: "Malformed", flaw })

/** The entries of an answer, or why it is none. */
export const readDocument = (text: string): Result.Result<ReadonlyArray<unknown>, AnswerFlaw> => {
  const parsed = Result.try((): unknown => JSON.parse(text))
  if (Result.isFailure(parsed)) return Result.fail({ _tag: "NoJson" })
  const document = parsed.success
  const entries = isFields(document) ? document["offers"] : undefined
  return Array.isArray(entries) ? Result.succeed(entries) : Result.fail({ _tag: "NoOffers" })
}

/** A guarantee as an insurer prints it beside a premium. */
export interface PrintedLine {
  readonly slug: string
  readonly printed: string
}

/** What an insurer answers for one of its codes. */
interface AnswerEntry {
  readonly code: string
  /** Exact, before fees. */
  readonly premium: Premium
  /** ISO 4217 code. */
  readonly currency: CurrencyCode
  /** Absent when the answer says nothing of guarantees. */
  readonly lines?: ReadonlyArray<PrintedLine>
  readonly soldByRedirect: boolean
}

/** What makes an entry of no use. */
type EntryProblem =
  | { readonly _tag: "NoCode" }
  | { readonly _tag: "NotAsked" }
  | { readonly _tag: "Several" }
  | { readonly _tag: "WrongPremium" }
  | { readonly _tag: "NoCurrency" }
  | { readonly _tag: "OtherCurrency"; readonly wanted: string }
  | { readonly _tag: "WrongSoldBy" }
  | { readonly _tag: "WrongGuarantees" }

/** What makes an entry of no use, as a sentence of a log. */
export const describeEntryProblem = (problem: EntryProblem): string =>
  toldBy(entryProblems, problem)

const entryProblems: TellingOf<EntryProblem> = {
  NoCode: () => "it names no code",
  NotAsked: () => "it was not asked for",
  Several: () => "it has several entries",
  WrongPremium: () => "its premium is none that can be asked",
  NoCurrency: () => "it names no currency",
  OtherCurrency: ({ wanted }) => `its currency is not ${wanted}`,
  WrongSoldBy: () => "it has no such soldBy",
  WrongGuarantees: () => "its guarantees cannot be read",
}

/** Why an entry cannot be used, and its code; null where that is not known. */
interface WrongEntry {
  readonly code: string | null
  readonly problem: EntryProblem
  /** What was given, in part, where that helps. */
  readonly given?: string
}

const premiumMax = fromInteger(1_000_000n)
const premiumText = /^(?:0|[1-9]\d{0,6})(?:\.\d{1,6})?$/
const linesMax = 100
const slugMax = 64
const printedMax = 200
const shownMax = 40

type Fields = Readonly<Record<string, unknown>>

/** Whether a value read from JSON is an object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isText = (value: unknown, lengthMax: number): value is string =>
  typeof value === "string" && value.length <= lengthMax

/**
 * A premium above 0 and at most 1,000,000 with at most 6 decimals, as decimal text; undefined for
 * anything else.
 *
 * ```ts
 * import { readPremium } from "../http/outside/insurers/insurer.ts"
 * readPremium("84.20") // => { numerator: 421n, denominator: 5n }
 * readPremium("-84.20") // => undefined
 * readPremium(84.2) // => undefined
 * ```
 */
export const readPremium = (value: unknown): Premium | undefined => {
  if (!isText(value, 14) || !premiumText.test(value)) return undefined
  const premium = Result.getOrUndefined(parseDecimal(value))
  if (premium === undefined || premium.numerator === 0n) return undefined
  return compare(premium, premiumMax) > 0 ? undefined : premium
}

const readLine = (value: unknown): PrintedLine | undefined => {
  if (!isFields(value)) return undefined
  const { printed, slug } = value
  return isText(slug, slugMax) && isText(printed, printedMax) ? { slug, printed } : undefined
}

const readLines = (value: unknown): ReadonlyArray<PrintedLine> | undefined => {
  if (!Array.isArray(value) || value.length > linesMax) return undefined
  const lines = value.flatMap((line) => readLine(line) ?? [])
  const slugs = new Set(lines.map(({ slug }) => slug))
  return slugs.size === value.length ? lines : undefined
}

/** What an entry gave where something else was expected: the beginning of a text, or what kind of value it is. */
const shown = (value: unknown): string => {
  if (value === undefined) return "nothing"
  if (typeof value === "string") return `"${value.slice(0, shownMax)}"`
  if (typeof value !== "object" || value === null) return String(value)
  return Array.isArray(value) ? "a list" : "an object"
}

/**
 * Reads one entry of an answer. Fields that the contract does not know are ignored; null in one that
 * may be left out is the same as leaving it out.
 */
export const readEntry = (entry: unknown): Result.Result<AnswerEntry, WrongEntry> => {
  if (!isFields(entry) || typeof entry["code"] !== "string") {
    return Result.fail({ code: null, problem: { _tag: "NoCode" } })
  }
  const { code, currency } = entry
  const soldBy = entry["soldBy"] ?? "subscription"
  const guarantees = entry["guarantees"] ?? undefined
  const wrong = (problem: EntryProblem) => Result.fail({ code, problem })
  const premium = readPremium(entry["premium"])
  if (premium === undefined) {
    const given = shown(entry["premium"])
    return Result.fail({ code, problem: { _tag: "WrongPremium" }, given })
  }
  if (!isText(currency, 3)) return wrong({ _tag: "NoCurrency" })
  if (soldBy !== "subscription" && soldBy !== "redirect") return wrong({ _tag: "WrongSoldBy" })
  const soldByRedirect = soldBy === "redirect"
  if (guarantees === undefined) return Result.succeed({ code, premium, currency, soldByRedirect })
  const lines = readLines(guarantees)
  if (lines === undefined) return wrong({ _tag: "WrongGuarantees" })
  return Result.succeed({ code, premium, currency, soldByRedirect, lines })
}
