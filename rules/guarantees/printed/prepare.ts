import { minorToRational, rationalToMinor } from "../../../core/money/minor.ts"
import { compare, type Rational } from "../../../core/money/rational.ts"
import { type FindAmount, makeAmountFinder } from "./amount-finder.ts"
import { foldPrinted, gatherPhrases, type LanguagePhrases, phraseOf } from "./phrases.ts"
import type { PrintedTables } from "./printed-tables.ts"
import { amountSign, type printedAmounts } from "./printed-vocabulary.ts"
import type { PrintedContext, PrintedReading, ReadPrinted } from "./read-printed.ts"

/** Longer lines are not read; no guarantee is printed at such length. */
export const printedLengthMax = 300

/** Readings that are remembered of each language and currency. */
const rememberedMax = 2048

const unmapped: PrintedReading = Object.freeze({
  state: "not_available",
  value: null,
  mapped: false,
})

/** What a line says: its phrase, and the amount in it. */
interface Said {
  readonly phrase: string
  readonly amount: Rational | undefined
}

const amountKind = ({ amount }: Said): (typeof printedAmounts)[number] => {
  if (amount === undefined) return "none"
  return amount.numerator === 0n ? "zero" : "positive"
}

/** What a folded line says; undefined where its amount cannot be told. */
const saidIn = (
  folded: string,
  phrases: LanguagePhrases,
  findAmount: FindAmount,
): Said | undefined => {
  const whole = phraseOf(folded)
  if (phrases.has(whole)) return { phrase: whole, amount: undefined }
  const found = findAmount(folded)
  if (found?.amount === undefined) return undefined
  const { amount, before, behind } = found
  return { phrase: phraseOf(`${before}${amountSign}${behind}`), amount }
}

/** Whether an amount is a whole number of minor units that a number holds. */
const isRepresentable = (amount: Rational, minorUnits: number): boolean => {
  const amountMinor = rationalToMinor(amount, minorUnits)
  const isWhole = compare(minorToRational(amountMinor, minorUnits), amount) === 0
  return isWhole && amountMinor <= BigInt(Number.MAX_SAFE_INTEGER)
}

type ReadLine = (printed: string) => PrintedReading

const prepareLine = (
  tables: PrintedTables,
  phrases: LanguagePhrases,
  context: PrintedContext,
): ReadLine => {
  const minorUnits = tables.currencies.get(context.currency)?.minorUnits
  if (minorUnits === undefined) return () => unmapped
  const findAmount = makeAmountFinder(tables, context)
  return (printed) => {
    const said = saidIn(foldPrinted(printed), phrases, findAmount)
    const known = said === undefined ? undefined : phrases.get(said.phrase)
    if (said === undefined || known === undefined) return unmapped
    const facts = { meaning: known.meaning, amount: amountKind(said) }
    const [row] = tables.printedStates.evaluate(facts)
    if (row === undefined) return unmapped
    const { state } = row
    const holdsValue = state === "value" || state === "per_day"
    if (!holdsValue) return { state, value: null, mapped: true }
    const { amount } = said
    if (amount === undefined || !isRepresentable(amount, minorUnits)) return unmapped
    return { state, value: amount, mapped: true }
  }
}

const prepareReaders = (
  tables: PrintedTables,
  adapt: (read: ReadLine) => ReadLine,
): ReadPrinted => {
  const { phrases } = gatherPhrases(tables)
  const readers = new Map<string, ReadLine>()
  const readerFor = (context: PrintedContext): ReadLine => {
    const key = `${context.language} ${context.currency}`
    const known = readers.get(key)
    if (known !== undefined) return known
    const read = adapt(prepareLine(tables, phrases[context.language], context))
    // Only currencies of the table have a reader of their own, so that there are few.
    if (tables.currencies.get(context.currency) !== undefined) readers.set(key, read)
    return read
  }
  return (printed, context) =>
    printed.length > printedLengthMax ? unmapped : readerFor(context)(printed)
}

/**
 * Prepares the reading of printed guarantees over one set of tables. A line reads when the whole of
 * it is one known phrase around at most one well-formed amount, in the guarantee currency and in its
 * minor units; everything else is unmapped.
 */
export const prepareReadPrinted = (tables: PrintedTables): ReadPrinted =>
  prepareReaders(tables, (read) => remembering(rememberedMax, read))

/** The same, with nothing remembered: for those who watch what the reading of each line asks. */
export const prepareReadAfresh = (tables: PrintedTables): ReadPrinted =>
  prepareReaders(tables, (read) => read)

/**
 * A function that remembers its latest answers, at most so many; for pure functions of texts that
 * come from outside, of which there is no end.
 *
 * ```ts
 * import { remembering } from "../rules/guarantees/printed/prepare.ts"
 *
 * const lengths = remembering(2, (text: string) => [text.length])
 * lengths("one") === lengths("one") // => true
 * ```
 */
export const remembering = <Value>(
  entriesMax: number,
  make: (key: string) => Value,
): ((key: string) => Value) => {
  const known = new Map<string, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as Value
    const made = make(key)
    if (known.size >= entriesMax) {
      const [oldest] = known.keys()
      if (oldest !== undefined) known.delete(oldest)
    }
    known.set(key, made)
    return made
  }
}
