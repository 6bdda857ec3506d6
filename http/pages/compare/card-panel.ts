import { noted } from "./offers.ts"
import { networkName } from "./search-form.ts"
import type { CompareSpeech } from "./speech.ts"
import { html, type PageNode } from "../kit/html.ts"
import { stateBadge } from "../kit/symbols.ts"
import { medicalSlug } from "../../../rules/coach/card/products.ts"
import { profileTiers } from "../../../rules/coach/coach-vocabulary.ts"
import type { RawMoney } from "../../../rules/coach/response.ts"
import {
  detectedName,
  type TravellerCard,
  type UnknownCard,
} from "../../../rules/comparison/traveller-card.ts"
import type { TripSearch } from "../../../rules/comparison/trip-search.ts"
import type {
  CoachPanel,
  PanelGap,
  SpokenText,
} from "../../../rules/messages/travellers/coach-speech.ts"

/** The reading of a traveller's card, with the sentences that say it. */
export interface ShownCard extends TravellerCard {
  readonly told: CoachPanel
}

/** Whether facts alone are shown of a card: then no offer is compared with it. */
export const showsFacts = (card: ShownCard | undefined): boolean =>
  card?.answer.bilan.shouldSell === null

/** What the Coach says of the traveller's card: headline, ceiling against benchmark, and the whole reading. */
export const cardPanel = (
  say: CompareSpeech,
  card: ShownCard,
  benchmark: RawMoney | undefined,
  search: TripSearch,
): PageNode => {
  const { ceiling, gaps, told } = card
  const { headline, medical } = told
  const isMissing = gaps[medicalSlug]?.badge === "missing"
  const shown = isMissing && benchmark !== undefined ? { ...benchmark, value: 0 } : ceiling
  return html`<section class="card coach" aria-label=${say("your_card")}>
    <div class="lead">
      <span class="plate" aria-hidden="true"></span>
      <div>
        ${
          headline === null
            ? html`<h2>${say("your_card")}</h2>`
            : html`<h2 lang=${langIn(say, headline)}>${headline.text}</h2>`
        }
        ${medical === null ? null : spoken(say, medical, "small-text second")}
      </div>
      ${benchmark === undefined ? null : bar(say, shown, benchmark)}
    </div>
    <p class="small-text read-card">
      <span>${say.text("trust.card_read", { card: cardName(say, card, search) })}</span>
      ${changeCard(say)}
    </p>
    ${card.isOfUnreadCountry ? html`<p class="small-text">${unreadText(say, search)}</p>` : null}
    <details>
      <summary>${say("see_reading")}</summary>
      ${reading(card, say)}
    </details>
    ${disclosures(say, told)}
  </section>`
}

/** What stands for a card that nobody knows: that nothing is known of it, and how else it can be named. */
export const unknownPanel = (say: CompareSpeech, unknown: UnknownCard): PageNode =>
  html`<section class="card coach" aria-label=${say("your_card")}>
    ${noted("unstated", "unverified", say("card_unverified"))}
    <p class="small-text">${unknownText(say, unknown)}</p>
    <p class="small-text">${changeCard(say)}</p>
  </section>`

/** What is said of a traveller's card in sentences alone; nothing where none was named. */
export const cardLines = (
  say: CompareSpeech,
  {
    card,
    search,
    unknownCard,
  }: {
    readonly card: ShownCard | undefined
    readonly unknownCard: UnknownCard | undefined
    readonly search: TripSearch
  },
): ReadonlyArray<SpokenText> => {
  const own = (text: string): SpokenText => ({ text, language: say.language })
  if (card === undefined) {
    return unknownCard === undefined
      ? []
      : [own(say("card_unverified")), own(unknownText(say, unknownCard))]
  }
  const { disclosures: always, headline, medical } = card.told
  return [
    own(say.text("trust.card_read", { card: cardName(say, card, search) })),
    ...[headline, medical].filter((each) => each !== null),
    ...(card.isOfUnreadCountry ? [own(unreadText(say, search))] : []),
    ...always,
  ]
}

/** The card that was read: as its digits or its printed name say, or by bank, network and range. */
const cardName = (
  say: CompareSpeech,
  { answer }: TravellerCard,
  { bank, bin, network, tier }: TripSearch,
): string => {
  const { detected } = answer.card
  if (bin !== "" && detected !== undefined) return detectedName(detected)
  const range = profileTiers.find((each) => each === tier)
  const parts = [bank, networkName(network), range === undefined ? tier : say(`tier_${range}`)]
  return parts.filter((part) => part !== "").join(" · ")
}

const unknownText = (say: CompareSpeech, { detected }: UnknownCard): string =>
  detected === "" ? say.text("trust.card_unknown") : say("recognised", { card: detected })

