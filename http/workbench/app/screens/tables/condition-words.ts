import { type InLanguages, inWords } from "../../kit/language.ts"
import type { ShownInterval, ShownTest } from "../../../../../rules/changes/grid/grid-view.ts"

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
