import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { CurrencyCode } from "../../core/vocabulary/code-schemas.ts"
import { payoutStates } from "../../rules/payouts/payout.ts"
import type { LimitOf } from "../../rules/reference/limits.ts"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"
import { textParameter, wholeParameter } from "./parameters.ts"
import { TellsSales } from "./annotations.ts"

const text = (description: string) => Schema.String.annotate({ description })

/** An amount in the currency's main unit; what takes away is negative. */
const SignedAmount = Schema.Finite.annotate({ identifier: "SignedAmount" })

const amount = (description: string) => Schema.Finite.annotate({ description })

/** A figure of a statement, and how many sales it is of. */
const StatementFigure = Schema.Struct({
  amount: SignedAmount,
  sales: Schema.Int.annotate({ description: "How many sales it is of." }),
}).annotate({ identifier: "StatementFigure" })

/** The payout that a statement makes due, as it stands. */
const StatementPayout = Schema.Struct({
  number: text("Its number, which your bank shows beside the money."),
  state: Schema.Literals(payoutStates).annotate({
    description:
      "`due`: paid on `dueOn`; `sent`: the bank has sent it; `returned` or `withdrawn`: it is owed to you again, and stands in the next statement.",
  }),
  amount: SignedAmount,
  dueOn: text("The day on which it is paid, `YYYY-MM-DD`."),
  sentOn: Schema.NullOr(text("The day on which the bank has sent it.")),
  bankReference: Schema.NullOr(text("What the bank calls the transfer.")),
  endedOn: Schema.NullOr(text("The day on which it was returned or withdrawn.")),
  reason: Schema.NullOr(text("Why it was.")),
}).annotate({ identifier: "StatementPayout" })

/** A monthly statement in one currency. */
export const StatementListed = Schema.Struct({
  number: text("Its number: your code, the month and the currency."),
  month: text("The month that it is of, `YYYY-MM`, in UTC."),
  currency: CurrencyCode,
  closedAt: text("When it was closed; it never changes after that."),
  fingerprint: text(
    "The first twelve digits of a hash over it and every statement in this currency before it.",
  ),
  checkpoint: Schema.NullOr(
    text(
      "The signed root over all lines of your statements in this currency up to this one (a C2SP checkpoint); null for the moments until it is signed.",
    ),
  ),
  pending: Schema.Struct({
    opening: SignedAmount,
    opened: StatementFigure,
    changed: StatementFigure,
    validated: StatementFigure,
    cancelled: StatementFigure,
    corrected: StatementFigure,
    closing: SignedAmount,
  }).annotate({
    description: "What waits and is not owed yet: the opening and the figures come to the closing.",
  }),
  owed: Schema.Struct({
    opening: SignedAmount,
    validated: StatementFigure,
    changed: StatementFigure,
    reversed: StatementFigure,
    corrected: StatementFigure,
    returned: StatementFigure,
    closing: SignedAmount,
  }).annotate({
    description:
      "What is owed to you: the opening and the figures come to the closing. `returned` are payouts that came back, `sales` their number.",
  }),
  held: amount("The part of what is owed whose sales are still too young to be paid."),
  minimum: amount("The least that a payout comes to."),
  due: amount("What is paid by this statement."),
  carried: amount("What the next statement opens with: owed, and not paid by this one."),
  payOn: Schema.NullOr(text("The day on which what is due is paid; null where nothing is.")),
  payout: Schema.NullOr(StatementPayout),
}).annotate({ identifier: "StatementListed" })

/** A page of an account's statements. */
export const StatementsResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Schema.Literals(["sandbox", "live"]),
  statements: Schema.Array(StatementListed),
  nextCursor: Schema.NullOr(Schema.String).annotate({
    description: "Sent as `cursor`, it asks for the next page; null where none follows now.",
  }),
}).annotate({ identifier: "StatementsResponse" })

/** A page of the books of a statement. */
export const StatementBooksResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Schema.Literals(["sandbox", "live"]),
  number: text("The number of the statement."),
  head: Schema.NullOr(Schema.String).annotate({
    description:
      "What the books begin with: the tree before, and the signed one. Null where no statement of the number is signed.",
  }),
  lines: Schema.Array(Schema.String).annotate({
    description: "The lines that follow, of all pages in their order; the last is the statement.",
  }),
  nextCursor: Schema.NullOr(Schema.String).annotate({
    description: "Sent as `cursor`, it asks for the next page; null where none follows.",
  }),
}).annotate({ identifier: "StatementBooksResponse" })

/** Lists the monthly statements of the account; consumes no daily quota. */
export const statements = (limitOf: LimitOf) =>
  HttpApiEndpoint.get("statements", "/api/v1/statements", {
    query: {
      currency: textParameter("The statements in one currency; omit for all."),
      cursor: textParameter("`nextCursor` of the page before."),
      limit: wholeParameter("Statements a page.", {
        minimum: 1,
        maximum: limitOf("sales_page_usual"),
      }),
    },
    success: StatementsResponse,
    error: errorSchemas(["BAD_REQUEST", ...signedRefusals]),
  })
    .annotate(TellsSales, true)
    .annotate(OpenApi.Summary, "List statements")
    .annotate(
      OpenApi.Description,
      "What your sales came to month by month, the oldest first: what was reported, validated and reversed, what is owed to you, what is paid and when, and what is carried over. A statement closes some hours after its month and never changes; what comes later stands in the next one. Sandbox sales are play money, of which there are no statements. No scope, no daily quota.",
    )

/** The books of a statement, which clients verify; consumes no daily quota. */
export const statementBooks = HttpApiEndpoint.get("statementBooks", "/api/v1/statements/books", {
  query: {
    number: Schema.String.annotate({ description: "The number of the statement." }),
    cursor: textParameter("`nextCursor` of the page before."),
  },
  success: StatementBooksResponse,
  error: errorSchemas(["BAD_REQUEST", ...signedRefusals]),
})
  .annotate(TellsSales, true)
  .annotate(OpenApi.Summary, "Read the books of a statement")
  .annotate(
    OpenApi.Description,
    "Every line of a statement, and the signed tree that they are leaves of. `head` and all `lines`, each followed by a line feed, are the text that `verifyStatement` of each client verifies offline: nothing was changed or dropped since the statement before, and the sum is the payout. No scope, no daily quota.",
  )
