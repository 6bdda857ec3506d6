import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type {
  OfferCompared,
  TravellerView,
} from "../../../../../rules/changes/traveller/traveller-view.ts"
import { inWords, signedPercentText } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { PriceOrigin } from "./price-origin.tsx"
import { changePermille, isRefused, isOfferChanged, isPriceChanged } from "./traveller-facts.ts"
import { travellerWords } from "./traveller-words.ts"
import { TableHead } from "../../kit/table-head.tsx"

/** So many rows show where nothing changes. */
const calmRows = 6

const Place = ({ after, before }: OfferCompared): JSX.Element => {
  if (before === null || after === null || before.place === after.place) {
    return <>{after?.place ?? before?.place}</>
  }
  return (
    <span class="together">
      {before.place} <span aria-hidden="true">→</span> <b>{after.place}</b>
    </span>
  )
}

const Change = ({ offer }: { readonly offer: OfferCompared }): JSX.Element => {
  const words = inWords(travellerWords)
  const { after, before } = offer
  if (before === null) return <b>{words.comes}</b>
  if (after === null) return <b>{words.goes}</b>
  const permille = changePermille(offer)
  if (isPriceChanged(offer) && permille !== null) {
    return <b class={permille < 0 ? "cheaper" : "dearer"}>{signedPercentText(permille)}</b>
  }
  const places = before.place - after.place
  if (places === 0) return <span class="second">{words.same}</span>
  return (
    <b class={places > 0 ? "moved up" : "moved"}>
      <Symbol name="chevron" size={12} />
      {places > 0 ? words.up(places) : words.down(-places)}
    </b>
  )
}

const OfferRow = ({ offer }: { readonly offer: OfferCompared }): JSX.Element => {
  const { after, before, icon, id, name, plan } = offer
  return (
    <tr class={isOfferChanged(offer) ? "changed" : undefined}>
      <td>
        <Place {...offer} />
      </td>
      <th scope="row">
        <span class="offer-name">
          {icon === null ? null : <img src={`icons/${icon}`} alt="" width="26" height="26" />}
          <span>
            <b>{name}</b> {plan}
          </span>
        </span>
      </th>
      <td class="number second">
        {before === null ? "—" : <PriceOrigin id={`before-${id}`} price={before} before={null} />}
      </td>
      <td class="number">
        {after === null ? "—" : <PriceOrigin id={`after-${id}`} price={after} before={before} />}
      </td>
      <td class="number">
        <Change offer={offer} />
      </td>
    </tr>
  )
}

/** The offers before and after side by side; those behind the last change that are the same are folded. */
export const OffersCard = ({ view }: { readonly view: TravellerView }): JSX.Element => {
  const words = inWords(travellerWords)
  const [isWhole, setWhole] = useState(false)
  const { offers, refused } = view
  const lastChanged = offers.findLastIndex(isOfferChanged)
  const shownCount = Math.max(lastChanged + 1, calmRows)
  const folded = offers.length - shownCount
  const shown = isWhole || folded <= 1 ? offers : offers.slice(0, shownCount)
  const currency = offers[0]?.after?.currency ?? offers[0]?.before?.currency
  const because = words.refusedBecause[refused.after ?? ""]
  return (
    <section class="card offers" aria-labelledby="offers-title">
      <div class="card-head">
        <h2 id="offers-title">{words.offers}</h2>
        {currency === undefined ? null : <p class="third">{words.offersIn(currency)}</p>}
      </div>
      {offers.length === 0 ? (
        <p class="empty">{isRefused(view) ? words.offersWait : (because ?? words.noOffers)}</p>
      ) : (
        <div class="offers-scroll">
          <table>
            <caption class="unseen">{words.offersCaption}</caption>
            <TableHead
              heads={[
                words.place,
                words.offer,
                { figures: words.before },
                { figures: words.after },
                { figures: words.change },
              ]}
            />
            <tbody>
              {shown.map((offer) => (
                <OfferRow key={offer.id} offer={offer} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {folded > 1 ? (
        <p class="card-foot">
          <button
            type="button"
            class="link"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? words.fewer : words.moreSame(folded)}
          </button>
        </p>
      ) : null}
    </section>
  )
}
