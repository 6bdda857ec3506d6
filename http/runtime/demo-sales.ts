import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { endpoints } from "../api/api.ts"
import type { Reply } from "../api/answer.ts"
import { bodyBytes } from "../api/text-body.ts"
import { keyInUse, makeOwnCalls, type OwnCallParts } from "./own-calls.ts"
import { type DemoSale, DemoSaleRefused, type ReportDemoSale } from "../ports/demo-sales.ts"

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
export const makeReportDemoSale = (parts: OwnCallParts): ReportDemoSale => {
  const send = makeOwnCalls(parts)
  return Effect.fn("DemoSales.report")(function* (sale: DemoSale) {
    const key = yield* keyInUse(parts.keys, sale.partnerCode, "live")
    if (key === undefined) return yield* new DemoSaleRefused({ code: "no_live_key" })
    const reply = yield* send(key, { method, path, query: "", body: bodyOf(sale) })
    if (reply.status !== 200) return yield* new DemoSaleRefused({ code: refusalCode(reply) })
  })
}
