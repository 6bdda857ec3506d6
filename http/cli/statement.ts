import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { minorToDecimal } from "../../core/money/minor.ts"
import { recordText, tableText } from "../../core/plain-text.ts"
import {
  type PayoutFinding,
  Payouts,
  shownStatement,
  type StatementFound,
} from "../ports/payouts.ts"
import { Usage } from "../ports/usage.ts"
import { layerKeylessOperations, layerOperations } from "../runtime/foundations.ts"
import { layerPayouts } from "../store/payouts/layer.ts"
import { layerUsage } from "../store/usage/layer.ts"
import { refusal } from "../terminal/command-refused.ts"
import { partnerFlag } from "../terminal/flags.ts"
import { jsonFlag, print } from "../terminal/output.ts"

/** A statement as JSON: amounts are decimals in the main unit, as texts, so that none is rounded. */
const statementJson = (found: StatementFound) => shownStatement(found, minorToDecimal)

const header = [
  "number",
  "opening",
  "validated",
  "reversed",
  "owed",
  "held",
  "due",
  "carried",
  "payout",
  "state",
]

const cells = ({ payout, statement }: StatementFound) => {
  const { owed } = statement
  return [
    statement.number,
    ...[
      owed.openingMinor,
      owed.validated.amountMinor,
      owed.reversed.amountMinor,
      owed.closingMinor,
      statement.heldMinor,
      statement.dueMinor,
      statement.carriedMinor,
    ].map((minor) => minorToDecimal(minor, statement.minorUnits)),
    payout?.number ?? "",
    payout?.state ?? "",
  ]
}

/** Statements that are read at a time. */
const pageRows = 500

