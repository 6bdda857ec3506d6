import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"
import { html, type PageNode } from "../kit/html.ts"
import { symbol } from "../kit/symbols.ts"
import { type NearMissGroup, nearMissText } from "./near-misses.ts"
import type { HousePrices } from "./prices.ts"
import type { CompareSpeech } from "./speech.ts"

/** The names of offers, with those of their insurers. */
const namesOf = (say: CompareSpeech, offers: ReadonlyArray<CatalogueOffer>): string =>
  say.list(
    offers.map(
      ({ insurer, row }) =>
        `${row.name} ${row.plan} (${insurer.name.replace(/ \(fictional\)$/u, "")})`,
    ),
  )

const fold = (title: string, lines: ReadonlyArray<string>): PageNode =>
  html`<details class="card">
    <summary>${symbol("info")}<span>${title}</span>${symbol("chevron")}</summary>
    <ul>
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>
  </details>`

/** What was left out of a comparison, and why: offers that nearly fit, and those without a price. */
export const leftOut = (
  say: CompareSpeech,
  { redirectOnlyCount, unpriced, unpricedCount }: HousePrices,
  nearMisses: ReadonlyArray<NearMissGroup>,
): PageNode | null => {
  const nearCount = nearMisses.reduce((count, { offers }) => count + offers.length, 0)
  const folds = [
    nearCount === 0
      ? []
      : fold(
          say("near", { count: nearCount }),
          nearMisses.map((group) => nearMissText(say, group, namesOf(say, group.offers))),
        ),
    unpricedCount + redirectOnlyCount === 0
      ? []
      : fold(
          unpricedCount === 0
            ? say("redirected", { count: redirectOnlyCount })
            : say("unpriced", { count: unpricedCount }),
          [
            ...[...unpriced].map(([reason, offers]) =>
              say(reason, { offers: namesOf(say, offers) }),
            ),
            ...(redirectOnlyCount === 0 ? [] : [say("redirected", { count: redirectOnlyCount })]),
          ],
        ),
  ].flat()
  return folds.length === 0 ? null : html`<div class="left-out">${folds}</div>`
}
