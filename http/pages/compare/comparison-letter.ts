import { aboutAddress } from "./about-page.ts"
import { cardLines } from "./card-panel.ts"
import { coverText, leadingCovers, priceText } from "./offers.ts"
import { type ResultParts, resultTitle, smallPrintText, tripParts } from "./result.ts"
import type { CompareSpeech } from "./speech.ts"
import { shortAddress, type ToldDisclosure } from "../kit/disclosures.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import {
  type Letter,
  letterButton,
  letterFont,
  letterHeading,
  letterHtml,
  letterLink,
  letterParagraph,
  letterSmall,
  sheetHeading,
  sheetParagraph,
  tightTable,
} from "../kit/letter.ts"
import {
  aboutText,
  coverWords,
  excessText,
  insurerName,
  leftOutText,
  offerName,
} from "../kit/offer-words.ts"
import type { ComparedOffer } from "../../../rules/comparison/offer-comparison.ts"
import type { SpokenText } from "../../../rules/messages/travellers/coach-speech.ts"
import { coverHighlight } from "../../../rules/pricing/highlights.ts"

/** A comparison as an email tells it, the cheapest offer first. */
export interface ToldComparison extends Pick<
  ResultParts,
  "card" | "comparison" | "prices" | "search" | "trip" | "unknownCard"
> {
  readonly disclosed: ResultParts["disclosed"] & {
    /** At the end, each a way to who stands behind the comparison. */
    readonly footer: ReadonlyArray<ToldDisclosure>
  }
  readonly address: string
  /** The last day on which the address opens. */
  readonly until: string
  /** The day of the prices. */
  readonly day: string
}

/** So many offers stand in the email itself. */
const offersMax = 3

/** The email that holds a comparison: its cheapest offers, the card that was read, and the way back to all. */
export const comparisonLetter = (say: CompareSpeech, told: ToldComparison): Letter => {
  const { address, comparison, day, disclosed, trip, until } = told
  const { offers } = comparison
  const title = resultTitle(say, trip, offers.length)
  const subject = subjectOf(say, title, offers)
  const shown = offers.slice(0, offersMax).map((compared) => offerWords(say, told, compared))
  const dated = say("mail_prices", { day: say.date(day), until: say.date(until) })
  const toldTrip = tripParts(say, trip).join(" · ")
  const card = cardLines(say, told)
  const kept = [say("keep_about", { day: say.date(until) }), say("keep_who")]
  const smallPrint = smallPrintText({ ...told, say })
  const about = new URL(aboutAddress(say.language, trip.countryResidence), address).href
  return {
    subject,
    lines: [
      title,
      toldTrip,
      dated,
      ...disclosed.beforeList.map(disclosureLine),
      ...shown.map((words) => offerLines(say, words)),
      ...(card.length === 0
        ? []
        : [[say("your_card"), ...card.map(({ text }) => text)].join("\n")]),
      `${say("mail_open")}\n${address}`,
      ...kept,
      say("mail_why"),
      smallPrint,
      ...disclosed.footer.map((each) => `${disclosureLine(each)}\n${about}`),
    ],
    html: letterHtml(say.language, {
      subject,
      preview: dated,
      sheets: [
        html`${letterHeading(title)} ${letterParagraph(toldTrip)}
        ${letterButton(address, say("mail_reopen"))}
        ${letterSmall([dated, ...disclosed.beforeList.map(disclosureContent)])}
        ${shown.length === 0 ? null : offerTable(say, told, shown)}`,
        ...(shown.length === 0 ? [] : [notCovered(say, shown)]),
        ...(card.length === 0 ? [] : [cardSheet(say, card, address)]),
      ],
      foot: [
        say("mail_why"),
        kept.join(" "),
        smallPrint,
        ...disclosed.footer.map(({ told: words }) => letterLink(about, words)),
      ],
    }),
  }
}

