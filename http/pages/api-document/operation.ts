import * as Predicate from "effect/Predicate"
import { refusalBody, type RefusalName, refusals } from "../../api/api-refusal.ts"
import { unexplained } from "../../../rules/signing/signing-refusal.ts"
import { referenceTo } from "./plain-schemas.ts"
import type { LimitOf } from "../../../rules/reference/limits.ts"

/** A call of an operation and what it is answered. */
interface OperationShown {
  readonly request: { readonly target: string; readonly body?: unknown }
  readonly answer: unknown
}

/** The examples of operations, by the names of their endpoints. */
export type ShownOperations = Readonly<Record<string, OperationShown | undefined>>

/** What examples are made of. */
export interface ShownParts {
  readonly baseUrl: string
  readonly limitOf: LimitOf
  readonly shown: ShownOperations
}

type Node = Readonly<Record<string, unknown>>

/** What a refusal says, as far as it depends on the operation: its method, path and name. */
interface RefusedOperation {
  readonly name: string
  readonly method: string
  readonly path: string
}

/** An operation of the document with its examples and links; `called` says which it is. */
export const shownOperation = (
  operation: Node,
  called: RefusedOperation,
  parts: ShownParts,
): Node => {
  const { body, target } = parts.shown[called.name]?.request ?? { target: "", body: undefined }
  const { requestBody } = operation
  const sent = (media: Node): Node => ({ ...media, example: body })
  return {
    ...operation,
    parameters: shownParameters(operation["parameters"], target),
    ...(requestBody === undefined || body === undefined
      ? {}
      : {
          requestBody: {
            ...nodeOf(requestBody),
            content: inJson(nodeOf(requestBody)["content"], sent),
          },
        }),
    responses: shownResponses(operation, called, parts),
  }
}

const names = Object.keys(refusals) as ReadonlyArray<RefusalName>

/** The refusal of a code under a status. */
export const refusalNamed = (status: string, code: string): RefusalName | undefined =>
  names.find((name) => refusals[name].code === code && String(refusals[name].status) === status)

/** Where a response of the document lists the codes that its `error` may hold. */
const codesName = "x-error-codes"

/** The codes that a refusal of the document may hold. */
export const codesUnder = (response: object): ReadonlyArray<string> => {
  const codes = nodeOf(response)[codesName]
  return Array.isArray(codes) ? codes.map(String) : []
}

/** Parameters described as tools look for it, beside their schema, with the example's values. */
const shownParameters = (parameters: unknown, target: string): ReadonlyArray<Node> => {
  const query = new URLSearchParams(target.split("?")[1] ?? "")
  return (Array.isArray(parameters) ? parameters : []).map((given: unknown) => {
    const parameter = nodeOf(given)
    const { description, ...schema } = nodeOf(parameter["schema"])
    const example = query.get(String(parameter["name"]))
    const value = schema["type"] === "integer" ? Number(example) : example
    return { ...parameter, description, schema, ...(example === null ? {} : { example: value }) }
  })
}

const nodeOf = (value: unknown): Node => (Predicate.isObject(value) ? (value as Node) : {})

const inJson = (content: unknown, change: (media: Node) => Node): Node => {
  const media = nodeOf(content)["application/json"]
  return { ...nodeOf(content), "application/json": change(nodeOf(media)) }
}

const textAt = (from: string): BodyPart => ({ from, is: "text" })

const jsonAt = (from: string): BodyPart => ({ from, is: "json" })

const sessionId = textAt("$response.body#/sessionId")

const sentTrip = jsonAt("$request.body#/trip")

const makeLink: OperationLink = {
  operationId: "travel.links",
  description: "Turns the cheapest offer into the traveller's link.",
  requestBody: { sessionId, offerId: jsonAt("$response.body#/offers/0/id"), trip: sentTrip },
}

const priceAgain: OperationLink = {
  operationId: "travel.quotes",
  description: "Prices again in the session of the traveller.",
  requestBody: { sessionId, trip: sentTrip },
}

const keepLink: OperationLink = {
  operationId: "travel.links",
  description: "Makes the same link again: the session keeps its subscription.",
  requestBody: { sessionId: textAt("$request.body#/sessionId"), trip: sentTrip },
}

