import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type OracleCurrency, oracleConvert, tieAmount } from "./oracle.ts"

/** One golden conversion in minor units; null where the result is no safe integer. */
export interface ConversionVector {
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

const amounts = [0, 1, 1359, 98_765_432_101]

/** All vectors that the oracle gives for some currencies. */
export const conversionVectors = (
  currencies: ReadonlyArray<OracleCurrency>,
): ReadonlyArray<ConversionVector> => {
  const vector = (source: OracleCurrency, target: OracleCurrency, amount: bigint) => {
    const expected = Number(oracleConvert(source, target, amount))
    return {
      source: source.code,
      target: target.code,
      amountMinor: Number(amount),
      expectedMinor: Number.isSafeInteger(expected) ? expected : null,
    }
  }
  const insurers = currencies.filter(({ code }) => ["EUR", "GBP", "USD", "CHF"].includes(code))
  return currencies.flatMap((target, index) => {
    const other = currencies[(index + 7) % currencies.length] ?? target
    const plain = [...insurers, other].flatMap((source) =>
      amounts.map((amount) => vector(source, target, BigInt(amount))),
    )
    const ties = [...insurers, other].flatMap((source) => {
      const tie = tieAmount(source, target)
      if (tie === undefined || tie > BigInt(Number.MAX_SAFE_INTEGER)) return []
      return [tie - 1n, tie, tie + 1n, -tie].map((amount) => vector(source, target, amount))
    })
    return [...plain, ...ties, vector(other, target, BigInt(Number.MAX_SAFE_INTEGER))]
  })
}

const write = (): void => {
  const currencies = shippedOracleCurrencies()
  const header = {
    about:
      "Price conversions in minor units: eur_rate(target) / eur_rate(source) x (10000 + marginBps of the target) / 10000, rounded half up once. expectedMinor null: beyond the safe integers. Written by test/rules/currency/conversion-vectors.ts from the rates listed here.",
    currencies,
  }
  const lines = conversionVectors(currencies).map((vector) => `    ${JSON.stringify(vector)}`)
  const head = JSON.stringify(header, undefined, 2).slice(0, -2)
  writeFileSync(vectorsFile, `${head},\n  "vectors": [\n${lines.join(",\n")}\n  ]\n}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) write()
