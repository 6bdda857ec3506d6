import { minorToNumber } from "../../core/money/minor.ts"
import {
  booksCursorText,
  readBooksQuery,
  readStatementsQuery,
  statementsCursorText,
} from "../../rules/payouts/statements-query.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { Operations } from "../api/operation.ts"
import { type Payouts, shownStatement } from "../ports/payouts.ts"
import { makeAccountPage, readBy } from "./account-page.ts"

/** `GET /api/v1/statements`: a page of the statements of an account. */
export const makeStatementsList = (
  tables: Tables,
  payouts: Payouts["Service"],
): Operations["statements"] => {
  // A statement says more than a sale: a usual page of those is the longest of these.
  const most = limitOf(tables, "sales_page_usual")
  const page = { usual: most, max: most }
  const read = readBy((parameter) => readStatementsQuery(parameter, page))
  return makeAccountPage({
    things: "Statements",
    done: "read",
    read,
    find: (owner, asked) => payouts.statements(owner, { ...asked, isNewestFirst: false }),
    show: ({ next, statements }) => ({
      statements: statements.map((found) => shownStatement(found, minorToNumber)),
      nextCursor: next === null ? null : statementsCursorText(next),
    }),
  })
}

/** `GET /api/v1/statements/books`: a page of what a statement is verified by. */
export const makeStatementBooks = (payouts: Payouts["Service"]): Operations["statementBooks"] => {
  const read = readBy(readBooksQuery)
  return makeAccountPage({
    things: "Statements",
    done: "read",
    read,
    find: (owner, { after, number }) =>
      payouts.statementBooks(owner, number, { after, limit: linesPerPage }),
    show: (page, { number }) => ({
      number,
      head: page?.head ?? null,
      lines: page?.lines ?? [],
      nextCursor: page === undefined || page.next === null ? null : booksCursorText(page.next),
    }),
  })
}

/** Lines that an answer holds: less than a megabyte. */
const linesPerPage = 2_000
