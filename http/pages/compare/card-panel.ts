import type { RawMoney } from "../../../rules/coach/response.ts"
import { html, type PageNode } from "../kit/html.ts"
import { stateBadge } from "../kit/state-badge.ts"
import { medicalSlug } from "../../../rules/coach/card/products.ts"
import type { NamedCardReading } from "./card.ts"
import type { CompareSpeech } from "./speech.ts"

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

const reading = ({ answer, rendered }: NamedCardReading, say: CompareSpeech): PageNode => {
  const { detected } = answer.card
  const name =
    detected?.matched?.cardName ??
    [detected?.bank, detected?.brand, detected?.level].filter(Boolean).join(" ")
  return html`<div class="reading">
    ${
      detected === undefined || name === ""
        ? null
        : html`<p class="small-text">${say("recognised", { card: name })}</p>`
    }
    <div lang=${rendered.lang}>
      ${
        rendered.gaps.length === 0
          ? null
          : html`<ul class="gaps">
              ${rendered.gaps.map(
                ({ badge, badgeLabel, label, sentence }) =>
                  html`<li>
                    <p><strong>${label}</strong> ${stateBadge(badge, badgeLabel)}</p>
                    <p class="small-text second">${sentence}</p>
                  </li>`,
              )}
            </ul>`
      }
      <ul class="arguments">
        ${rendered.arguments.map(
          ({ fact, hook, pitch }) =>
            html`<li>
              <p><strong>${hook}</strong></p>
              <p class="small-text">${fact}</p>
              <p class="small-text second">${pitch}</p>
            </li>`,
        )}
      </ul>
      ${rendered.social === null ? null : html`<p class="small-text second">${rendered.social}</p>`}
    </div>
  </div>`
}

/** What the Coach says of the traveller's card: headline, ceiling against benchmark, and the whole reading. */
export const cardPanel = (
  say: CompareSpeech,
  card: NamedCardReading,
  benchmark: RawMoney | undefined,
): PageNode => {
  const { ceiling, gaps, rendered } = card
  const { medical } = rendered
  const isMissing = gaps[medicalSlug]?.badge === "missing"
  const told = isMissing && benchmark !== undefined ? { ...benchmark, value: 0 } : ceiling
  return html`<section class="card coach" aria-label=${say("your_card")}>
    <div class="lead">
      <span class="plate" aria-hidden="true"></span>
      <div lang=${rendered.lang}>
        <h2>${rendered.headline ?? say("your_card")}</h2>
        ${medical === null ? null : html`<p class="small-text second">${medical}</p>`}
      </div>
      ${benchmark === undefined ? null : bar(say, told, benchmark)}
    </div>
    <details>
      <summary>${say("see_reading")}</summary>
      ${reading(card, say)}
    </details>
  </section>`
}
