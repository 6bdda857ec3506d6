import * as Result from "effect/Result"
import { numberToRational } from "../../core/money/minor.ts"
import { powerOfTen } from "../../core/money/power-of-ten.ts"
import { multiply } from "../../core/money/rational.ts"
import { isCurrencyCode } from "../../core/vocabulary/currency-code.ts"
import { type Fields, fieldsOf } from "../trip/fields.ts"
import type { ConversionReport, DeclaredUplift } from "./conversion-report.ts"
import type { ReportRefusal } from "./refusal.ts"
import { type SaleStatus, saleStatuses } from "./sale.ts"

type Read<Value> = Result.Result<Value, ReportRefusal>

/** Versions of the conversion contract; the first is meant where none is named. */
const contractVersions = ["3.1", "3.2"] as const

type ContractVersion = (typeof contractVersions)[number]

/** Code points in a ref or an order id. */
const nameLengthMax = 255

const bad = (path: string, rule: string): Result.Result<never, ReportRefusal> =>
  Result.fail({ _tag: "ReportRefusal", code: "BAD_CONVERSION", path, rule })

const readVersion = (fields: Fields | undefined): Read<ContractVersion> => {
  const value = fields?.get("contractVersion") ?? "3.1"
  const known = contractVersions.find((version) => version === value)
  return known === undefined
    ? Result.fail({
        _tag: "ReportRefusal",
        code: "UNKNOWN_CONTRACT_VERSION",
        path: "contractVersion",
        rule: 'the text "3.1" or "3.2"',
      })
    : Result.succeed(known)
}

const isName = (value: unknown): value is string =>
  typeof value === "string" &&
  value !== "" &&
  value.isWellFormed() &&
  !value.includes("\u0000") &&
  [...value].length <= nameLengthMax

const readName = (fields: Fields | undefined, name: string): Read<string> => {
  const value = fields?.get(name)
  return isName(value)
    ? Result.succeed(value)
    : bad(name, `text of 1 to ${nameLengthMax} characters, without U+0000 and lone surrogates`)
}

const readCurrency = (fields: Fields | undefined): Read<string> => {
  const value = fields?.get("currency") ?? "EUR"
  return isCurrencyCode(value)
    ? Result.succeed(value)
    : bad("currency", "three capital letters (ISO 4217)")
}

const readStatus = (fields: Fields | undefined): Read<SaleStatus> => {
  const value = fields?.get("status")
  const known = saleStatuses.find((status) => status === value)
  return known === undefined
    ? bad("status", `one of ${saleStatuses.join(", ")}`)
    : Result.succeed(known)
}

/** An amount as sent, in the currency's main unit. */
interface SentAmount {
  readonly path: string
  readonly value: number
}

const readSent = (fields: Fields | undefined, path: string): Read<SentAmount> => {
  const value = fields?.get(path)
  return typeof value === "number" && Number.isFinite(value) && value >= 0
    ? Result.succeed({ path, value })
    : bad(path, "number >= 0")
}

const readOptionalSent = (fields: Fields | undefined, path: string): Read<SentAmount | null> =>
  fields?.get(path) === undefined ? Result.succeed(null) : readSent(fields, path)

/** The minor units that a sent amount stands for: those of the decimal that its sender wrote. */
const inMinor = ({ path, value }: SentAmount, minorUnits: number): Read<number> => {
  const scale = { numerator: powerOfTen(minorUnits), denominator: 1n }
  const exact = Result.map(numberToRational(value), (sent) => multiply(sent, scale))
  if (Result.isFailure(exact)) return bad(path, "number >= 0")
  const { denominator, numerator } = exact.success
  if (denominator !== 1n) return bad(path, `at most ${minorUnits} decimals in this currency`)
  const amountMinor = Number(numerator)
  return Number.isSafeInteger(amountMinor)
    ? Result.succeed(amountMinor)
    : bad(path, `at most ${Number.MAX_SAFE_INTEGER} of the smallest units of this currency`)
}

const inMinorOrNull = (sent: SentAmount | null, minorUnits: number): Read<number | null> =>
  sent === null ? Result.succeed(null) : inMinor(sent, minorUnits)

/** The fields of a report by their form, in the contract's order, which is that of its refusals. */
const readForms = (fields: Fields | undefined, version: ContractVersion) =>
  Result.all({
    ref: readName(fields, "ref"),
    externalOrderId: readName(fields, "externalOrderId"),
    amount: readSent(fields, "amount"),
    commission: readOptionalSent(fields, "commission"),
    currency: readCurrency(fields),
    status: readStatus(fields),
    partnerFeeAmount:
      version === "3.1" ? Result.succeed(null) : readOptionalSent(fields, "partnerFeeAmount"),
  })

const declaredUplift = (version: ContractVersion, amountMinor: number | null): DeclaredUplift =>
  version === "3.1" ? { _tag: "Computed" } : { _tag: "AtMost", amountMinor: amountMinor ?? 0 }

/**
 * Reads a conversion report (parsed JSON of any shape), or gives the first refusal: the contract's
 * version, the fields in the contract's order, then the decimals of the amounts, which only the
 * currency tells. Unknown fields are ignored and null is absent; version 3.1 knows no
 * partnerFeeAmount, so it is not looked at.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readConversionReport } from "../rules/sales/read-report.ts"
 *
 * const sale = { ref: "acme-SPRING27", externalOrderId: "order 1", amount: 110.5, status: "pending" }
 * Result.getOrUndefined(readConversionReport(sale, () => 2))?.amountMinor // => 11050
 * Result.getOrUndefined(readConversionReport(sale, () => 0)) // => undefined
 * ```
 */
export const readConversionReport = (
  body: unknown,
  minorUnitsOf: (currency: string) => number,
): Result.Result<ConversionReport, ReportRefusal> => {
  const fields = fieldsOf(body, "")
  return Result.flatMap(readVersion(fields), (version) =>
    Result.flatMap(readForms(fields, version), (forms) => {
      const { currency, externalOrderId, ref, status } = forms
      const minorUnits = minorUnitsOf(currency)
      const amounts = Result.all({
        amountMinor: inMinor(forms.amount, minorUnits),
        commissionMinor: inMinorOrNull(forms.commission, minorUnits),
        partnerFeeMinor: inMinorOrNull(forms.partnerFeeAmount, minorUnits),
      })
      return Result.map(amounts, ({ amountMinor, commissionMinor, partnerFeeMinor }) => ({
        ref,
        externalOrderId,
        amountMinor,
        currency,
        minorUnits,
        status,
        commissionMinor,
        uplift: declaredUplift(version, partnerFeeMinor),
      }))
    }),
  )
}
