import { type InLanguages, inWords } from "../../kit/language.ts"
import type {
  CellValue,
  ShownInterval,
  ShownTest,
} from "../../../../../rules/changes/grid/grid-view.ts"

const en = {
  any: "any",
  not: (words: string) => `not ${words}`,
  or: " or ",
  and: ", ",
  yes: "yes",
  no: "no",
  fromTo: (low: string, high: string) => `${low} to ${high}`,
  upTo: (high: string) => `up to ${high}`,
  under: (high: string) => `under ${high}`,
  atLeast: (low: string) => `${low} and over`,
  over: (low: string) => `over ${low}`,
  lowOpen: (low: string) => `over ${low}`,
  highOpen: (high: string) => `under ${high}`,
  operators: {
    Any: "any",
    fromTo: "from … to",
    upTo: "up to",
    under: "under",
    atLeast: "at least",
    over: "over",
    exactly: "exactly",
    notFromTo: "not from … to",
    oneOf: "one of",
    noneOf: "not",
    yes: "yes",
    no: "no",
    written: "as written",
  },
  operator: "How the cell decides",
  from: "from",
  to: "to",
}

/** The words of conditions. */
export const conditionWords: InLanguages<typeof en> = {
  en,
  fr: {
    any: "tout",
    not: (words) => `sauf ${words}`,
    or: " ou ",
    and: ", ",
    yes: "oui",
    no: "non",
    fromTo: (low, high) => `${low} à ${high}`,
    upTo: (high) => `jusqu’à ${high}`,
    under: (high) => `moins de ${high}`,
    atLeast: (low) => `${low} et plus`,
    over: (low) => `plus de ${low}`,
    lowOpen: (low) => `plus de ${low}`,
    highOpen: (high) => `moins de ${high}`,
    operators: {
      Any: "tout",
      fromTo: "de … à",
      upTo: "jusqu’à",
      under: "moins de",
      atLeast: "au moins",
      over: "plus de",
      exactly: "exactement",
      notFromTo: "sauf de … à",
      oneOf: "l’un de",
      noneOf: "sauf",
      yes: "oui",
      no: "non",
      written: "tel qu’écrit",
    },
    operator: "Comment la cellule décide",
    from: "de",
    to: "à",
  },
}

const intervalText = ({ high, highClosed, low, lowClosed }: ShownInterval): string => {
  const words = inWords(conditionWords)
  if (low !== null && low === high) return low
  if (low === null && high === null) return words.any
  if (low === null) return highClosed ? words.upTo(high ?? "") : words.under(high ?? "")
  if (high === null) return lowClosed ? words.atLeast(low) : words.over(low)
  return words.fromTo(
    lowClosed ? low : words.lowOpen(low),
    highClosed ? high : words.highOpen(high),
  )
}

/** A condition in words: `18 to 64`, `not cruise`; `nameOf` gives what people call a word. */
export const testText = (test: ShownTest, nameOf: (word: string) => string): string => {
  const words = inWords(conditionWords)
  switch (test._tag) {
    case "Any":
      return words.any
    case "Is":
      return test.value ? words.yes : words.no
    case "AnyOf":
      return test.words.map(nameOf).join(words.or)
    case "NoneOf":
      return words.not(test.words.map(nameOf).join(words.or))
    case "Within":
      return test.intervals.map(intervalText).join(words.or)
    case "Outside":
      return words.not(test.intervals.map(intervalText).join(words.or))
  }
}

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
