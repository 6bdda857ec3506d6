import type { JSX } from "preact"
import type { FirstPlaceStanding } from "../../../../rules/changes/impact-view.ts"
import { numberText } from "../kit/format.ts"
import { inWords } from "../kit/language.ts"
import { impactWords } from "./impact-words.ts"

const signed = (count: number): string =>
  count === 0 ? "0" : `${count > 0 ? "+" : "−"}${numberText(Math.abs(count), 0)}`

const said = ({ gained, lost }: FirstPlaceStanding, isFirst: boolean): string => {
  const words = inWords(impactWords)
  if (gained > 0 && lost > 0) return (isFirst ? words.bothFirst : words.both)(gained, lost)
  if (lost > 0) return words.loses
  return isFirst ? words.gainsFirst : words.gains
}

/** Offers that gain or lose the first place, and how often. */
export const FirstPlaces = ({
  max,
  standings,
}: {
  readonly standings: ReadonlyArray<FirstPlaceStanding>
  readonly max: number
}): JSX.Element | null => {
  const words = inWords(impactWords)
  if (standings.length === 0) return null
  return (
    <>
      <ul class="standings">
        {standings.slice(0, max).map((standing, index) => (
          <li>
            <span>
              {standing.title}
              {standing.catalogue === "sandbox" ? ` (${words.sandbox})` : ""}{" "}
              {said(standing, index === 0)}
            </span>
            <b class="number">
              {standing.gained > 0 && standing.lost > 0
                ? signed(standing.gained - standing.lost)
                : words.times(standing.gained + standing.lost)}
            </b>
          </li>
        ))}
      </ul>
      {standings.length > max ? (
        <p class="label third">{words.more(standings.length - max)}</p>
      ) : null}
    </>
  )
}