const unreadText = (say: CompareSpeech, { residence }: TripSearch): string =>
  say.text("trust.card_none_read", { country: say.country(residence) })

/** The language that an element is marked with: none where its text is in that of the page. */
const langIn = (say: CompareSpeech, { language }: SpokenText): string | undefined =>
  language === say.language ? undefined : language

/** The way to the form's own fields of the card, which it unfolds. */
const changeCard = (say: CompareSpeech): PageNode =>
  html`<a href="#network">${say.text("trust.change_card")}</a>`

/** A sentence of the Coach as a paragraph. */
const spoken = (say: CompareSpeech, text: SpokenText, kind: string): PageNode =>
  html`<p class=${kind} lang=${langIn(say, text)}>${text.text}</p>`

/** The width of the bar in units of its drawing. */
const barWidth = 300

const bar = (say: CompareSpeech, ceiling: RawMoney | undefined, target: RawMoney): PageNode => {
  const aim = say.ceiling(target.value, target.currency)
  if (ceiling === undefined) {
    const label = say("meter", { amount: say("ceiling_unverified"), target: aim })
    return html`<div class="meter">
      <p>
        <span>${say("ceiling_unverified")}</span><span>${say("benchmark", { amount: aim })}</span>
      </p>
      <svg role="img" aria-label=${label} viewBox="0 0 300 14" preserveAspectRatio="none">
        <rect class="unverified" x="1" y="2" width="298" height="10" rx="3" />
      </svg>
    </div>`
  }
  const amount = say.ceiling(ceiling.value, ceiling.currency)
  const most = Math.max(ceiling.value, target.value, 1)
  const own = Math.round((ceiling.value / most) * barWidth)
  const mark = Math.round((target.value / most) * barWidth)
  const isEnough = ceiling.value >= target.value
  return html`<div class="meter">
    <p>
      <span>${say("with_card", { amount })}</span><span>${say("benchmark", { amount: aim })}</span>
    </p>
    <svg
      role="img"
      aria-label=${say("meter", { amount, target: aim })}
      viewBox="0 0 300 14"
      preserveAspectRatio="none"
    >
      <defs>
        <pattern
          id="hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class="hatch-ground" width="6" height="6" />
          <path class="hatch-line" d="M0 0v6" />
        </pattern>
      </defs>
      ${isEnough ? null : html`<rect x="0" y="1" width=${mark} height="12" rx="3" fill="url(#hatch)" />`}
      <rect class=${isEnough ? "own enough" : "own"} x="0" y="1" width=${own} height="12" rx="3" />
      <rect class="mark" x=${Math.max(0, mark - 3)} y="0" width="2.5" height="14" />
    </svg>
  </div>`
}

/** What has to be told beside any part of a reading, so never folded away. */
const disclosures = (say: CompareSpeech, told: CoachPanel): PageNode =>
  html`<ul class="disclosures label third">
    ${told.disclosures.map((each) => html`<li lang=${langIn(say, each)}>${each.text}</li>`)}
  </ul>`

const reading = ({ answer, told }: ShownCard, say: CompareSpeech): PageNode => {
  const { detected } = answer.card
  const name = detected === undefined ? "" : detectedName(detected)
  return html`<div class="reading">
    ${name === "" ? null : html`<p class="small-text">${say("recognised", { card: name })}</p>`}
    ${told.gapsNote === null ? null : spoken(say, told.gapsNote, "small-text")}
    ${
      told.gaps.length === 0
        ? null
        : html`<ul class="gaps">
            ${told.gaps.map((gap) => gapItem(say, gap))}
          </ul>`
    }
    <ul class="arguments">
      ${told.arguments.map(
        ({ fact, hook, pitch }) =>
          html`<li>
            ${hook === null ? null : html`<p lang=${langIn(say, hook)}><strong>${hook.text}</strong></p>`}
            ${spoken(say, fact, "small-text")}
            ${pitch === null ? null : spoken(say, pitch, "small-text second")}
          </li>`,
      )}
    </ul>
    ${told.social === null ? null : spoken(say, told.social, "small-text second")}
  </div>`
}

/** What is said of one cover or several. */
const gapItem = (say: CompareSpeech, { badge, badgeLabel, labels, sentence }: PanelGap): PageNode =>
  html`<li>
    <p>
      ${labels.map(
        (label, index) =>
          html`${index === 0 ? null : " · "}<strong lang=${langIn(say, label)}
              >${label.text}</strong
            >`,
      )}
      ${
        badgeLabel === null
          ? null
          : html` ${stateBadge(badge, html`<span lang=${langIn(say, badgeLabel)}>${badgeLabel.text}</span>`)}`
      }
    </p>
    ${spoken(say, sentence, "small-text second")}
  </li>`
