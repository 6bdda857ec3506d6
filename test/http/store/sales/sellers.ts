import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Partners } from "../../../../http/ports/partners.ts"
import type { Answer } from "../../../support/http-call.ts"
import { paths } from "../../../support/sample-trips.ts"
import type { CallOptions, TestKey, TestService } from "../../../support/service.ts"

/** An account with a key and a tracked link, ready to report sales. */
export interface Seller {
  readonly key: TestKey
  readonly partnerCode: string
  readonly linkCode: string
  readonly ref: string
}

/** A further tracked link of an account; its ref. */
export const makeLink = async (
  service: TestService,
  partnerCode: string,
  linkCode: string,
): Promise<string> => {
  await service.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`insert into tracked_link (partner_id, code, created_at)
        select id, ${linkCode}, ${new Date()} from partner where code = ${partnerCode}`,
    ),
  )
  return `${partnerCode}-${linkCode}`
}

/** Makes an account with a key of a mode, live unless told otherwise, and a link of its own. */
export const makeSeller = async (
  service: TestService,
  wish: { readonly mode?: "sandbox" | "live"; readonly commissionBps?: number } = {},
): Promise<Seller> => {
  const key = await service.createKey({ mode: wish.mode ?? "live" })
  const linkCode = `L${crypto.randomUUID().slice(0, 8)}`
  const ref = await makeLink(service, key.partnerCode, linkCode)
  if (wish.commissionBps !== undefined) await setCommission(service, key, wish.commissionBps)
  return { key, partnerCode: key.partnerCode, linkCode, ref }
}

/** Sets what sales pay an account from now on. */
export const setCommission = (
  service: TestService,
  { partnerCode }: Pick<Seller, "partnerCode">,
  bps: number,
): Promise<unknown> =>
  service.run(Effect.flatMap(Partners, (partners) => partners.setCommission(partnerCode, bps)))

/** The body of a report: 110 EUR of a pending sale, of which 100 are premium without an uplift. */
export const saleBody = (
  { ref }: Pick<Seller, "ref">,
  changes: Readonly<Record<string, unknown>> = {},
) => ({ ref, externalOrderId: "order-1", amount: 110, status: "pending", ...changes })

/** Reports a sale. */
export const report = (
  service: TestService,
  seller: Seller,
  changes: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): Promise<Answer> =>
  service.call("POST", paths.conversion, saleBody(seller, changes), {
    key: seller.key,
    ...options,
  })

/** What the ledger has of an account, a line for each journal: `booking commission_expense pending 1000 EUR`. */
export const ledgerOf = (
  service: TestService,
  { partnerCode }: Pick<Seller, "partnerCode">,
): Promise<ReadonlyArray<string>> =>
  service.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly line: string }>`
        select concat_ws(' ', journal.kind, source.account, target.account, target.amount_minor,
          target.currency) as line
        from ledger_journal journal
        join ledger_entry source on source.journal_id = journal.id and source.amount_minor < 0
        join ledger_entry target on target.journal_id = journal.id and target.amount_minor > 0
        join partner on partner.id = target.partner_id
        where partner.code = ${partnerCode} order by journal.id`
      return rows.map(({ line }) => line)
    }),
  )
