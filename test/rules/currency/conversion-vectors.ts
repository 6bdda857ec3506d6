import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { amountOfResult, type OracleCurrency, oracleConvert, tieAmount } from "./oracle.ts"

/** Why a vector is there. */
export type VectorKind =
  | "zero"
  | "one"
  | "everyday"
  | "negative"
  | "large"
  | "half"
  | "just_under_half"
  | "just_over_half"
  | "negative_half"
  | "result_near_2_49"
  | "result_near_2_53"
  | "amount_2_53"

/** One golden conversion in minor units; null where the result is no safe integer. */
export interface ConversionVector {
  readonly kind: VectorKind
  readonly source: string
  readonly target: string
  readonly amountMinor: number
  readonly expectedMinor: number | null
}

/** The golden file: the rates it was computed with, and its vectors. */
export interface ConversionVectors {
  readonly about: string
  readonly currencies: ReadonlyArray<OracleCurrency>
  readonly vectors: ReadonlyArray<ConversionVector>
}

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const vectorsFile = at("test/vectors/conversion.json")

/** The shipped currencies, read without the code under test. */
export const shippedOracleCurrencies = (): ReadonlyArray<OracleCurrency> =>
  readFileSync(at("data/currencies.csv"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("code,"))
    .map((line) => {
      const [code = "", , minorUnits = "", eurRate = "", marginBps = ""] = line.split(",")
      return { code, minorUnits: Number(minorUnits), eurRate, marginBps: Number(marginBps) }
    })

/** The golden file as it is in the tree. */
export const readConversionVectors = (): ConversionVectors =>
  JSON.parse(readFileSync(vectorsFile, "utf8")) as ConversionVectors

/** Sources that every target is converted from: those that insurers bill in, and one without decimals. */
const commonSources = ["EUR", "GBP", "USD", "CHF", "JPY"]

type KindOfAmount = readonly [kind: VectorKind, amountMinor: bigint]

const safeMaximum = BigInt(Number.MAX_SAFE_INTEGER)

const everyday: ReadonlyArray<KindOfAmount> = [
  ["zero", 0n],
  ["one", 1n],
  ["everyday", 1359n],
  ["negative", -1359n],
  ["large", 98_765_432_101n],
]

const halves = (source: OracleCurrency, target: OracleCurrency): ReadonlyArray<KindOfAmount> => {
  const half = tieAmount(source, target)
  if (half === undefined || half >= safeMaximum) return []
  return [
    ["just_under_half", half - 1n],
    ["half", half],
    ["just_over_half", half + 1n],
    ["negative_half", -half],
  ]
}

/** Amounts on both sides of results where an implementation in doubles has to do something else. */
const limits = (source: OracleCurrency, target: OracleCurrency): ReadonlyArray<KindOfAmount> => {
  const near = (kind: VectorKind, result: bigint): ReadonlyArray<KindOfAmount> => {
    const amount = amountOfResult(source, target, result)
    return amount >= safeMaximum
      ? []
      : [-1n, 0n, 1n].map((offset): KindOfAmount => [kind, amount + offset])
  }
  return [
    ...near("result_near_2_49", 2n ** 49n),
    ...near("result_near_2_53", 2n ** 53n),
    ["amount_2_53", safeMaximum],
    ["amount_2_53", -safeMaximum],
  ]
}

/** All vectors that the oracle gives for some currencies. */
export const conversionVectors = (
  currencies: ReadonlyArray<OracleCurrency>,
): ReadonlyArray<ConversionVector> => {
  const common = currencies.filter(({ code }) => commonSources.includes(code))
  return currencies.flatMap((target, index) => {
    const other = currencies[(index + 7) % currencies.length] ?? target
    return [...common, other].flatMap((source) =>
      [
        ...everyday,
        ...halves(source, target),
        ...(source === other || source.code === "EUR" ? limits(source, target) : []),
      ].map(([kind, amount]): ConversionVector => {
        const expected = Number(oracleConvert(source, target, amount))
        return {
          kind,
          source: source.code,
          target: target.code,
          amountMinor: Number(amount),
          expectedMinor: Number.isSafeInteger(expected) ? expected : null,
        }
      }),
    )
  })
}

const write = (): void => {
  const currencies = shippedOracleCurrencies()
  const header = {
    about:
      "Price conversions in minor units: eur_rate(target) / eur_rate(source) x (10000 + marginBps of the target) / 10000, rounded half up once. expectedMinor null: beyond the safe integers. kind: why a vector is there. Written by test/rules/currency/conversion-vectors.ts from the rates listed here.",
    currencies,
  }
  const lines = conversionVectors(currencies).map((vector) => `    ${JSON.stringify(vector)}`)
  const head = JSON.stringify(header, undefined, 2).slice(0, -2)
  writeFileSync(vectorsFile, `${head},\n  "vectors": [\n${lines.join(",\n")}\n  ]\n}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) write()
