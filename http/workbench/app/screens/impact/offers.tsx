import type { JSX } from "preact"
import type { ImpactOffer } from "../../../../../rules/changes/impact-view.ts"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { changeText, impactWords } from "../../panels/impact-words.ts"
import { impactScreenWords } from "./impact-screen-words.ts"

const count = (value: number): string => (value === 0 ? "—" : numberText(value, 0))

const Offer = ({ change, cheaper, come, dearer, gone, prices, title, catalogue }: ImpactOffer) => {
  const words = inWords(impactScreenWords)
  const remarks = [
    ...(catalogue === "sandbox" ? [inWords(impactWords).sandbox] : []),
    ...(gone > 0 ? [words.gone(gone)] : []),
    ...(come > 0 ? [words.come(come)] : []),
  ]
  return (
    <tr>
      <th scope="row">
        {title}
        {remarks.length === 0 ? null : <p class="label third">{remarks.join(", ")}</p>}
      </th>
      <td class="number">{count(prices)}</td>
      <td class="number">{count(dearer)}</td>
      <td class="number">{count(cheaper)}</td>
      <td class="number">{change === null ? "—" : changeText(change.median)}</td>
      <td class="number">{change === null ? "—" : changeText(change.least)}</td>
      <td class="number">{change === null ? "—" : changeText(change.most)}</td>
    </tr>
  )
}

/** Offers of which something changes: how many prices, which way, and how far. */
export const Offers = ({
  offers,
}: {
  readonly offers: ReadonlyArray<ImpactOffer>
}): JSX.Element => {
  const words = inWords(impactScreenWords)
  if (offers.length === 0) return <p class="empty in">{words.noOffers}</p>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.offers}>
      <table>
        <caption class="unseen">{words.offers}</caption>
        <thead>
          <tr>
            <th scope="col">{words.offer}</th>
            {[
              words.pricesOf,
              words.dearer,
              words.cheaper,
              words.median,
              words.least,
              words.most,
            ].map((title) => (
              <th scope="col" class="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{offers.map(Offer)}</tbody>
      </table>
    </div>
  )
}