const subjectOf = (
  say: CompareSpeech,
  title: string,
  [cheapest]: ReadonlyArray<ComparedOffer>,
): string => {
  if (cheapest === undefined) return title
  const { amount, currency } = cheapest.offer.price
  return say("mail_subject", { title, price: say.money(amount, currency) })
}

/** The email that asks whether a comparison is to be sent: it holds a link, and nothing of a trip. */
export const confirmationLetter = (say: CompareSpeech, link: string): Letter => {
  const subject = say("mail_confirm_subject")
  return {
    subject,
    lines: [say("mail_confirm_text"), link, say("mail_confirm_else")],
    html: letterHtml(say.language, {
      subject,
      preview: say("mail_confirm_text"),
      sheets: [
        html`${letterHeading(subject)} ${letterParagraph(say("mail_confirm_text"))}
        ${letterButton(link, say("mail_confirm_button"))}`,
      ],
      foot: [say("mail_confirm_else")],
    }),
  }
}

/** An offer in words, which the letter tells with looks and without. */
interface OfferWords {
  readonly name: string
  readonly insurer: string
  readonly price: string
  /** What stands under the price. */
  readonly besidePrice: ReadonlyArray<ToldDisclosure>
  /** What of the price falls to each traveller; undefined for one alone. */
  readonly perPerson: string | undefined
  /** Its leading covers. */
  readonly covers: ReadonlyArray<string>
  readonly reachesBenchmark: boolean | undefined
  readonly leftOut: ReadonlyArray<string>
}

const offerWords = (
  say: CompareSpeech,
  told: ToldComparison,
  compared: ComparedOffer,
): OfferWords => {
  const { comparison, disclosed, trip } = told
  const { notCovered: without, offer, reachesBenchmark } = compared
  const { amount, currency } = offer.price
  const travellers = trip.travellers.length
  return {
    name: offerName(offer),
    insurer: insurerName(offer),
    price: priceText(say, offer.price),
    besidePrice: disclosed.besidePrice,
    perPerson:
      travellers > 1
        ? say("per_person", { amount: say.money(amount / travellers, currency) })
        : undefined,
    covers: leadingCovers(trip, comparison.slugs).map((slug) =>
      say.text.highlight(coverHighlight, {
        guarantee: say.shortGuarantee(slug),
        cover: coverLine(say, told, compared, slug),
      }),
    ),
    reachesBenchmark,
    leftOut: without.leftOut.map((each) => leftOutText(say.text, each)),
  }
}

/** How an offer stands to a guarantee, with about how much that is in the trip's currency, and its excess. */
const coverLine = (
  say: CompareSpeech,
  { trip }: ToldComparison,
  { cells, inTripCurrency }: ComparedOffer,
  slug: string,
): string => {
  const cell = cells.get(slug)
  if (cell?.kind !== "held") return coverText({ say, trip }, cell)
  const { currency, guarantee } = cell
  const words = coverWords(say.text, guarantee, currency, trip)
  const about = aboutText(say, guarantee, trip, inTripCurrency)
  const excess = excessText(say.text, guarantee, currency)
  return [
    about === undefined ? words : `${words} (${about})`,
    ...(excess === undefined ? [] : [excess]),
  ].join(", ")
}

const offerLines = (say: CompareSpeech, words: OfferWords): string =>
  [
    `${words.name}: ${words.price}`,
    ...[
      ...words.besidePrice.map(disclosureLine),
      ...(words.perPerson === undefined ? [] : [words.perPerson]),
      words.insurer,
      ...words.covers,
      ...(words.leftOut.length === 0 ? [] : [say.text("offers.not_covered")]),
      ...words.leftOut.map((each) => `- ${each}`),
    ].map((line) => `  ${line}`),
  ].join("\n")

/** A disclosure without looks: the address that it names stands behind it. */
const disclosureLine = ({ link, told }: ToldDisclosure): string =>
  link === null ? told : `${told} ${link}`