/** A sale carries the amount that the traveller paid, which no answer tells: an example stands for it. */
const reportSale: OperationLink = {
  operationId: "conversions.conversion",
  description:
    "Reports the sale of a live link under its ref, with your order id and what was paid. A sandbox link has no ref: take one of your tracked links.",
  requestBody: {
    ref: textAt("$response.body#/ref"),
    externalOrderId: "AC-2291",
    amount: 102.96,
    currency: "EUR",
    status: "pending",
  },
}

const listSales: OperationLink = {
  operationId: "conversions.sales",
  description: "Lists sales, those that changed last at the end.",
  parameters: { by: "changed" },
}

const reportAgain: OperationLink = {
  operationId: "conversions.conversion",
  description: "Reports the same sale as cancelled; the last report counts.",
  requestBody: {
    ref: textAt("$request.body#/ref"),
    externalOrderId: textAt("$request.body#/externalOrderId"),
    amount: jsonAt("$request.body#/amount"),
    status: "cancelled",
  },
}

const nextPage: OperationLink = {
  operationId: "conversions.sales",
  description: "The next page, while `nextCursor` is not null.",
  parameters: { cursor: "$response.body#/nextCursor" },
}

/** The links of each operation's answers, by the operation's id and the status. */
const operationLinks: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, OperationLink>>>>>
> = {
  "travel.quotes": { "200": { makeLink, priceAgain } },
  "travel.links": { "200": { keepLink, reportSale }, "201": { keepLink, reportSale } },
  "conversions.conversion": { "200": { listSales, reportAgain } },
  "conversions.sales": { "200": { nextPage } },
}

const shownResponses = (operation: Node, called: RefusedOperation, parts: ShownParts): Node => {
  const links = operationLinks[String(operation["operationId"])] ?? {}
  const example = parts.shown[called.name]
  return Object.fromEntries(
    Object.entries(nodeOf(operation["responses"])).map(([status, response]) => {
      const isSuccess = status.startsWith("2")
      const change = isSuccess
        ? answeredMedia(example, status)
        : refusedMedia(status, called, parts.limitOf)
      const { content } = nodeOf(response)
      return [
        status,
        {
          ...nodeOf(response),
          ...(content === undefined ? {} : { content: inJson(content, change) }),
          ...(isSuccess || content === undefined ? {} : { [codesName]: codesIn(content) }),
          ...(links[status] === undefined ? {} : { links: written(links[status]) }),
        },
      ]
    }),
  )
}

/**
 * Links with the bodies of their calls as one text of JSON around runtime expressions, in braces: an object
 * of expressions means the same, but OpenAPI Generator refuses any document that holds one.
 */
const written = (links: Readonly<Record<string, OperationLink>>) =>
  Object.fromEntries(
    Object.entries(links).map(([name, { requestBody, ...link }]) => [
      name,
      requestBody === undefined ? link : { ...link, requestBody: writtenBody(requestBody) },
    ]),
  )

const writtenBody = (body: Readonly<Record<string, BodyPart>>): string => {
  const members = Object.entries(body).map(([name, part]) => {
    const value = typeof part === "object" ? bracedIn[part.is](part.from) : JSON.stringify(part)
    return `${JSON.stringify(name)}: ${value}`
  })
  return `{${members.join(", ")}}`
}

const bracedIn = {
  text: (from: string) => `"{${from}}"`,
  json: (from: string) => `{${from}}`,
}

/** The first member of long lists that examples show. */
const membersMax = 3

const answeredMedia = (example: OperationShown | undefined, status: string) => {
  const answer = example?.answer
  const summary = `Lists are cut after ${membersMax} entries.`
  // What the document says of a link that is there already, as the example is of one that is new.
  const value =
    status === "200" && "replayed" in nodeOf(answer)
      ? { ...nodeOf(answer), replayed: true }
      : answer
  return (media: Node): Node =>
    answer === undefined
      ? media
      : { ...media, examples: { answer: { summary, value: shortened(value) } } }
}

const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, membersMax).map(shortened)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]))
}

