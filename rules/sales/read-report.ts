import * as Result from "effect/Result"
import {
  amountMinorMax,
  type DecimalLiteral,
  literalToMinor,
  readDecimalLiteral,
} from "../../core/money/decimal-literal.ts"
import { type AmountMinor, minorToDecimal } from "../../core/money/minor.ts"
import { type CurrencyCode, isCurrencyCode } from "../../core/vocabulary/codes.ts"
import type { MinorUnitsOf } from "../currency/minor-units.ts"
import { type SaleStatus, saleStatuses } from "./sale-record.ts"
import { amountRule, type Fields, fieldsOf } from "../trip/fields.ts"
import { describeTripRefusal } from "../trip/trip-refusal.ts"
import { defaultCurrency } from "../trip/trip-vocabulary.ts"
import { contractVersions, nameLengthMax, type ReportField } from "./report-body.ts"

/** What a report says of the uplift part of the commission. */
export type DeclaredUplift =
  /** Contract 3.1 has no such field. */
  | { readonly _tag: "Unknown" }
  /** Contract 3.2, without the field. */
  | { readonly _tag: "LeftOut" }
  /** Contract 3.2: what was charged, in minor units. It can only lower the part. */
  | { readonly _tag: "AtMost"; readonly amountMinor: AmountMinor }

/** What a report declares of a sale, and what the commission of the sale goes by. */
export interface DeclaredSale {
  readonly status: SaleStatus
  /** Premium with its handling fee: what the traveller paid. */
  readonly amountMinor: AmountMinor
  /** The commission that the partner expects, which can only lower what is computed. */
  readonly commissionMinor: AmountMinor | null
  readonly uplift: DeclaredUplift
}

/** A conversion as a partner reports it, once read; amounts in minor units of the currency. */
export interface ConversionReport extends DeclaredSale {
  readonly ref: string
  readonly externalOrderId: string
  readonly currency: CurrencyCode
  /** Decimals of the currency. */
  readonly minorUnits: number
}

/** What was declared, and when its sender signed that, in Unix seconds. */
export interface SignedSale extends DeclaredSale {
  readonly signedAtSeconds: number
}

/** A report, and when its sender signed it, in Unix seconds. */
export interface SignedReport extends ConversionReport, SignedSale {}

/** The codes of a refused conversion report, in the order in which they are reported. */
export const reportRefusalCodes = ["UNKNOWN_CONTRACT_VERSION", "BAD_CONVERSION"] as const

/** A code of {@link reportRefusalCodes}. */
export type ReportRefusalCode = (typeof reportRefusalCodes)[number]

/** Why a conversion report is refused: the code, where in the body, and the rule that is broken. */
interface ReportRefusal {
  readonly _tag: "ReportRefusal"
  readonly code: ReportRefusalCode
  readonly path: string
  readonly rule: string
}

/**
 * The sentence of a refusal: the path and the rule.
 *
 * ```ts
 * import { describeReportRefusal } from "../rules/sales/read-report.ts"
 *
 * const refusal = { _tag: "ReportRefusal", code: "BAD_CONVERSION", path: "amount", rule: "number >= 0" } as const
 * describeReportRefusal(refusal) // => "amount: number >= 0"
 * ```
 */
export const describeReportRefusal = (refusal: ReportRefusal): string =>
  describeTripRefusal(refusal)

type Read<Value> = Result.Result<Value, ReportRefusal>

type ReportFields = Fields<ReportField> | undefined

type ContractVersion = (typeof contractVersions)[number]

const bad = (path: string, rule: string): Result.Result<never, ReportRefusal> =>
  Result.fail({ _tag: "ReportRefusal", code: "BAD_CONVERSION", path, rule })

const readVersion = (fields: ReportFields): Read<ContractVersion> => {
  // Null is no version either, while any other field may be null for absent.
  const value =
    fields?.has("contractVersion") === true ? fields.get("contractVersion") : contractVersions[0]
  const known = contractVersions.find((version) => version === value)
  return known === undefined
    ? Result.fail({
        _tag: "ReportRefusal",
        code: "UNKNOWN_CONTRACT_VERSION",
        path: "contractVersion",
        rule: `the text ${contractVersions.map((version) => `"${version}"`).join(" or ")}`,
      })
    : Result.succeed(known)
}

const isName = (value: unknown): value is string =>
  typeof value === "string" &&
  value !== "" &&
  value.isWellFormed() &&
  !value.includes("\u0000") &&
  [...value].length <= nameLengthMax

const readName = (fields: ReportFields, name: ReportField): Read<string> => {
  const value = fields?.get(name)
  return isName(value)
    ? Result.succeed(value)
    : bad(name, `text of 1 to ${nameLengthMax} characters, without U+0000 and lone surrogates`)
}

/** A currency with its decimals. */
interface SaleCurrency {
  readonly code: string
  readonly minorUnits: number
}

const readCurrency = (fields: ReportFields, minorUnitsOf: MinorUnitsOf): Read<SaleCurrency> => {
  const code = fields?.get("currency") ?? defaultCurrency
  if (!isCurrencyCode(code)) return bad("currency", "three capital letters (ISO 4217)")
  const minorUnits = minorUnitsOf(code)
  return minorUnits === undefined
    ? bad("currency", "an active currency of ISO 4217 that has a minor unit")
    : Result.succeed({ code, minorUnits })
}

