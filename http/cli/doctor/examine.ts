import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { endpoints } from "../../api/api.ts"
import {
  type CallAnswer,
  type CallFailed,
  sendRaw,
  sendSigned,
  type SignedCaller,
} from "../../terminal/service-call.ts"
import {
  type ConnectionFinding,
  judgeAddress,
  judgeClock,
  judgeCredentials,
  judgeOperator,
  judgeQuota,
  judgeScopes,
  ok,
  refusedFinding,
  wrong,
} from "./findings.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"

/** Whose connection is examined. */
export interface Patient extends SignedCaller {
  /** Whether a trip is priced, which costs a read. */
  readonly isPriced: boolean
}

const Left = Schema.Struct({ limit: Schema.Finite, remaining: Schema.Finite })

/** What is read of the reference data; the rest of it may be anything. */
const Meta = Schema.Struct({
  key: Schema.Struct({
    mode: Schema.String,
    scopes: Schema.Array(Schema.String),
    quota: Schema.Struct({ reads: Left, writes: Left, burst: Left, resetInSeconds: Schema.Finite }),
  }),
})

const Quote = Schema.Struct({
  offers: Schema.Array(
    Schema.Struct({ price: Schema.Struct({ amount: Schema.Finite, currency: Schema.String }) }),
  ),
})

const readMeta = Schema.decodeUnknownOption(Schema.fromJsonString(Meta))
const readQuote = Schema.decodeUnknownOption(Schema.fromJsonString(Quote))

const send = (
  patient: Patient,
  endpoint: { readonly method: string; readonly path: string },
  nowMs: number,
  request?: unknown,
) =>
  sendSigned(
    patient,
    endpoint,
    nowMs,
    request === undefined ? undefined : Buffer.from(JSON.stringify(request), "utf8"),
  )

const unreachable = ({ address, reason }: CallFailed): ConnectionFinding => {
  if (/wrong version number/iu.test(reason)) {
    return wrong(
      "tls",
      `${address} speaks http, where the address begins with https://`,
      "name the port that speaks TLS; on this machine alone, an http:// address will do",
    )
  }
  const isTls = /certificat|self.signed|altname|ssl|tls/iu.test(reason)
  return isTls
    ? wrong(
        "tls",
        reason,
        "the certificate does not hold for this address; let no client ignore that",
      )
    : wrong(
        "address",
        `${address}: ${reason}`,
        "check host and port, whether it speaks https, and that calls may go out to it",
      )
}

/** Looks at what a service's own pages show travellers of who operates it; nothing where it has none. */
export const examineOperator = (origin: URL) =>
  sendRaw({
    origin,
    method: "GET",
    target: `${origin.pathname.replace(/\/$/, "")}/compare/about?lang=en`,
    headers: {},
    body: new Uint8Array(0),
  }).pipe(
    Effect.map(({ body, status }) => (status === 200 ? [judgeOperator(body)] : [])),
    Effect.orElseSucceed((): ReadonlyArray<ConnectionFinding> => []),
  )

const pricing = Effect.fnUntraced(function* (patient: Patient, nowMs: number) {
  const trip = sampleTripIn(new Date(nowMs).getUTCFullYear() + 1)
  const beforeMs = yield* Clock.currentTimeMillis
  const answer = yield* send(patient, endpoints.quotes, nowMs, { trip })
  const afterMs = yield* Clock.currentTimeMillis
  if (answer.status !== 200) return refusedFinding("price", answer)
  const [first, ...others] = Option.match(readQuote(answer.body), {
    onNone: () => [],
    onSome: ({ offers }) => offers,
  })
  return first === undefined
    ? wrong(
        "price",
        "no offer for two weeks from France to the United States",
        "tell the operators",
      )
    : ok(
        "price",
        `${others.length + 1} offers from ${first.price.amount} ${first.price.currency}, in ${afterMs - beforeMs} ms`,
      )
})

/** Unix milliseconds of the service, as its answer tells them; undefined where it does not. */
const dateOf = ({ headers }: CallAnswer): number | undefined => {
  const ms = Date.parse(headers["date"] ?? "")
  return Number.isNaN(ms) ? undefined : ms
}

/** Looks at a connection from the outside to a first price; ends at what makes the rest senseless. */
export const examine = Effect.fnUntraced(
  function* (patient: Patient) {
    const beforeMs = yield* Clock.currentTimeMillis
    const answer = yield* send(patient, endpoints.meta, beforeMs)
    const afterMs = yield* Clock.currentTimeMillis
    const serviceMs = dateOf(answer)
    // The header tells whole seconds: on average it is half a second behind.
    const behindSeconds =
      serviceMs === undefined ? 0 : Math.round((serviceMs + 500 - (beforeMs + afterMs) / 2) / 1_000)
    const findings: Array<ConnectionFinding> = [
      ok("address", `${patient.origin.origin} answers in ${afterMs - beforeMs} ms`),
      judgeAddress(patient.origin),
      ...(serviceMs === undefined ? [] : [judgeClock(behindSeconds)]),
      ...judgeCredentials(patient.keyId, patient.secret),
    ]
    // A clock that is wrong hides what else is: from here on the service's own time is signed.
    const rightMs = afterMs + behindSeconds * 1_000
    const meta = answer.status === 200 ? answer : yield* send(patient, endpoints.meta, rightMs)
    const read = readMeta(meta.body)
    if (meta.status !== 200 || Option.isNone(read)) {
      return [...findings, refusedFinding("signature", meta)]
    }
    const { mode, quota, scopes } = read.value.key
    findings.push(
      ok("signature", `holds, for a ${mode} key`),
      judgeScopes(scopes),
      judgeQuota(quota),
    )
    const isPriced = patient.isPriced && scopes.includes("quotes") && quota.reads.remaining > 0
    return isPriced ? [...findings, yield* pricing(patient, rightMs)] : findings
  },
  (examined) =>
    Effect.catchTag(examined, "CallFailed", (failed) => Effect.succeed([unreachable(failed)])),
)