const refusedMedia = (status: string, operation: RefusedOperation, limitOf: LimitOf) => {
  return (media: Node): Node => ({
    ...media,
    // All refusals are of one kind, so that tools write one type; each answer lists its codes.
    schema: { $ref: referenceTo("Refusal") },
    examples: Object.fromEntries(
      codesOf(media).flatMap((code) => {
        const name = refusalNamed(status, code)
        return name === undefined
          ? []
          : [[code, { value: refusalExample(name, operation, limitOf) }]]
      }),
    ),
  })
}

const codesIn = (content: unknown): ReadonlyArray<string> =>
  codesOf(nodeOf(nodeOf(content)["application/json"]))

const codesOf = (media: Node): ReadonlyArray<string> => {
  const { error } = nodeOf(nodeOf(media["schema"])["properties"])
  const codes = nodeOf(error)["enum"]
  return Array.isArray(codes) ? codes.map(String) : []
}

const keysUnreadable = "Keys and quotas cannot be read right now; try again shortly."

/** What is wrong with the one parameter or member that an operation reads by itself. */
const badRequests: Readonly<Record<string, string>> = {
  calls: "limit: a number from 1 to 500",
  events: "limit: a number from 1 to 100",
  eventPing: "endpointId: a text that is not empty",
  eventResend: "eventId: a text that is not empty",
  eventEndpointCreate: "url: a public https:// address",
  statementBooks: "number: the number of a statement, such as ACME-2026-11-EUR",
  eventEndpointUpdate: "endpointId: a text that is not empty",
  eventEndpointRotate: "endpointId: a text that is not empty",
  eventEndpointRemove: "endpointId: a text that is not empty",
}

