import * as Result from "effect/Result"
import { escapeXml } from "../../core/escape-html.ts"
import { minorToDecimal } from "../../core/money/minor.ts"
import { isValidBIC, isValidIBAN } from "ibantools"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { type BankAccount, isInSepa, type Payee } from "./payee.ts"

/** One transfer of a batch. */
export interface Transfer {
  /** The number of the payout: the bank carries it to the payee. */
  readonly endToEndId: string
  readonly amountMinor: bigint
  readonly currency: CurrencyCode
  readonly minorUnits: number
  readonly payee: Payee
  /** What the payee reads beside the money. */
  readonly remittance: string
}

/** A batch of transfers, as a bank is told to make it. */
export interface TransferBatch {
  /** The number of the batch: a bank takes a file of one number once. */
  readonly messageId: string
  /** When the file was made, in milliseconds since 1970. */
  readonly madeAt: string
  /** The day on which the bank is to send it, `YYYY-MM-DD`. */
  readonly executionDay: string
  readonly debtor: BankAccount
  readonly transfers: ReadonlyArray<Transfer>
  /** What all come to, as it was approved. */
  readonly approvedMinor: bigint
}

/** Why no file is made of a batch: what the schema of the form would let pass, a bank would not. */
export type TransferFault =
  | { readonly _tag: "NoTransfers" }
  | { readonly _tag: "OtherTotal"; readonly approvedMinor: bigint; readonly totalMinor: bigint }
  | { readonly _tag: "SameNumberTwice"; readonly of: string }
  | { readonly _tag: "NotEuro"; readonly of: string; readonly currency: CurrencyCode }
  | { readonly _tag: "AmountOutOfRange"; readonly of: string; readonly amountMinor: bigint }
  | { readonly _tag: "WrongIban"; readonly of: string }
  | { readonly _tag: "WrongBic"; readonly of: string }
  | { readonly _tag: "OutsideSepa"; readonly of: string }
  | { readonly _tag: "NoStructuredAddress"; readonly of: string }

/** A SEPA credit transfer is of a cent at least, and below a milliard. */
const amountMaxMinor = 99_999_999_999n

/** The name of the account that pays, among the numbers of payouts. */
const payer = "debtor"

/**
 * A batch as a `pain.001.001.09` file for SEPA credit transfers, or everything that is wrong with it.
 * Besides what the schema of the European Payments Council asks for, it holds every IBAN to its check
 * digits, every address to a town and a country in parts, every amount to euros, and the total to what
 * was approved.
 */
export const transferFile = (
  batch: TransferBatch,
): Result.Result<string, ReadonlyArray<TransferFault>> => {
  const faults = faultsOf(batch)
  return faults.length === 0 ? Result.succeed(document(batch)) : Result.fail(faults)
}

const totalOf = (transfers: ReadonlyArray<Transfer>): bigint =>
  transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

const accountFaults = (of: string, account: BankAccount): ReadonlyArray<TransferFault> => [
  ...(isValidIBAN(account.iban) ? [] : [{ _tag: "WrongIban", of } as const]),
  ...(account.bic === null || isValidBIC(account.bic) ? [] : [{ _tag: "WrongBic", of } as const]),
  ...(isInSepa(account) ? [] : [{ _tag: "OutsideSepa", of } as const]),
]

const transferFaults = (transfer: Transfer): ReadonlyArray<TransferFault> => {
  const { amountMinor, currency, endToEndId: of, minorUnits, payee } = transfer
  const isInRange = amountMinor > 0n && amountMinor <= amountMaxMinor
  const { country, town } = payee.address
  return [
    ...(currency === "EUR" && minorUnits === 2 ? [] : [{ _tag: "NotEuro", of, currency } as const]),
    ...(isInRange ? [] : [{ _tag: "AmountOutOfRange", of, amountMinor } as const]),
    ...accountFaults(of, payee),
    ...(town.trim() !== "" && /^[A-Z]{2}$/.test(country)
      ? []
      : [{ _tag: "NoStructuredAddress", of } as const]),
  ]
}

