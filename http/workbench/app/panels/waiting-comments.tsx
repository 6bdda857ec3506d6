import type { JSX } from "preact"
import type { ReviewComment } from "../../../../rules/changes/reviewed-change.ts"
import { inWords } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { tableTitle } from "../kit/table-names.ts"
import { releasesWords } from "./releases-words.ts"
import { review, useReview } from "./review-state.ts"
import { WaitingLine } from "./waiting-line.tsx"

/** Who asks: the first name does among colleagues. */
const firstName = (name: string): string => name.split(" ")[0] ?? name

const Waiting = ({ answers, by, id, place, text }: ReviewComment): JSX.Element => {
  const words = inWords(releasesWords).comments
  const last = answers.at(-1) ?? { by, text }
  return (
    <WaitingLine
      title={words.asks(firstName(last.by.name), last.text)}
      about={place === null ? words.onChange : words.onRow(tableTitle(place.file), place.line)}
      href={hrefOf("review", "", { comment: id })}
      verb={words.answer}
    />
  )
}

/** Comments of colleagues that wait for an answer from the person who works here. */
export const WaitingComments = (): JSX.Element | null => {
  useReview()
  const waiting = review.value?.comments.filter(({ waitsForYou }) => waitsForYou) ?? []
  return waiting.length === 0 ? null : (
    <>
      {waiting.map((comment) => (
        <Waiting {...comment} />
      ))}
    </>
  )
}
