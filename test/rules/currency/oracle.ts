/** A currency as the oracle reads it: its rate is still the decimal text of the table. */
export interface OracleCurrency {
  readonly code: string
  readonly minorUnits: number
  readonly eurRate: string
  readonly marginBps: number
}

/** A fraction, not reduced. */
export interface Ratio {
  readonly over: bigint
  readonly under: bigint
}

const decimal = (text: string): Ratio => {
  const [whole = "0", digits = ""] = text.split(".")
  return { over: BigInt(whole + digits), under: 10n ** BigInt(digits.length) }
}

/** Minor units of the target for one of the source, as written in the decision; not reduced. */
export const oracleRatio = (source: OracleCurrency, target: OracleCurrency): Ratio => {
  if (source.code === target.code) return { over: 1n, under: 1n }
  const from = decimal(source.eurRate)
  const to = decimal(target.eurRate)
  return {
    over:
      to.over * from.under * BigInt(10_000 + target.marginBps) * 10n ** BigInt(target.minorUnits),
    under: to.under * from.over * 10_000n * 10n ** BigInt(source.minorUnits),
  }
}

/** A ratio of an amount, rounded half away from zero by one division of bigints. */
export const roundedShare = ({ over, under }: Ratio, amountMinor: bigint): bigint => {
  const magnitude = amountMinor < 0n ? -amountMinor : amountMinor
  const quotient = (magnitude * over) / under
  const twice = 2n * (magnitude * over - quotient * under)
  const rounded = twice >= under ? quotient + 1n : quotient
  return amountMinor < 0n ? -rounded : rounded
}

/** The converted amount, half away from zero. */
export const oracleConvert = (
  source: OracleCurrency,
  target: OracleCurrency,
  amountMinor: bigint,
): bigint => roundedShare(oracleRatio(source, target), amountMinor)

const commonDivisor = (left: bigint, right: bigint): bigint =>
  right === 0n ? left : commonDivisor(right, left % right)

/** The ratio of a conversion in lowest terms. */
export const reducedRatio = (source: OracleCurrency, target: OracleCurrency): Ratio => {
  const { over, under } = oracleRatio(source, target)
  const common = commonDivisor(over, under)
  return { over: over / common, under: under / common }
}

/** The smallest positive amount that converts to exactly half a minor unit, if there is one. */
export const tieAmount = (source: OracleCurrency, target: OracleCurrency): bigint | undefined => {
  const { under } = reducedRatio(source, target)
  return under % 2n === 0n ? under / 2n : undefined
}

/** Whether an amount converts to exactly half a minor unit more than a whole number of them. */
export const isTie = (
  source: OracleCurrency,
  target: OracleCurrency,
  amountMinor: bigint,
): boolean => {
  const { over, under } = oracleRatio(source, target)
  const doubled = 2n * amountMinor * over
  return doubled % under === 0n && (doubled / under) % 2n !== 0n
}

/** The largest amount whose exact conversion is at most a result. */
export const amountOfResult = (
  source: OracleCurrency,
  target: OracleCurrency,
  result: bigint,
): bigint => {
  const { over, under } = oracleRatio(source, target)
  return (result * under) / over
}