/** What the service says of each refusal to a call that is like the examples but for one mistake. */
const details: Readonly<Record<RefusalName, Detail>> = {
  BAD_REQUEST: ({ name }, limitOf) => {
    const most = limitOf(name === "statements" ? "sales_page_usual" : "sales_page_max")
    return badRequests[name] ?? `limit: a whole number from 1 to ${most}`
  },
  INVALID_JSON: "The body is not valid JSON in UTF-8.",
  BAD_LANGUAGE: "language: one of the languages of /travel/meta",
  BAD_TRIP: "trip: object",
  BAD_INTENT: "trip.intent: one of the trip types of /travel/meta",
  BAD_DATES: "trip.endDate: not before startDate",
  BAD_RESIDENCE: (operation) =>
    isBilan(operation)
      ? "residence: a 2-letter country code"
      : "trip.countryResidence: two capital letters (ISO 3166-1)",
  BAD_STATE_RESIDENCE: "trip.stateResidence: one of the 50 states or DC",
  NO_DESTINATIONS: (operation, limitOf) =>
    isBilan(operation)
      ? "destinations: at least one 2-letter country code"
      : `trip.arrivalCountries: list of 1 to ${limitOf("destinations_max")} country codes`,
  TOO_MANY_DESTINATIONS: (operation, limitOf) =>
    isBilan(operation)
      ? `destinations: at most ${limitOf("coach_destinations_max")} different countries, not 500`
      : `trip.arrivalCountries: at most ${limitOf("destinations_max")} country codes`,
  NO_TRAVELLERS: (_, limitOf) =>
    `trip.travellers: list of 1 to ${limitOf("travellers_max")} travellers`,
  TOO_MANY_TRAVELLERS: (_, limitOf) =>
    `trip.travellers: at most ${limitOf("travellers_max")} travellers`,
  CANCELLATION_NEEDS_TRIP_PRICE: "trip.tripPrice: required when shouldCoverCancellation is true",
  BAD_LINK_CODE: "linkCode: 4 to 32 letters and digits",
  MISSING_SESSION_ID: "sessionId: required, as /quotes gave it",
  BAD_SESSION_ID: "sessionId: as /quotes gave it to a key of this account and mode",
  BAD_OFFER_ID: "offerId: integer id of an offer that /quotes can give a key of this mode",
  UNKNOWN_CONTRACT_VERSION: 'contractVersion: the text "3.1" or "3.2"',
  BAD_CONVERSION: "amount: number >= 0",
  BAD_COUNTRY: "country: one 2-letter country code",
  UNAUTHORIZED: "The key is unknown or revoked.",
  V1_SCHEME_RETIRED: "The v1 scheme is retired; sign timestamp, method, path and body with v2.",
  STALE_TIMESTAMP: (_, limitOf) =>
    `The timestamp is 3600 s behind the server's clock; at most ${limitOf("timestamp_window_s")} s are allowed.`,
  INVALID_SIGNATURE: ({ method, path }) =>
    `The signature does not verify. ${unexplained} Received: method ${method}, path ${path}, body of 0 bytes with SHA-256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.`,
  ADDRESS_FORBIDDEN: "The key may not be used from 192.0.2.7: its holder lists networks.",
  SCOPE_FORBIDDEN: "The key lacks the scope of this endpoint.",
  NO_ATTRIBUTION_CONFIGURED: "The account has no tracked link that is in use.",
  CARD_MODE_FORBIDDEN: "card: this key may not send catalogueId, only bin, bank, network, none",
  LINK_NOT_FOUND: "No tracked link of this account is in use under that code.",
  EVENT_NOT_FOUND: "This account has no such event and no such endpoint.",
  NOT_FOUND: "Nothing is served under this path.",
  METHOD_NOT_ALLOWED: ({ method }) => `This path takes ${method === "GET" ? "GET, HEAD" : method}.`,
  TOO_MANY_EVENT_ENDPOINTS: "An account has at most 5 event endpoints in a mode: remove one first.",
  REQUEST_TIMEOUT: "The request did not arrive in time.",
  PAYLOAD_TOO_LARGE: (_, limitOf) => `A body has at most ${limitOf("body_bytes_max")} bytes.`,
  UNSUPPORTED_ENCODING: "A body is sent as it is, without a Content-Encoding.",
  HEADERS_TOO_LARGE: "The request's headers are too long.",
  QUOTA_EXCEEDED: ({ name }, limitOf) =>
    name === "links"
      ? `The day's ${limitOf("sandbox_writes_per_day")} writes are spent.`
      : `The day's ${limitOf("sandbox_reads_per_day")} reads are spent.`,
  RATE_LIMITED: (_, limitOf) =>
    `More than ${limitOf("burst_calls_per_minute")} calls in this minute.`,
  INTERNAL_ERROR: "The call failed here.",
  PRICING_REFUSED: "No insurer gave a price.",
  QUOTE_CREATE_FAILED: "The quote could not be created.",
  AUTH_LOOKUP_FAILED: keysUnreadable,
  CARD_RESOLVE_FAILED: "The card could not be looked up.",
  SERVICE_UNAVAILABLE: keysUnreadable,
  PRICING_TIMED_OUT: "No insurer answered in time.",
  QUOTE_CREATE_UNAVAILABLE: "The quote was not created in time.",
}

/** The body of a refusal, as an operation answers it. */
const refusalExample = (
  name: RefusalName,
  operation: RefusedOperation,
  limitOf: LimitOf,
): Readonly<Record<string, unknown>> => {
  const given = details[name]
  const detail = typeof given === "string" ? given : given(operation, limitOf)
  return refusalBody({ _tag: "Refusal", name, detail, ...extraOf(name, operation) })
}

const extraOf = (refused: RefusalName, { name }: RefusedOperation) => {
  if (refused === "QUOTA_EXCEEDED") {
    return { extra: { bucket: name === "links" ? "writes" : "reads" } }
  }
  return refused === "CARD_MODE_FORBIDDEN"
    ? { extra: { cardModes: ["bin", "bank", "network", "none"] } }
    : {}
}

const isBilan = ({ name }: RefusedOperation): boolean => name === "bilan"

/** A link of the document: what a next call takes from an answer, as runtime expressions. */
interface OperationLink {
  readonly operationId: string
  readonly description: string
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly requestBody?: Readonly<Record<string, BodyPart>>
}

/** A member of a body: a value, or what a runtime expression gives, a text or another kind of JSON. */
type BodyPart = string | number | { readonly from: string; readonly is: "text" | "json" }

type Detail = string | ((operation: RefusedOperation, limitOf: LimitOf) => string)
