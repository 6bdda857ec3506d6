import type { JSX } from "preact"
import type { FirstPlaceChange } from "../../../protocol/impact.ts"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { impactScreenWords } from "./impact-screen-words.ts"

/** From which offer to which the first place went, and how often. */
export const FirstPlaceMoves = ({
  moves,
}: {
  readonly moves: ReadonlyArray<FirstPlaceChange>
}): JSX.Element | null => {
  const words = inWords(impactScreenWords)
  if (moves.length === 0) return null
  return (
    <details class="change-table">
      <summary>{words.allMoves}</summary>
      <table>
        <caption class="unseen">{words.allMoves}</caption>
        <thead>
          <tr>
            <th scope="col">{words.from}</th>
            <th scope="col">{words.to}</th>
            <th scope="col" class="number">
              {words.times}
            </th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ from, times, to }) => (
            <tr>
              <td>{from ?? words.noOffer}</td>
              <td>{to ?? words.noOffer}</td>
              <td class="number">{numberText(times, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
