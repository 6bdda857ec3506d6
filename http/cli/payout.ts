import { readFile } from "node:fs/promises"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { minorToDecimal } from "../../core/money/minor.ts"
import { recordText, tableText } from "../../core/plain-text.ts"
import { isCalendarDay } from "../../core/vocabulary/day.ts"
import { readBankAccount, readPayee } from "../../rules/payouts/payee.ts"
import { payoutStates } from "../../rules/payouts/payout.ts"
import { systemReason } from "../platform/system-error.ts"
import {
  leftWords,
  type LeftPayout,
  type Payout,
  type PayoutBatch,
  PayoutDesk,
  type ShownPayee,
} from "../ports/payouts.ts"
import { layerKeylessOperations, layerOperations } from "../runtime/foundations.ts"
import { layerPayouts } from "../store/payouts/layer.ts"
import { refusal } from "../terminal/command-refused.ts"
import { partnerFlag } from "../terminal/flags.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { asOperator } from "./operator.ts"

const amountOf = ({
  amountMinor,
  minorUnits,
}: Pick<Payout, "amountMinor" | "minorUnits">): string => minorToDecimal(amountMinor, minorUnits)

const payoutJson = ({ amountMinor, minorUnits, ...payout }: Payout) => ({
  ...payout,
  amount: amountOf({ amountMinor, minorUnits }),
})

const payoutHeader = [
  "payout",
  "partner",
  "statement",
  "amount",
  "currency",
  "due",
  "state",
  "batch",
  "account",
  "sent",
  "reference",
  "ended",
  "reason",
]

const payoutCells = (payout: Payout) => [
  payout.number,
  payout.partnerCode,
  payout.statement,
  amountOf(payout),
  payout.currency,
  payout.dueOn,
  payout.state,
  payout.batch ?? "",
  payout.account ?? "",
  payout.sentOn ?? "",
  payout.bankReference ?? "",
  payout.endedOn ?? "",
  payout.reason ?? "",
]

const payoutsText = (payouts: ReadonlyArray<Payout>): string =>
  tableText(payoutHeader, payouts.map(payoutCells))

const batchJson = ({ minorUnits, totalMinor, ...batch }: PayoutBatch) => ({
  ...batch,
  total: minorToDecimal(totalMinor, minorUnits),
})

const batchText = (batch: PayoutBatch): string =>
  recordText({
    batch: batch.number,
    state: batch.state,
    "pay on": batch.payOn,
    payouts: batch.payouts,
    total: `${minorToDecimal(batch.totalMinor, batch.minorUnits)} ${batch.currency}`,
    "drawn up by": `${batch.drawnBy}, ${batch.drawnAt}`,
    "approved by": batch.approvedBy === null ? null : `${batch.approvedBy}, ${batch.approvedAt}`,
    "file's SHA-256": batch.fileDigest,
    reason: batch.reason,
  })

const printBatch = (json: boolean) => (batch: PayoutBatch) =>
  print(json, batchJson(batch), () => batchText(batch))

const printPayout = (json: boolean) => (payout: Payout) =>
  print(json, payoutJson(payout), () => payoutsText([payout]))

const numberArgument = (of: "payout" | "batch") =>
  Argument.String("number").pipe(
    Argument.withDescription(
      of === "payout" ? "Number of the payout: PO-…" : "Number of the batch: PB-…",
    ),
  )

const dayFlag = (name: string, about: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(about),
    Flag.filter(isCalendarDay, (text) => `Expected a day YYYY-MM-DD, got ${JSON.stringify(text)}`),
  )

const reasonFlag = Flag.String("reason").pipe(
  Flag.withDescription("Why, in a few words"),
  Flag.filter(
    (text) => text.trim().length > 0 && text.length <= 200,
    () => "Say why, in 1 to 200 characters",
  ),
)

const text = Schema.optionalKey(Schema.String)

/** What a file says of a bank account: an IBAN on a command line would stay in its history. */
const Typed = Schema.Struct({
  holder: text,
  iban: text,
  bic: text,
  street: text,
  building: text,
  postCode: text,
  town: text,
  country: text,
  vatNumber: text,
  vatNote: text,
})

const decodeTyped = Schema.decodeUnknownResult(Schema.fromJsonString(Typed))

const nothingTyped = {
  holder: "",
  iban: "",
  bic: "",
  street: "",
  building: "",
  postCode: "",
  town: "",
  country: "",
  vatNumber: "",
  vatNote: "",
}

