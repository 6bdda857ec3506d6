import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Command from "effect/cli/Command"
import { type AmountMinor, minorToDecimal, minorToNumber } from "../../core/money/minor.ts"
import { layerSales } from "../store/sales/layer.ts"
import { type ListedSale, Sales } from "../ports/sales.ts"
import { layerKeylessOperations } from "../runtime/foundations.ts"
import { partnerFlag } from "../terminal/flags.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { tableText } from "../../core/plain-text.ts"

/** An order id for a terminal, which it is not to command: it is text of the partner's own. */
export const orderIdText = (externalOrderId: string): string =>
  externalOrderId.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

/** A sale as it is shown, its amounts written by one of the two ways to write an amount. */
const saleShown = <Written>(
  sale: ListedSale,
  write: (amountMinor: AmountMinor, minorUnits: number) => Written,
) => ({
  externalOrderId: sale.externalOrderId,
  ref: sale.ref,
  status: sale.status,
  amount: write(sale.amountMinor, sale.minorUnits),
  commission: write(sale.commissionMinor, sale.minorUnits),
  currency: sale.currency,
  bookedAt: sale.bookedAt,
  changedAt: sale.changedAt,
  validatesAt: sale.validatesAt,
  correctedAt: sale.correctedAt,
})

const saleJson = (sale: ListedSale) => saleShown(sale, minorToNumber)

const listHeader = [
  "order",
  "ref",
  "status",
  "amount",
  "commission",
  "currency",
  "booked",
  "changed",
  "validates",
  "corrected",
]

const saleCells = (sale: ListedSale) =>
  Object.values({
    ...saleShown(sale, minorToDecimal),
    externalOrderId: orderIdText(sale.externalOrderId),
  })

const list = Command.make(
  "list",
  { partner: partnerFlag, json: jsonFlag },
  Effect.fn("sale list")(function* ({ json, partner }) {
    const sales = yield* (yield* Sales).list(partner)
    yield* print(json, sales.map(saleJson), () => tableText(listHeader, sales.map(saleCells)))
  }),
).pipe(Command.withDescription("List the live sales of a partner, oldest first"))

/** `viatica sale …`: the sales that partners reported. */
export const saleCommand = Command.make("sale").pipe(
  Command.withSubcommands([
    list.pipe(Command.provide(layerSales.pipe(Layer.provideMerge(layerKeylessOperations)))),
  ]),
)