const readStatus = (fields: ReportFields): Read<SaleStatus> => {
  const value = fields?.get("status")
  const known = saleStatuses.find((status) => status === value)
  return known === undefined
    ? bad("status", `one of ${saleStatuses.join(", ")}`)
    : Result.succeed(known)
}

/** A report's body: parsed JSON of any shape, and its numbers as they are written where that is known. */
interface WrittenReport {
  readonly json: unknown
  /** By name, the literals of its own numbers; without one the shortest of the parsed number counts. */
  readonly literals?: ReadonlyMap<string, string>
}

/** The fields of a body and the literals of its numbers. */
interface Sent {
  readonly fields: ReportFields
  readonly literals: ReadonlyMap<string, string>
}

/** An amount as sent, in the currency's main unit. */
interface SentAmount {
  readonly path: ReportField
  readonly literal: DecimalLiteral
}

const readSent = ({ fields, literals }: Sent, path: ReportField): Read<SentAmount> => {
  const value = fields?.get(path)
  if (typeof value !== "number" || !Number.isFinite(value)) return bad(path, amountRule(value))
  const literal = readDecimalLiteral(literals.get(path) ?? String(value))
  return literal === undefined || literal.isNegative
    ? bad(path, amountRule(value))
    : Result.succeed({ path, literal })
}

const readOptionalSent = (sent: Sent, path: ReportField): Read<SentAmount | null> =>
  sent.fields?.get(path) === undefined ? Result.succeed(null) : readSent(sent, path)

/** The minor units that a sent amount stands for, which is what its sender wrote. */
const inMinor = ({ literal, path }: SentAmount, minorUnits: number): Read<number> =>
  Result.mapError(literalToMinor(literal, minorUnits), (why) => {
    const rule = {
      negative: amountRule(-1),
      "too fine": `at most ${minorUnits} decimals in this currency`,
      "too large": `at most ${minorToDecimal(amountMinorMax, minorUnits)} in this currency`,
    }[why]
    return { _tag: "ReportRefusal", code: "BAD_CONVERSION", path, rule }
  })

const inMinorOrNull = (sent: SentAmount | null, minorUnits: number): Read<number | null> =>
  sent === null ? Result.succeed(null) : inMinor(sent, minorUnits)

/** The fields of a report by their form, in the contract's order, which is that of its refusals. */
const readForms = (sent: Sent, version: ContractVersion, minorUnitsOf: MinorUnitsOf) => {
  const { fields } = sent
  return Result.all({
    ref: readName(fields, "ref"),
    externalOrderId: readName(fields, "externalOrderId"),
    amount: readSent(sent, "amount"),
    commission: readOptionalSent(sent, "commission"),
    currency: readCurrency(fields, minorUnitsOf),
    status: readStatus(fields),
    partnerFeeAmount:
      version === "3.1" ? Result.succeed(null) : readOptionalSent(sent, "partnerFeeAmount"),
  })
}

const declaredUplift = (
  version: ContractVersion,
  amountMinor: AmountMinor | null,
): DeclaredUplift => {
  if (version === "3.1") return { _tag: "Unknown" }
  return amountMinor === null ? { _tag: "LeftOut" } : { _tag: "AtMost", amountMinor }
}

const noLiterals: ReadonlyMap<string, string> = new Map()

/**
 * Reads a conversion report, or gives the first refusal: the contract's version, the fields in the
 * contract's order, then decimals and size of the amounts, which only the currency tells. Amounts are
 * read from their literals, exactly, and what cannot be held is refused, not rounded. Unknown fields
 * are ignored and null is absent, save for the version; version 3.1 knows no partnerFeeAmount, so it
 * is not looked at.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readConversionReport } from "../rules/sales/read-report.ts"
 *
 * const json = { ref: "acme-SPRING27", externalOrderId: "order 1", amount: 110.5, status: "pending" }
 * Result.getOrUndefined(readConversionReport({ json }, () => 2))?.amountMinor // => 11050
 * Result.getOrUndefined(readConversionReport({ json }, () => 0)) // => undefined
 * const literals = new Map([["amount", "110.500000000000000001"]])
 * Result.getOrUndefined(readConversionReport({ json, literals }, () => 2)) // => undefined
 * ```
 */
export const readConversionReport = (
  { json, literals = noLiterals }: WrittenReport,
  minorUnitsOf: MinorUnitsOf,
): Result.Result<ConversionReport, ReportRefusal> => {
  const fields = fieldsOf<ReportField>(json, "")
  return Result.flatMap(readVersion(fields), (version) =>
    Result.flatMap(readForms({ fields, literals }, version, minorUnitsOf), (forms) => {
      const { currency, externalOrderId, ref, status } = forms
      const { minorUnits } = currency
      const amounts = Result.all({
        amountMinor: inMinor(forms.amount, minorUnits),
        commissionMinor: inMinorOrNull(forms.commission, minorUnits),
        partnerFeeMinor: inMinorOrNull(forms.partnerFeeAmount, minorUnits),
      })
      return Result.map(amounts, ({ amountMinor, commissionMinor, partnerFeeMinor }) => ({
        ref,
        externalOrderId,
        amountMinor,
        currency: currency.code,
        minorUnits,
        status,
        commissionMinor,
        uplift: declaredUplift(version, partnerFeeMinor),
      }))
    }),
  )
}