const faultsOf = ({
  approvedMinor,
  debtor,
  transfers,
}: TransferBatch): ReadonlyArray<TransferFault> => {
  const totalMinor = totalOf(transfers)
  const numbers = transfers.map(({ endToEndId }) => endToEndId)
  const twice = numbers.filter((number, place) => numbers.indexOf(number) !== place)
  return [
    ...(transfers.length === 0 ? [{ _tag: "NoTransfers" } as const] : []),
    ...(totalMinor === approvedMinor
      ? []
      : [{ _tag: "OtherTotal", approvedMinor, totalMinor } as const]),
    ...twice.map((of) => ({ _tag: "SameNumberTwice", of }) as const),
    ...accountFaults(payer, debtor),
    ...transfers.flatMap(transferFaults),
  ]
}

type Content = string | ReadonlyArray<string>

const element = (name: string, content: Content, attributes = ""): string =>
  `<${name}${attributes}>${typeof content === "string" ? escapeXml(content) : content.join("")}</${name}>`

/** An element that stands only where there is something to say. */
const maybe = (name: string, text: string | null): ReadonlyArray<string> =>
  text === null ? [] : [element(name, text)]

const accountOf = (name: string, { iban }: BankAccount): string =>
  element(name, [element("Id", [element("IBAN", iban)])])

/** The bank of an account; one that is not named is told so, as the form wants to hear of it. */
const debtorAgent = ({ bic }: BankAccount): string =>
  element("DbtrAgt", [
    element("FinInstnId", [
      bic === null ? element("Othr", [element("Id", "NOTPROVIDED")]) : element("BICFI", bic),
    ]),
  ])

const creditorAgent = ({ bic }: BankAccount): ReadonlyArray<string> =>
  bic === null ? [] : [element("CdtrAgt", [element("FinInstnId", [element("BICFI", bic)])])]

const creditor = ({ address, holder }: Payee): string =>
  element("Cdtr", [
    element("Nm", holder),
    element("PstlAdr", [
      ...maybe("StrtNm", address.street),
      ...maybe("BldgNb", address.building),
      ...maybe("PstCd", address.postCode),
      element("TwnNm", address.town),
      element("Ctry", address.country),
    ]),
  ])

const euros = (amountMinor: bigint): string => minorToDecimal(amountMinor, 2)

const transaction = ({ amountMinor, endToEndId, payee, remittance }: Transfer): string =>
  element("CdtTrfTxInf", [
    element("PmtId", [element("EndToEndId", endToEndId)]),
    element("Amt", [element("InstdAmt", euros(amountMinor), ' Ccy="EUR"')]),
    ...creditorAgent(payee),
    creditor(payee),
    accountOf("CdtrAcct", payee),
    element("RmtInf", [element("Ustrd", remittance.slice(0, 140))]),
  ])

const namespace = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"

/** The elements in the order that the schema has them in. */
const document = ({
  debtor,
  executionDay,
  madeAt,
  messageId,
  transfers,
}: TransferBatch): string => {
  const sums = [
    element("NbOfTxs", String(transfers.length)),
    element("CtrlSum", euros(totalOf(transfers))),
  ]
  const header = element("GrpHdr", [
    element("MsgId", messageId),
    element("CreDtTm", madeAt),
    ...sums,
    element("InitgPty", [element("Nm", debtor.holder)]),
  ])
  const payment = element("PmtInf", [
    element("PmtInfId", `${messageId}-A`),
    element("PmtMtd", "TRF"),
    ...sums,
    element("PmtTpInf", [element("SvcLvl", [element("Cd", "SEPA")])]),
    element("ReqdExctnDt", [element("Dt", executionDay)]),
    element("Dbtr", [element("Nm", debtor.holder)]),
    accountOf("DbtrAcct", debtor),
    debtorAgent(debtor),
    element("ChrgBr", "SLEV"),
    ...transfers.map((transfer) => `\n${transaction(transfer)}`),
  ])
  const body = element("CstmrCdtTrfInitn", [header, "\n", payment])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("Document", [body], ` xmlns="${namespace}"`)}\n`
}
