import * as Redacted from "effect/Redacted"
import type { Offer } from "../../../rules/pricing/offer.ts"
import type { DemoKey } from "../../store/accounts/demo.ts"
import { demoPagePath } from "../../pages/widget/demo-page.ts"
import type { DemoLinks } from "./demo-people.ts"
import type { ServerSettings } from "../../config/server.ts"
import { localAddress, type SampleAnswers, sampleBilanRequest } from "./sample-calls.ts"
import { recordText, tableText } from "../../../core/plain-text.ts"

const price = ({ price: { amount, currency, insurerAmount, insurerCurrency } }: Offer): string =>
  insurerCurrency === currency
    ? `${amount.toFixed(2)} ${currency}`
    : `${amount.toFixed(2)} ${currency} (${insurerAmount.toFixed(2)} ${insurerCurrency})`

const ceiling = (offer: Offer, slug: string): string => {
  const guarantee = offer.guarantees[slug]
  if (guarantee === undefined || guarantee.state === "not_available") return "-"
  return guarantee.value === null
    ? guarantee.state.replaceAll("_", " ")
    : `${guarantee.value.toLocaleString("en")} ${offer.guaranteeCurrency}`
}

const offersText = ({ quote, quoteRequest: { trip } }: SampleAnswers): string => {
  const rows = quote.offers.map((offer) => [
    offer.position,
    offer.id,
    `${offer.name} ${offer.plan}`,
    price(offer),
    ceiling(offer, "hospitalFeesAbroad"),
    ceiling(offer, "cancelTrip"),
  ])
  return [
    `A trip, priced: ${trip.countryResidence} to ${trip.arrivalCountries.join(", ")}, ${quote.quote.days} days, ${quote.quote.travellers} travellers, ${trip.tripPrice} ${trip.currency} insured against cancellation`,
    "",
    tableText(["#", "offer", "product", "price", "hospital abroad", "cancellation"], rows),
    "",
    `${quote.offers.length} offers of the sandbox's fictional insurer, cheapest first; ${quote.unpricedCount} could not be priced, ${quote.nearMissCount} nearly matched.`,
  ].join("\n")
}

const linkText = ({ link }: SampleAnswers): string =>
  [
    "A link for its traveller, minted in the sandbox, which credits nobody:",
    "",
    recordText({ subscription: link.subscriptionId, url: link.url }),
  ].join("\n")

const bilanText = ({ bilan: { bilan, card } }: SampleAnswers): string => {
  const { bank, network, tier } = sampleBilanRequest.card
  const gaps = Object.entries(card.guarantees).map(([slug, gap]) => [
    slug,
    gap.badge,
    gap.value,
    gap.recommendedValue,
    gap.state,
  ])
  const argumentRows = bilan.arguments.map((argument, index) => [
    index + 1,
    argument.id,
    argument.category,
    argument.strength,
    argument.figure,
  ])
  return [
    `A card, read: ${bank}, ${network}, ${tier}; residence ${sampleBilanRequest.residence}, destination ${sampleBilanRequest.destinations.join(", ")}`,
    "",
    `Medical target ${bilan.medical.target}: ${bilan.medical.ceilingOk ? "met by the card" : "not met by the card"}.`,
    "",
    "What the card lacks:",
    tableText(["guarantee", "badge", `card ${card.currency}`, "recommended", "state"], gaps),
    "",
    "Arguments, strongest first:",
    tableText(["#", "argument", "category", "strength", "figure"], argumentRows),
  ].join("\n")
}

/** What the demo account has to go on with. */
export interface DemoAccount {
  readonly key: DemoKey
  /** What its sales are reported under; null where each of its links is archived. */
  readonly ref: string | null
  readonly consoleLinks: DemoLinks
}

/** How to go on: two commands to copy, the pages of the API, the demo key and its ref. */
export const nextText = (
  settings: ServerSettings,
  { consoleLinks, key, ref }: DemoAccount,
): string => {
  const address = localAddress(settings)
  const secret = Redacted.value(key.secret)
  const credentials = `--key ${key.keyId} --secret ${secret} --base-url ${address}`
  return [
    "Call it next, from another terminal in this folder:",
    "",
    `  npm run -s viatica -- call GET /api/v1/travel/meta ${credentials}`,
    `  npm run -s viatica -- call POST /api/v1/coach/bilan '{"residence":"FR","destinations":["TH"],"card":{"none":true}}' ${credentials}`,
    "  npm run -s viatica -- --help",
    "",
    recordText({
      "API for partners": `${address}/docs`,
      "OpenAPI document": `${address}/openapi.json`,
      "front door": `${address}/`,
      "console, signed in": consoleLinks.partner,
      "as an operator": consoleLinks.operator,
      "its emails": `${address}/outbox`,
      "a page with the widget": `${address}${demoPagePath}`,
      "demo key": key.keyId,
      "its secret": secret,
      ...(ref === null ? {} : { "a tracked ref": ref }),
    }),
    "",
    "Each console link works once, for a day.",
    "Serving until Ctrl-C.",
  ].join("\n")
}

/** What the demo's calls gave, for people: the priced trip, its link and the card's reading. */
export const answersText = (answers: SampleAnswers): string =>
  ["", offersText(answers), "", linkText(answers), "", bilanText(answers), ""].join("\n")
