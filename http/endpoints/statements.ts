import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { minorToNumber } from "../../core/money/minor.ts"
import {
  booksCursorText,
  readBooksQuery,
  readStatementsQuery,
  statementsCursorText,
} from "../../rules/payouts/statements-query.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { refusal } from "../api/api-refusal.ts"
import { afterCharge, type Operations } from "../api/operation.ts"
import { tellOutage } from "../observability/outage-log.ts"
import { type Payouts, shownStatement } from "../ports/payouts.ts"

const statementsUnavailable = refusal(
  "SERVICE_UNAVAILABLE",
  "Statements cannot be read right now; try again shortly.",
  { headers: { "retry-after": "5" } },
)

/** `GET /api/v1/statements`: a page of the statements of an account. */
export const makeStatementsList = (
  tables: Tables,
  payouts: Payouts["Service"],
): Operations["statements"] => {
  // A statement says more than a sale: a usual page of those is the longest of these.
  const most = limitOf(tables, "sales_page_usual")
  const page = { usual: most, max: most }
  return {
    admit: ({ key, query }) => {
      const parameters = new URLSearchParams(query)
      const read = readStatementsQuery((name) => parameters.get(name) ?? undefined, page)
      if (Result.isFailure(read)) {
        const { parameter, rule } = read.failure
        return Result.fail(refusal("BAD_REQUEST", `${parameter}: ${rule}`))
      }
      const { code, id } = key.partner
      const owner = { partnerId: id, partnerCode: code, mode: key.mode }
      return Result.succeed(
        afterCharge(() =>
          Effect.matchEffect(payouts.statements(owner, { ...read.success, isNewestFirst: false }), {
            onFailure: ({ cause }) =>
              Effect.andThen(
                tellOutage("statements cannot be read", cause),
                Effect.fail(statementsUnavailable),
              ),
            onSuccess: ({ next, statements }) =>
              Effect.succeed({
                ok: true,
                mode: key.mode,
                statements: statements.map((found) => shownStatement(found, minorToNumber)),
                nextCursor: next === null ? null : statementsCursorText(next),
              }),
          }),
        ),
      )
    },
  }
}

/** `GET /api/v1/statements/books`: a page of what a statement is verified by. */
export const makeStatementBooks = (payouts: Payouts["Service"]): Operations["statementBooks"] => ({
  admit: ({ key, query }) => {
    const parameters = new URLSearchParams(query)
    const read = readBooksQuery((name) => parameters.get(name) ?? undefined)
    if (Result.isFailure(read)) {
      const { parameter, rule } = read.failure
      return Result.fail(refusal("BAD_REQUEST", `${parameter}: ${rule}`))
    }
    const { after, number } = read.success
    const { code, id } = key.partner
    const owner = { partnerId: id, partnerCode: code, mode: key.mode }
    return Result.succeed(
      afterCharge(() =>
        Effect.matchEffect(payouts.statementBooks(owner, number, { after, limit: linesPerPage }), {
          onFailure: ({ cause }) =>
            Effect.andThen(
              tellOutage("statements cannot be read", cause),
              Effect.fail(statementsUnavailable),
            ),
          onSuccess: (page) =>
            Effect.succeed({
              ok: true,
              mode: key.mode,
              number,
              head: page?.head ?? null,
              lines: page?.lines ?? [],
              nextCursor:
                page === undefined || page.next === null ? null : booksCursorText(page.next),
            }),
        }),
      ),
    )
  },
})

/** Lines that an answer holds: less than a megabyte. */
const linesPerPage = 2_000
