import type { JSX } from "preact"
import type { ReviewOffer, ReviewReport } from "../../../../../rules/changes/reviewed-change.ts"
import { inWords, numberText, signedPercentText } from "../../kit/language.ts"
import { figuresWords } from "./figures-words.ts"
import { TableHead } from "../../kit/table-head.tsx"

/** As many lines are open; the others are folded away. */
const openMax = 10

const count = (value: number, side: "dearer" | "cheaper"): JSX.Element => (
  <td class="number">{value === 0 ? "—" : <b class={side}>{numberText(value)}</b>}</td>
)

const share = (permille: number | undefined): string =>
  permille === undefined ? "—" : signedPercentText(permille)

/** The insurer in brackets behind an offer's name stands in a line of its own. */
const insurerForm = / \((.+)\)$/

const OfferTitle = ({ icon, title }: Pick<ReviewOffer, "icon" | "title">): JSX.Element => (
  <span class="offer-title">
    {icon === null ? (
      <span class="no-icon" />
    ) : (
      <img src={`icons/${icon}`} alt="" width="26" height="26" />
    )}
    <span>
      {title.replace(insurerForm, "")}
      <span class="third label remark">{insurerForm.exec(title)?.[1] ?? ""}</span>
    </span>
  </span>
)

const OfferRow = (offer: ReviewOffer): JSX.Element => {
  const { cheaper, come, dearer, gone, moves } = offer
  const words = inWords(figuresWords).offers
  const remarks = [
    ...(gone > 0 ? [words.gone(numberText(gone))] : []),
    ...(come > 0 ? [words.come(numberText(come))] : []),
  ]
  return (
    <tr>
      <th scope="row">
        <OfferTitle {...offer} />
        {remarks.length === 0 ? null : (
          <span class="second label remark">{remarks.join(", ")}</span>
        )}
      </th>
      <td class="number may-go">{numberText(dearer + cheaper)}</td>
      {count(dearer, "dearer")}
      {count(cheaper, "cheaper")}
      <td class="number">
        <b>{share(moves?.median)}</b>
      </td>
      <td class="number may-go">{share(moves?.least)}</td>
      <td class="number may-go">{share(moves?.most)}</td>
    </tr>
  )
}

const OffersTable = ({ offers }: { readonly offers: ReadonlyArray<ReviewOffer> }): JSX.Element => {
  const words = inWords(figuresWords).offers
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={words.title}>
      <table>
        <caption class="unseen">{words.title}</caption>
        <TableHead
          heads={[
            words.offer,
            { figures: words.prices, mayGo: true },
            { figures: words.dearer },
            { figures: words.cheaper },
            { figures: words.median },
            { figures: words.least, mayGo: true },
            { figures: words.most, mayGo: true },
          ]}
        />
        <tbody>
          {offers.map((offer) => (
            <OfferRow key={offer.offerId} {...offer} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const FirstPlaces = ({ firstPlaces }: ReviewReport): JSX.Element | null => {
  const words = inWords(figuresWords).places
  if (firstPlaces.length === 0) return null
  const all = firstPlaces.reduce((sum, { quotes }) => sum + quotes, 0)
  return (
    <>
      <div class="panel-head">
        <h2>{words.title}</h2>
        <span class="third label">{words.of(numberText(all))}</span>
      </div>
      <table>
        <caption class="unseen">{words.title}</caption>
        <TableHead heads={[words.from, words.to, { figures: words.quotes }]} />
        <tbody>
          {firstPlaces.slice(0, openMax).map(({ from, quotes, to }) => (
            <tr>
              <td>{from ?? words.nobody}</td>
              <td>{to ?? words.nobody}</td>
              <td class="number">
                <b>{numberText(quotes)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Offers whose prices or presence change, and who takes the first place from whom. */
export const OffersCard = ({ report }: { readonly report: ReviewReport }): JSX.Element | null => {
  const words = inWords(figuresWords).offers
  const { firstPlaces, offers, offersOfAll } = report
  if (offers.length + firstPlaces.length === 0) return null
  return (
    <section class="card flush review-card" aria-labelledby="offers">
      <div class="panel-head">
        <h2 id="offers">{words.title}</h2>
        <span class="third label">
          {words.of(numberText(offers.length), numberText(offersOfAll))}
        </span>
      </div>
      <OffersTable offers={offers.slice(0, openMax)} />
      {offers.length > openMax ? (
        <details class="rest">
          <summary>{words.rest(numberText(offers.length - openMax))}</summary>
          <OffersTable offers={offers.slice(openMax)} />
        </details>
      ) : null}
      <FirstPlaces {...report} />
    </section>
  )
}
