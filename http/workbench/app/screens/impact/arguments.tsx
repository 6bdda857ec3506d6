import type { JSX } from "preact"
import type { ImpactArgument } from "../../../../../rules/changes/impact-view.ts"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { impactWords } from "../../panels/impact-words.ts"
import { impactScreenWords } from "./impact-screen-words.ts"

/** So many cards are named at once; the others fold. */
const cardsMax = 3

const Cards = ({ cards }: Pick<ImpactArgument, "cards">): JSX.Element => {
  const named = (some: ImpactArgument["cards"]) =>
    some.map(({ name, situations }) => (
      <li>
        {name ?? inWords(impactScreenWords).noCard}{" "}
        <span class="third">{numberText(situations, 0)}</span>
      </li>
    ))
  const rest = cards.slice(cardsMax)
  return (
    <>
      <ul>{named(cards.slice(0, cardsMax))}</ul>
      {rest.length === 0 ? null : (
        <details>
          <summary class="label">{inWords(impactWords).more(rest.length)}</summary>
          <ul>{named(rest)}</ul>
        </details>
      )}
    </>
  )
}

/** Arguments that bilans gain, lose, or tell in another place: by name, how often, and for which cards. */
export const Arguments = ({
  some,
}: {
  readonly some: ReadonlyArray<ImpactArgument>
}): JSX.Element => {
  const words = inWords(impactScreenWords)
  if (some.length === 0) return <p class="empty in">{words.noArguments}</p>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.arguments}>
      <table>
        <caption class="unseen">{words.arguments}</caption>
        <thead>
          <tr>
            <th scope="col">{words.argument}</th>
            <th scope="col">{words.change}</th>
            <th scope="col" class="number">
              {words.situations}
            </th>
            <th scope="col">{words.cards}</th>
          </tr>
        </thead>
        <tbody>
          {some.map(({ cards, change, id, name, situations }) => (
            <tr>
              <th scope="row">
                {inWords(name)}
                <p class="code third">{id}</p>
              </th>
              <td>
                <span class={`argument-change ${change}`}>{words.changes[change]}</span>
              </td>
              <td class="number">{numberText(situations, 0)}</td>
              <td>
                <Cards cards={cards} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
