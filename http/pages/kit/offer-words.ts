import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import { writtenLanguage } from "../../../core/vocabulary/written-language.ts"
import type { Guarantee } from "../../../core/vocabulary/guarantee.ts"
import type { LeftOut, NotCovered } from "../../../rules/comparison/not-covered.ts"
import {
  toldFigure,
  type TravellerText,
} from "../../../rules/messages/travellers/traveller-text.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { html, type PageNode } from "./html.ts"

/** What an offer is called: its name and its plan. */
export const offerName = ({ name, plan }: Pick<Offer, "name" | "plan">): string =>
  [name, plan].filter((part) => part !== null && part !== "").join(" ")

/** What the insurer of an offer is called. */
export const insurerName = ({ insurer }: Pick<Offer, "insurer">): string =>
  plainInsurer(insurer.name ?? "")

/** An insurer's name without the remark that it is made up, which pages make once for all. */
export const plainInsurer = (name: string): string => name.replace(fictional, "")

/** Whether the insurer of an offer is made up, as its name says. */
export const isFictional = ({ insurer }: Pick<Offer, "insurer">): boolean =>
  fictional.test(insurer.name ?? "")

const fictional = / \(fictional\)$/u

/** What a document is called beside its link: in what language it is, where that is not the page's. */
export const documentName = (say: TravellerText, name: string): string =>
  writtenLanguage(say.language) === say.language
    ? name
    : say("trust.in_english", { document: name })

/** The sign behind a guarantee's name: it opens what the guarantee is, with or without script. */
export const explainSign = (say: TravellerText, slug: string): PageNode =>
  html`<button
    class="explain"
    type="button"
    popovertarget=${`about-${slug}`}
    aria-label=${say("offers.explain", { guarantee: say.guarantee(slug) })}
  ></button>`

/**
 * What guarantees are, each in a panel that its sign opens: a sentence, and an example of what it pays. Where
 * a browser knows no popovers, they stand as a list.
 */
export const explanations = (say: TravellerText, slugs: ReadonlyArray<string>): PageNode =>
  html`${slugs.map(
    (slug) =>
      html`<section
        class="explained"
        id=${`about-${slug}`}
        popover="auto"
        aria-labelledby=${`name-${slug}`}
      >
        <h2 id=${`name-${slug}`}>${say.guarantee(slug)}</h2>
        <p>${say.aboutGuarantee(slug)}</p>
        <p class="example"><b>${say("offers.example")}</b> ${say.guaranteeExample(slug)}</p>
        <button
          class="button small"
          type="button"
          popovertarget=${`about-${slug}`}
          popovertargetaction="hide"
        >
          ${say("offers.close")}
        </button>
      </section>`,
  )}`

/** What a cover leaves to the traveller; nothing where the insurer does not say. */
export const excessText = (
  say: TravellerText,
  { excess }: Guarantee,
  currency: CurrencyCode,
): string | undefined => {
  if (excess === undefined) return undefined
  return excess === 0
    ? say("offers.no_excess")
    : say("offers.excess", { amount: say.ceiling(excess, currency) })
}

/** A cover that is held, in words; the trip's own price is told as the traveller gave it. */
export const coverWords = (
  say: TravellerText,
  guarantee: Pick<Guarantee, "state" | "value">,
  currency: CurrencyCode,
  trip: Pick<Trip, "currency" | "tripPrice">,
): string => {
  const cover = say.cover(guarantee, currency)
  const { tripPrice } = trip
  return guarantee.state === "trip_price" && tripPrice !== undefined && guarantee.value !== null
    ? `${cover} (${say.ceiling(tripPrice, trip.currency)})`
    : cover
}

/** About how much the amount of a cover is in the trip's currency; undefined where it is in that, or is none. */
export const aboutText = (
  say: Pick<TravellerText, "about">,
  { state, value }: Pick<Guarantee, "state" | "value">,
  { currency }: Pick<Trip, "currency">,
  inTripCurrency: (amount: number) => number | undefined,
): string | undefined => {
  const hasOwnAmount = value !== null && (state === "value" || state === "per_day")
  const about = hasOwnAmount ? inTripCurrency(value) : undefined
  return about === undefined ? undefined : say.about(about, currency)
}

/** Something that an offer leaves out, with the traveller's own figures in brackets behind it. */
export const leftOutText = (say: TravellerText, leftOut: LeftOut): string => {
  const { own } = leftOut
  const text = toldFigure(say, leftOut)
  return own.length === 0 ? text : `${text} (${ownText(say, own)})`
}

/** The limits within which an offer covers, and what the traveller has beside each. */
export const limitRows = (
  say: TravellerText,
  { countriesOut, terms }: NotCovered,
  trip: Trip,
  days: number,
): ReadonlyArray<{ readonly name: string; readonly limit: string; readonly own?: string }> => {
  const zones = terms.zones.map((zone) => say(`offers.zone_${zone}`)).join(", ")
  const ages = agesText(say, terms.youngestAgeMin ?? 0, terms.oldestAgeMax)
  const out = say.list(countriesOut.map(say.country))
  return [
    ...(terms.daysMax === null
      ? []
      : [
          {
            name: say("offers.limit_days"),
            limit: say("funnel.days", { count: terms.daysMax }),
            own: ownText(say, [days]),
          },
        ]),
    ...(ages === undefined
      ? []
      : [
          {
            name: say("offers.limit_ages"),
            limit: ages,
            own: ownText(say, [...new Set(trip.travellers.map(({ age }) => age))]),
          },
        ]),
    {
      name: say("offers.limit_territory"),
      limit:
        countriesOut.length === 0
          ? zones
          : `${zones} (${say("offers.countries_out", { countries: out })})`,
      own: say("offers.you", { value: say.list(trip.arrivalCountries.map(say.country)) }),
    },
    { name: say("offers.limit_illness"), limit: say("offers.ask_illness") },
  ]
}

const ownText = (say: TravellerText, own: ReadonlyArray<number>): string =>
  say("offers.you", { value: own.map((figure) => say.number(figure)).join(", ") })

const agesText = (say: TravellerText, from: number, to: number | null): string | undefined => {
  if (from > 0) {
    return to === null
      ? say("offers.ages_from", { age: from })
      : say("offers.ages_between", { from, to })
  }
  return to === null ? undefined : say("offers.ages_to", { age: to })
}
