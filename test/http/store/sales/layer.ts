import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Partners } from "../../../../http/ports/partners.ts"
import { layerSalesWith } from "../../../../http/store/sales/layer.ts"
import { type Reporter, Sales } from "../../../../http/ports/sales.ts"
import type { SignedReport } from "../../../../rules/sales/read-report.ts"
import { sampleReport } from "../../../rules/sales/reports.ts"
import { layerTestAccounts } from "../accounts/layer.ts"

/** Sales on a database of their own, which validate themselves after 14 days. */
export const layerTestSales = layerSalesWith(() => 14).pipe(Layer.provideMerge(layerTestAccounts))

/** A new account that reports live sales over a link of its own, without an uplift. */
export const makeReporter = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const partnerCode = `p${crypto.randomUUID().slice(0, 8)}`
  yield* (yield* Partners).create({ code: partnerCode, name: partnerCode })
  const [link] = yield* sql<{ readonly partnerId: string; readonly code: string }>`
    insert into tracked_link (partner_id, code, created_at)
    select id, ${`L${partnerCode}`}, now() from partner where code = ${partnerCode}
    returning partner_id as "partnerId", code`
  const reporter: Reporter = {
    partnerId: link?.partnerId ?? "",
    partnerCode,
    mode: "live",
    rates: { feeBps: 1000, baseRateBps: 1000, upliftBps: 0 },
  }
  return { reporter, ref: `${partnerCode}-${link?.code}` }
})

/** An account of {@link makeReporter}. */
export type TestReporter = Effect.Success<typeof makeReporter>

/** Reports a sale of an account: a pending one of 110 EUR, with some fields replaced. */
export const reportSale = Effect.fn(function* (
  { ref, reporter }: TestReporter,
  changes: Partial<SignedReport> = {},
  mode: Reporter["mode"] = "live",
) {
  return yield* (yield* Sales).report({ ...reporter, mode }, { ...sampleReport, ref, ...changes })
})
