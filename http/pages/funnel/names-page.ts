import type { Answer } from "../../api/answer.ts"
import { type ChosenOffer, funnelAnswer } from "./frame.ts"
import { besideOffer, comparatorAddress, priceText, tripText } from "./offer-side.ts"
import { priceNotice, toldPrice } from "./told-price.ts"
import { describedBy, errorSummary, field } from "../kit/controls.ts"
import type { FormFields } from "../kit/form.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
import { type PriceChange, writeToldPrice } from "../../../rules/pricing/told-price.ts"

/** The fields that a page carries on unseen. */
export const carriedFields = (
  names: ReadonlyArray<string>,
  told: string,
  { insteadOf }: Pick<ChosenOffer, "insteadOf">,
): ReadonlyArray<PageNode> => [
  ...(insteadOf === undefined
    ? []
    : [html`<input type="hidden" name="instead_of" value=${insteadOf} />`]),
  html`<input type="hidden" name="told" value=${told} />`,
  ...names.map((name) => html`<input type="hidden" name="name" value=${name} />`),
]

/** The card of the trip, which is settled once an offer is chosen. */
export const tripCard = (chosen: ChosenOffer): PageNode => {
  const { quote, say } = chosen
  return html`<section class="card step">
    <h2>${say("funnel.step_trip")}</h2>
    <a class="button quiet small" href=${comparatorAddress(chosen)}
      >${say("funnel.change")}<span class="unseen"> ${say("funnel.step_trip")}</span></a
    >
    <p class="second">${tripText(say, quote.trip)}</p>
  </section>`
}

/** What may be wrong with a name. */
type NameFault = "missing" | "wrong"

/** The names of a trip's travellers as they were written, and what is wrong with them. */
interface WrittenNames {
  /** One for each traveller; empty where none was written. */
  readonly names: ReadonlyArray<string>
  readonly faults: ReadonlyArray<NameFault | undefined>
}

/** The page on which travellers are named. */
export const namesPage = (
  makePage: MakePage,
  chosen: ChosenOffer,
  parts: {
    readonly written: WrittenNames
    readonly change?: PriceChange | undefined
    /** Whether it answers a form, so that faults are shown. */
    readonly isAnswer: boolean
  },
): Answer => {
  const { offer, quote, say } = chosen
  const { change, isAnswer, written } = parts
  const { travellers } = quote.trip
  const count = travellers.length
  const heading = say("funnel.names_heading", { count, price: priceText(say, offer.price) })
  const faults = isAnswer ? written.faults.filter((found) => found !== undefined).length : 0
  const send = { label: say("funnel.to_review"), step: "review" }
  const told = writeToldPrice(toldPrice(offer))
  return funnelAnswer(makePage, chosen, {
    heading,
    step: "travellers",
    offerId: offer.id,
    ...(isAnswer ? { carried: carriedFields(written.names, told, chosen) } : {}),
    status: faults > 0 ? 422 : 200,
    body: besideOffer(chosen, send, {
      before: [
        priceNotice(chosen, change),
        faults === 0 ? null : namesSummary(say, written.faults),
        tripCard(chosen),
      ],
      form: html`<h2>${say("funnel.step_travellers")}</h2>
        ${carriedFields([], told, chosen)}
        ${travellers.map(({ age }, index) =>
          nameField(
            say,
            { index, age, name: written.names[index] ?? "" },
            isAnswer ? written.faults[index] : undefined,
          ),
        )}
        <p class="help">${say("funnel.names_stay")}</p>`,
    }),
  })
}

/**
 * Reads the names of a form, one for each traveller of the trip.
 *
 * ```ts
 * import { formFields } from "../http/pages/kit/form.ts"
 * import { readNames } from "../http/pages/funnel/names-page.ts"
 *
 * readNames(formFields("name=Camille+Roux&name="), 2).faults // => [undefined, "missing"]
 * readNames(formFields("name=12"), 1).faults // => ["wrong"]
 * ```
 */
export const readNames = (fields: FormFields, travellers: number): WrittenNames => {
  const written = fields.all("name")
  const names = Array.from({ length: travellers }, (_, index) =>
    (written[index] ?? "").replaceAll(/\s+/gu, " ").trim(),
  )
  return { names, faults: names.map(faultOf) }
}

/** Whether nothing is wrong with the names. */
export const areSound = ({ faults }: WrittenNames): boolean =>
  faults.every((fault) => fault === undefined)

/** The longest name that the form takes, in characters: that of a machine-readable passport, and more. */
export const nameCharactersMax = 80

const namesSummary = (say: TravellerText, faults: WrittenNames["faults"]): PageNode => {
  const told = faults.flatMap((found, index) =>
    found === undefined ? [] : [{ id: `name-${index + 1}`, told: faultText(say, found) }],
  )
  return errorSummary(say("funnel.names_faults", { count: told.length }), told)
}

const nameField = (
  say: TravellerText,
  traveller: { readonly index: number; readonly age: number; readonly name: string },
  fault: NameFault | undefined,
): PageNode => {
  const { age, index, name } = traveller
  const id = `name-${index + 1}`
  const wrong = fault === undefined ? {} : { wrong: faultText(say, fault) }
  const control = html`<input
    id=${id}
    name="name"
    value=${name}
    required
    maxlength=${nameCharactersMax}
    autocomplete=${index === 0 ? "name" : "off"}
    spellcheck="false"
    aria-describedby=${describedBy(id, { help: index === 0, wrong: fault !== undefined })}
    aria-invalid=${fault === undefined ? undefined : "true"}
  />`
  return field({
    id,
    label: say("funnel.name_label", { number: index + 1, age }),
    control,
    ...(index === 0 ? { help: say("funnel.name_help") } : {}),
    ...wrong,
  })
}

const faultText = (say: TravellerText, fault: NameFault): string =>
  fault === "missing"
    ? say("funnel.name_missing")
    : say("funnel.name_wrong", { max: nameCharactersMax })

/** A letter somewhere, and nothing that is no part of a line. */
const namePattern = /^(?=.*\p{L})[^\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+$/u

const faultOf = (name: string): NameFault | undefined => {
  if (name === "") return "missing"
  return namePattern.test(name) && [...name].length <= nameCharactersMax ? undefined : "wrong"
}