const readTyped = Effect.fnUntraced(function* (path: string) {
  const read = yield* Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: (cause) => refusal("unreadable", { path, reason: systemReason(cause) }),
  })
  const typed = decodeTyped(read)
  return Result.isSuccess(typed)
    ? { ...nothingTyped, ...typed.success }
    : yield* refusal("unreadable", { path, reason: { _tag: "NoJson" } })
})

const payeeText = (payee: ShownPayee): string =>
  recordText({
    holder: payee.holder,
    account: payee.account,
    address: [
      [payee.address.building, payee.address.street],
      [payee.address.postCode, payee.address.town],
      [payee.address.country],
    ]
      .map((parts) => parts.filter((part) => part !== null).join(" "))
      .filter((line) => line !== "")
      .join(", "),
    "VAT number": payee.vatNumber,
    "VAT note": payee.vatNote,
    since: payee.since,
  })

const account = Command.make(
  "account",
  {
    partner: partnerFlag,
    set: Flag.String("set").pipe(
      Flag.withDescription(
        "JSON file with holder, iban, bic, street, building, postCode, town, country, vatNumber and vatNote; shows what is known when left out",
      ),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  Effect.fn("payout account")(function* ({ json, partner, set }) {
    const desk = yield* PayoutDesk
    if (Option.isSome(set)) {
      const payee = readPayee(yield* readTyped(set.value))
      if (Result.isFailure(payee)) return yield* refusal("payee-refused", payee.failure)
      const shown = yield* asOperator(desk.setPayee(partner, payee.success))
      return yield* print(json, shown, () => payeeText(shown))
    }
    const shown = yield* desk.payee(partner)
    yield* print(json, shown, () =>
      shown === null ? "No bank account is known." : payeeText(shown),
    )
  }),
).pipe(Command.withDescription("Show or set where a partner's payouts go; it is kept sealed"))

const list = Command.make(
  "list",
  {
    partner: Flag.optional(partnerFlag),
    state: Flag.Literals("state", payoutStates).pipe(
      Flag.withDescription("Only payouts that stand so"),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  Effect.fn("payout list")(function* ({ json, partner, state }) {
    const payouts = yield* (yield* PayoutDesk).payouts({
      partnerCode: Option.getOrNull(partner),
      state: Option.getOrNull(state),
      limit: listedMax,
    })
    yield* print(json, payouts.map(payoutJson), () => payoutsText(payouts))
  }),
).pipe(Command.withDescription("List payouts, the newest first"))

/** Rows that a list shows at most. */
const listedMax = 500

const batches = Command.make(
  "batches",
  { json: jsonFlag },
  Effect.fn("payout batches")(function* ({ json }) {
    const all = yield* (yield* PayoutDesk).batches(listedMax)
    yield* print(json, all.map(batchJson), () =>
      tableText(
        ["batch", "state", "pay on", "payouts", "total", "currency", "drawn up by", "approved by"],
        all.map((batch) => [
          batch.number,
          batch.state,
          batch.payOn,
          batch.payouts,
          minorToDecimal(batch.totalMinor, batch.minorUnits),
          batch.currency,
          batch.drawnBy,
          batch.approvedBy ?? "",
        ]),
      ),
    )
  }),
).pipe(Command.withDescription("List batches of payouts, the newest first"))

const batch = Command.make(
  "batch",
  { number: numberArgument("batch"), json: jsonFlag },
  Effect.fn("payout batch")(function* ({ json, number }) {
    const found = yield* (yield* PayoutDesk).batch(number)
    const shown = { ...batchJson(found.batch), payouts: found.payouts.map(payoutJson) }
    yield* print(json, shown, () => `${batchText(found.batch)}\n\n${payoutsText(found.payouts)}`)
  }),
).pipe(Command.withDescription("Show a batch with its payouts"))

const leftLine = ({ number, partnerCode, why }: LeftPayout): string =>
  `${number} of ${partnerCode} is left out: ${leftWords[why]}.`

const draw = Command.make(
  "draw",
  {
    currency: Flag.String("currency").pipe(
      Flag.withDescription("Currency of the payouts, such as EUR"),
      Flag.map((code) => code.toUpperCase()),
    ),
    on: dayFlag("on", "Day on which the bank is to pay: all that is due by then goes in"),
    json: jsonFlag,
  },
  Effect.fn("payout draw")(function* ({ currency, json, on }) {
    const drawn = yield* asOperator((yield* PayoutDesk).draw({ currency, payOn: on }))
    const left = drawn.left.map(({ number, partnerCode, why }) => ({ number, partnerCode, why }))
    yield* print(json, { ...batchJson(drawn.batch), left }, () =>
      [batchText(drawn.batch), ...drawn.left.map(leftLine)].join("\n"),
    )
  }),
).pipe(Command.withDescription("Draw up a batch of all payouts that are due; another approves it"))

const approve = Command.make(
  "approve",
  { number: numberArgument("batch"), json: jsonFlag },
  ({ json, number }) =>
    Effect.flatMap(PayoutDesk, (desk) => desk.approve(number)).pipe(
      asOperator,
      Effect.flatMap(printBatch(json)),
    ),
).pipe(Command.withDescription("Approve a batch that another operator has drawn up"))

const dissolve = Command.make(
  "dissolve",
  { number: numberArgument("batch"), reason: reasonFlag, json: jsonFlag },
  ({ json, number, reason }) =>
    Effect.flatMap(PayoutDesk, (desk) => desk.dissolve(number, reason)).pipe(
      asOperator,
      Effect.flatMap(printBatch(json)),
    ),
).pipe(Command.withDescription("Dissolve a batch that is not exported yet; its payouts stay due"))

const exportFile = Command.make(
  "export",
  {
    number: numberArgument("batch"),
    debtor: Flag.String("debtor").pipe(
      Flag.withDescription("JSON file with holder, iban and bic of the account that pays"),
    ),
  },
  Effect.fn("payout export")(function* ({ debtor, number }) {
    const payer = readBankAccount(yield* readTyped(debtor))
    if (Result.isFailure(payer)) return yield* refusal("payee-refused", payer.failure)
    const file = yield* asOperator((yield* PayoutDesk).transferFile(number, payer.success))
    yield* Console.log(file.trimEnd())
  }),
).pipe(
  Command.withDescription(
    "Print the pain.001.001.09 file of an approved batch in euros; made once, then the same",
  ),
)

const sent = Command.make(
  "sent",
  {
    number: numberArgument("batch"),
    on: dayFlag("on", "Day on which the bank has sent it"),
    reference: Flag.String("reference").pipe(
      Flag.withDescription("What the bank calls it"),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  ({ json, number, on, reference }) =>
    Effect.flatMap(PayoutDesk, (desk) => desk.send(number, on, Option.getOrNull(reference))).pipe(
      asOperator,
      Effect.flatMap(printBatch(json)),
    ),
).pipe(Command.withDescription("Book the payouts of an approved batch as sent"))

const returned = Command.make(
  "returned",
  {
    number: numberArgument("payout"),
    on: dayFlag("on", "Day on which the bank has returned it"),
    reason: reasonFlag,
    json: jsonFlag,
  },
  ({ json, number, on, reason }) =>
    Effect.flatMap(PayoutDesk, (desk) => desk.markReturned(number, on, reason)).pipe(
      asOperator,
      Effect.flatMap(printPayout(json)),
    ),
).pipe(Command.withDescription("Book a payout that the bank has returned; it is owed again"))

const withdraw = Command.make(
  "withdraw",
  { number: numberArgument("payout"), reason: reasonFlag, json: jsonFlag },
  ({ json, number, reason }) =>
    Effect.flatMap(PayoutDesk, (desk) => desk.withdraw(number, reason)).pipe(
      asOperator,
      Effect.flatMap(printPayout(json)),
    ),
).pipe(Command.withDescription("Take back a payout that is due and in no batch; it is owed again"))

const layerKeyless = layerPayouts.pipe(Layer.provideMerge(layerKeylessOperations))
const layerSealing = layerPayouts.pipe(Layer.provideMerge(layerOperations))

/** `viatica payout …`: what is paid to partners. No bank is called. */
export const payoutCommand = Command.make("payout").pipe(
  Command.withSubcommands([
    account.pipe(Command.provide(layerSealing)),
    list.pipe(Command.provide(layerKeyless)),
    draw.pipe(Command.provide(layerKeyless)),
    approve.pipe(Command.provide(layerKeyless)),
    dissolve.pipe(Command.provide(layerKeyless)),
    exportFile.pipe(Command.provide(layerSealing)),
    sent.pipe(Command.provide(layerKeyless)),
    returned.pipe(Command.provide(layerKeyless)),
    withdraw.pipe(Command.provide(layerKeyless)),
    batches.pipe(Command.provide(layerKeyless)),
    batch.pipe(Command.provide(layerKeyless)),
  ]),
)
