import type {
  CellValue,
  ShownInterval,
  ShownTest,
} from "../../../../../rules/changes/grid/grid-view.ts"
import type { conditionWords } from "./condition-words.ts"

/** How a condition decides, as somebody chooses it. */
export type ConditionOperator = keyof typeof conditionWords.en.operators

/** A condition while it is edited. */
export interface ConditionDraft {
  readonly operator: ConditionOperator
  readonly low: string
  readonly high: string
  readonly words: ReadonlyArray<string>
  /** The text of the cell, where it is edited as it is written. */
  readonly written: string
}

/** The operators for each kind of condition, in the order in which they are offered. */
export const operatorsFor: Readonly<
  Record<"number" | "words" | "truth", ReadonlyArray<ConditionOperator>>
> = {
  number: ["Any", "fromTo", "upTo", "under", "atLeast", "over", "exactly", "notFromTo", "written"],
  words: ["Any", "oneOf", "noneOf", "written"],
  truth: ["Any", "yes", "no"],
}

const operatorOf = ({ high, highClosed, low, lowClosed }: ShownInterval): ConditionOperator => {
  if (low !== null && low === high) return "exactly"
  if (low === null) return highClosed ? "upTo" : "under"
  if (high === null) return lowClosed ? "atLeast" : "over"
  return lowClosed && highClosed ? "fromTo" : "written"
}

/** A condition that was read, to be edited; one that the operators cannot say is edited as written. */
export const draftOf = (test: ShownTest | undefined, written: string): ConditionDraft => {
  const draft: ConditionDraft = { operator: "written", low: "", high: "", words: [], written }
  switch (test?._tag) {
    case undefined:
      return draft
    case "Any":
      return { ...draft, operator: "Any" }
    case "Is":
      return { ...draft, operator: test.value ? "yes" : "no" }
    case "AnyOf":
      return { ...draft, operator: "oneOf", words: test.words }
    case "NoneOf":
      return { ...draft, operator: "noneOf", words: test.words }
    case "Within":
    case "Outside": {
      const [interval] = test.intervals
      if (interval === undefined || test.intervals.length > 1) return draft
      const operator = operatorOf(interval)
      const ends = { low: interval.low ?? "", high: interval.high ?? "" }
      if (test._tag === "Within") return { ...draft, ...ends, operator }
      return operator === "fromTo" ? { ...draft, ...ends, operator: "notFromTo" } : draft
    }
  }
}

const closed = { lowClosed: true, highClosed: true }

/** What is asked of the server; undefined where the text is sent as it is written. */
export const valueOf = ({ high, low, operator, words }: ConditionDraft): CellValue | undefined => {
  const within = (interval: ShownInterval): CellValue => ({ _tag: "Within", intervals: [interval] })
  switch (operator) {
    case "Any":
      return { _tag: "Any" }
    case "yes":
    case "no":
      return { _tag: "Is", value: operator === "yes" }
    case "oneOf":
    case "noneOf":
      if (words.length === 0) return { _tag: "Any" }
      return { _tag: operator === "oneOf" ? "AnyOf" : "NoneOf", words }
    case "fromTo":
      return within({ low, high, ...closed })
    case "notFromTo":
      return { _tag: "Outside", intervals: [{ low, high, ...closed }] }
    case "exactly":
      return within({ low, high: low, ...closed })
    case "upTo":
    case "under":
      return within({ low: null, lowClosed: false, high, highClosed: operator === "upTo" })
    case "atLeast":
    case "over":
      return within({ low, lowClosed: operator === "atLeast", high: null, highClosed: false })
    case "written":
      return undefined
  }
}

/** Which ends of an interval an operator takes. */
export const endsOf = (operator: ConditionOperator): ReadonlyArray<"low" | "high"> => {
  switch (operator) {
    case "fromTo":
    case "notFromTo":
      return ["low", "high"]
    case "upTo":
    case "under":
      return ["high"]
    case "atLeast":
    case "over":
    case "exactly":
      return ["low"]
    default:
      return []
  }
}