const list = Command.make(
  "list",
  {
    partner: partnerFlag,
    currency: Flag.String("currency").pipe(
      Flag.withDescription("Only statements in this currency"),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  Effect.fn("statement list")(function* ({ currency, json, partner }) {
    const payouts = yield* Payouts
    const owner = yield* (yield* Usage).owner(partner, "live")
    const found: Array<StatementFound> = []
    let after: bigint | null = null
    do {
      const page: Effect.Success<ReturnType<typeof payouts.statements>> = yield* payouts.statements(
        owner,
        {
          currency: Option.getOrNull(Option.map(currency, (code) => code.toUpperCase())),
          after,
          limit: pageRows,
          isNewestFirst: false,
        },
      )
      found.push(...page.statements)
      after = page.next
    } while (after !== null)
    yield* print(json, found.map(statementJson), () => tableText(header, found.map(cells)))
  }),
).pipe(Command.withDescription("List the monthly statements of a partner, oldest first"))

const numberArgument = Argument.String("number").pipe(
  Argument.withDescription("Number of the statement, such as ACME-2026-11-EUR"),
)

const show = Command.make(
  "show",
  {
    number: numberArgument,
    partner: partnerFlag,
    json: jsonFlag,
  },
  Effect.fn("statement show")(function* ({ json, number, partner }) {
    const owner = yield* (yield* Usage).owner(partner, "live")
    const found = yield* (yield* Payouts).statement(owner, number)
    if (found === undefined) return yield* refusal("no-statement", { number, partner })
    const shown = statementJson(found)
    yield* print(json, shown, () => {
      const { owed, pending, payout, ...rest } = shown
      const lines = (of: typeof owed | typeof pending) =>
        Object.fromEntries(
          Object.entries(of).map(([name, value]) => [
            name,
            typeof value === "string" ? value : `${value.amount} (${value.sales})`,
          ]),
        )
      return [
        recordText({
          ...rest,
          payout: payout === null ? null : `${payout.number}, ${payout.state}`,
        }),
        `owed\n${recordText(lines(owed))}`,
        `pending\n${recordText(lines(pending))}`,
      ].join("\n\n")
    })
  }),
).pipe(Command.withDescription("Show one statement with every figure"))

const books = Command.make(
  "books",
  { number: numberArgument, partner: partnerFlag },
  Effect.fn("statement books")(function* ({ number, partner }) {
    const payouts = yield* Payouts
    const owner = yield* (yield* Usage).owner(partner, "live")
    let after: bigint | null = null
    do {
      const page: Effect.Success<ReturnType<typeof payouts.statementBooks>> =
        yield* payouts.statementBooks(owner, number, { after, limit: pageRows })
      if (page === undefined) return yield* refusal("no-statement", { number, partner })
      const rows: ReadonlyArray<string> = after === null ? [page.head, ...page.lines] : page.lines
      yield* Console.log(rows.join("\n"))
      after = page.next
    } while (after !== null)
  }),
).pipe(
  Command.withDescription("Print the signed books of a statement, which verifyStatement checks"),
)

const proof = Command.make(
  "proof",
  {
    number: numberArgument,
    partner: partnerFlag,
    order: Flag.String("order").pipe(
      Flag.withDescription("The partner's own id of the sale (externalOrderId)"),
    ),
  },
  Effect.fn("statement proof")(function* ({ number, order, partner }) {
    const owner = yield* (yield* Usage).owner(partner, "live")
    const proofs = yield* (yield* Payouts).lineProofs(owner, number, order)
    if (proofs.length === 0) return yield* refusal("no-line", { number, order })
    yield* Console.log(proofs.join("\n").trimEnd())
  }),
).pipe(
  Command.withDescription(
    "Prove that a sale stands in a statement, without the other lines (C2SP tlog-proof)",
  ),
)

const key = Command.make(
  "key",
  { json: jsonFlag },
  Effect.fn("statement key")(function* ({ json }) {
    const publicKey = yield* (yield* Payouts).publicKey
    yield* print(json, { publicKey }, () => publicKey)
  }),
).pipe(Command.withDescription("Print the public key that statements are signed with"))

const close = Command.make(
  "close",
  { json: jsonFlag },
  Effect.fn("statement close")(function* ({ json }) {
    const closed = yield* (yield* Payouts).closeMonths
    yield* print(json, { closed }, () => `Statements closed: ${closed}.`)
  }),
).pipe(
  Command.withDescription("Close the months that are over; a running server does it by itself"),
)

const faultWords: Readonly<Record<PayoutFinding["fault"], string>> = {
  altered: "it is not what it was when it was closed",
  books: "its lines, or those before it, are not what was signed",
  opening: "it does not open with what the one before has left",
  lines: "its bookings come to something else",
  payout: "what is booked for it is not what was due, or not where it stands",
}

const check = Command.make(
  "check",
  { json: jsonFlag },
  Effect.fn("statement check")(function* ({ json }) {
    const { payouts, statements, wrong } = yield* (yield* Payouts).check
    yield* print(json, { statements, payouts, wrong }, () =>
      [
        ...wrong.map(({ fault, number }) => `${number}: ${faultWords[fault]}`),
        `Statements: ${statements}, payouts: ${payouts}, wrong: ${wrong.length}.`,
      ].join("\n"),
    )
    if (wrong.length > 0) return yield* refusal("statements-wrong", { found: wrong.length })
  }),
).pipe(Command.withDescription("Verify every statement and payout against the ledger"))

const layerBooks = Layer.merge(layerPayouts, layerUsage)
const layerKeyless = layerBooks.pipe(Layer.provideMerge(layerKeylessOperations))
const layerSigning = layerBooks.pipe(Layer.provideMerge(layerOperations))

/** `viatica statement …`: what partners earned in a month. What signs asks for the master key. */
export const statementCommand = Command.make("statement").pipe(
  Command.withSubcommands([
    list.pipe(Command.provide(layerKeyless)),
    show.pipe(Command.provide(layerKeyless)),
    books.pipe(Command.provide(layerKeyless)),
    proof.pipe(Command.provide(layerKeyless)),
    key.pipe(Command.provide(layerSigning)),
    close.pipe(Command.provide(layerSigning)),
    check.pipe(Command.provide(layerKeyless)),
  ]),
)