const disclosureContent = ({ link, told }: ToldDisclosure): PageContent =>
  link === null
    ? told
    : html`${told} <a class="lk" href=${link} style="color:#0b5a6b">${shortAddress(link)}</a>`

/** The cheapest offers, each with care, what was asked for, and its price; and how many there are besides. */
const offerTable = (
  say: CompareSpeech,
  { address, comparison }: ToldComparison,
  shown: ReadonlyArray<OfferWords>,
): PageNode => {
  const others = comparison.offers.length - shown.length
  return html`<table ...${tightTable} width="100%" style="border-collapse:collapse">
    <caption
      class="ink"
      style=${`text-align:left;font:600 16px/1.4 ${letterFont};color:#15242a;padding-bottom:4px`}
    >
      ${say("cheapest_first")}
    </caption>
    ${shown.map((words) => offerRow(say, words))}
    ${
      others === 0
        ? null
        : html`<tr>
            <td
              colspan="2"
              class="ln"
              style=${`border-top:1px solid #d5dddf;padding:12px 0 0;font:400 15px/1.5 ${letterFont}`}
            >
              <a class="lk" href=${address} style="color:#0b5a6b;font-weight:600"
                >${say("mail_others", { count: others })}</a
              >
            </td>
          </tr>`
    }
  </table>`
}

const offerRow = (say: CompareSpeech, words: OfferWords): PageNode => {
  const { besidePrice, covers, insurer, name, perPerson, price, reachesBenchmark } = words
  const underPrice = [
    ...besidePrice.map(disclosureContent),
    ...(perPerson === undefined ? [] : [perPerson]),
  ]
  return html`<tr class="row">
    <th
      scope="row"
      align="left"
      valign="top"
      class="ln"
      style="border-top:1px solid #d5dddf;padding:14px 10px 14px 0;font-weight:400"
    >
      <span class="ink" style=${`font:600 16px/1.35 ${letterFont};color:#15242a`}>${name}</span
      ><br />
      <span class="ink3" style=${`font:400 13px/1.45 ${letterFont};color:#5c6c73`}>${insurer}</span
      ><br />
      <span class="ink2" style=${`font:400 14px/1.55 ${letterFont};color:#465860`}>
        ${covers.map((line, index) => (index === 0 ? line : [html`<br />`, line]))}
        ${
          reachesBenchmark === undefined
            ? null
            : html`<br />${
                  reachesBenchmark
                    ? html`<b class="ok" style="color:#1b6844">✓ ${say("above")}</b>`
                    : say("below")
                }`
        }
      </span>
    </th>
    <td align="right" valign="top" class="ln" style="border-top:1px solid #d5dddf;padding:14px 0">
      <span class="ink" style=${`font:600 20px/1.2 ${letterFont};color:#15242a;white-space:nowrap`}
        >${price}</span
      >
      ${underPrice.map(
        (line) =>
          html`<br /><span class="ink3" style=${`font:400 13px/1.5 ${letterFont};color:#5c6c73`}
              >${line}</span
            >`,
      )}
    </td>
  </tr>`
}

/** What each of the offers leaves out. */
const notCovered = (say: CompareSpeech, shown: ReadonlyArray<OfferWords>): PageNode =>
  html`${sheetHeading(say.text("offers.not_covered"))}
  ${shown.map(({ leftOut, name }) =>
    sheetParagraph(
      html`<b class="ink" style="color:#15242a">${name}</b><br />
        ${leftOut.join(" · ")}`,
    ),
  )}`

/** What the Coach says of the traveller's card, and the way to the whole reading. */
const cardSheet = (
  say: CompareSpeech,
  lines: ReadonlyArray<SpokenText>,
  address: string,
): PageNode =>
  html`${sheetHeading(say("your_card"))}
  ${lines.map(({ language, text: line }) =>
    sheetParagraph(line, language === say.language ? undefined : language),
  )}
  ${sheetParagraph(letterLink(address, say("see_reading")))}`
