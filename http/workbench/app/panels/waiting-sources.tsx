import type { JSX } from "preact"
import { follow, useFollowing } from "../kit/follow.ts"
import { numberText } from "../kit/format.ts"
import { inWords, type InLanguages } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { tableTitle } from "../kit/table-names.ts"
import { WaitingLine } from "./waiting-line.tsx"

const en = {
  older: (count: number, text: string) =>
    count === 1 ? "1 source older than a year" : `${text} sources older than a year`,
  about: (table: string) => `In ${table}; look whether they still say so`,
  look: "Look",
}

const waitingWords: InLanguages<typeof en> = {
  en,
  fr: {
    older: (count, text) =>
      count < 2 ? `${text} source de plus d’un an` : `${text} sources de plus d’un an`,
    about: (table) => `Dans ${table}\u202f; regardez si elles le disent encore`,
    look: "Regarder",
  },
}

const yearMonths = 12

/** The covers of cards: other tables have limits of their own, or no date. */
const coversFile = "coach/benefits.csv"

const old = follow("sources")

/** Covers that rest on an older page; how many there are is enough. */
const oldCovers = {
  market: null,
  slug: null,
  problem: "old",
  file: coversFile,
  oldMonths: yearMonths,
  order: "urgency",
  isDescending: false,
  limit: 0,
} as const

/** How many covers rest on a page of more than a year ago; nothing where none does. */
export const WaitingSources = (): JSX.Element | null => {
  const words = inWords(waitingWords)
  useFollowing(old, oldCovers)
  const count = old.state.value.output?.found ?? 0
  return count === 0 ? null : (
    <WaitingLine
      title={words.older(count, numberText(count))}
      about={words.about(tableTitle(coversFile))}
      href={hrefOf("sources", "", { state: "old", table: coversFile })}
      verb={words.look}
    />
  )
}
