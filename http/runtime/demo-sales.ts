import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { endpoints } from "../api/api.ts"
import type { Reply } from "../api/answer.ts"
import type { IncomingCall } from "../api/incoming.ts"
import { bodyBytes } from "../api/text-body.ts"
import type { App } from "../gateway/app.ts"
import { signRequest } from "../gateway/signing/sign.ts"
import { type DemoSale, DemoSaleRefused, type ReportDemoSale } from "../ports/demo-sales.ts"
import type { KeyRecord } from "../ports/key-record.ts"
import type { Keys } from "../ports/keys.ts"

/** What the demo's sales are reported with. */
export interface DemoSaleParts {
  readonly keys: Keys["Service"]
  readonly headerPrefix: string
  /** The application: a report takes the way of every signed call through it. */
  readonly answer: App["answer"]
}

const { method, path } = endpoints.conversion

const bodyOf = ({ amount, currency, externalOrderId, ref }: DemoSale): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      contractVersion: "3.1",
      ref,
      externalOrderId,
      status: "pending",
      amount,
      currency,
    }),
    "utf8",
  )

/** A call as it would come in over HTTP, from nowhere. */
const callOf = (headers: Readonly<Record<string, string>>, body: Uint8Array): IncomingCall => ({
  method,
  path,
  query: "",
  headerValues: (name) => {
    const value = headers[name]
    return value === undefined ? [] : [value]
  },
  peer: () => "",
  readBody: () => Effect.succeed(body),
})

const refusalCode = ({ body, status }: Reply): string =>
  Result.getOrElse(
    Result.try(() => {
      const { error } = JSON.parse(Buffer.from(bodyBytes(body)).toString("utf8")) as {
        error?: unknown
      }
      return typeof error === "string" ? error : String(status)
    }),
    () => String(status),
  )

/**
 * Reports sales of the demo's funnel through the application itself, where signature, quota and ref
 * are checked as for any other caller. The key's secret is opened for the signature alone.
 */
export const makeReportDemoSale = ({
  answer,
  headerPrefix,
  keys,
}: DemoSaleParts): ReportDemoSale => {
  const liveKey = (partnerCode: string): Effect.Effect<KeyRecord | undefined> =>
    keys.list(partnerCode).pipe(
      Effect.flatMap((all) => {
        const usable = all.filter(({ mode, revokedAt }) => mode === "live" && revokedAt === null)
        const newest = usable.at(-1)
        return newest === undefined ? Effect.undefined : keys.find(newest.keyId)
      }),
      Effect.orElseSucceed(() => undefined),
    )

  return Effect.fn("DemoSales.report")(function* (sale: DemoSale) {
    const key = yield* liveKey(sale.partnerCode)
    if (key === undefined) return yield* new DemoSaleRefused({ code: "no_live_key" })
    const body = bodyOf(sale)
    const headers = signRequest({
      keyId: key.keyId,
      secret: Redacted.value(key.secrets.current),
      method,
      path,
      body,
      nowSeconds: Math.floor((yield* Clock.currentTimeMillis) / 1000),
      prefix: headerPrefix,
    })
    const reply = yield* answer(callOf(headers, body))
    if (reply.status !== 200) return yield* new DemoSaleRefused({ code: refusalCode(reply) })
  })
}
