import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { follow } from "../kit/follow.ts"
import { numberText } from "../kit/format.ts"
import { inWords, type InLanguages } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { session } from "../kit/session.ts"

const en = {
  older: (count: number, text: string) =>
    count === 1 ? "One source older than a year." : `${text} sources older than a year.`,
  look: "Look",
}

const waitingWords: InLanguages<typeof en> = {
  en,
  fr: {
    older: (count, text) =>
      count === 1 ? "Une source de plus d’un an." : `${text} sources de plus d’un an.`,
    look: "Regarder",
  },
}

const yearMonths = 12

/** The covers of cards: other tables have limits of their own, or no date. */
const coversFile = "coach/benefits.csv"

const old = follow("sources")

/** How many covers rest on a page of more than a year ago; nothing where none does. */
export const WaitingSources = (): JSX.Element | null => {
  const words = inWords(waitingWords)
  const revision = session.value?.revision
  useEffect(
    () =>
      old.ask({
        market: null,
        slug: null,
        problem: "old",
        file: coversFile,
        oldMonths: yearMonths,
        order: "urgency",
        isDescending: false,
        limit: 0,
      }),
    [revision],
  )
  const count = old.state.value.output?.found ?? 0
  return count === 0 ? null : (
    <p>
      {words.older(count, numberText(count))}{" "}
      <a href={hrefOf("sources", "", { state: "old", table: coversFile })}>{words.look}</a>
    </p>
  )
}
