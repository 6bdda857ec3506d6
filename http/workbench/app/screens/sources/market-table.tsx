import type { JSX } from "preact"
import type { SourcesView } from "../../../../../rules/sources/sources-view.ts"
import { inWords, language, locale, numberText } from "../../kit/language.ts"
import { askedOf, sourcesHref } from "./sources-state.ts"
import { sourcesWords } from "./sources-words.ts"

type MarketCount = SourcesView["markets"][number]

/** What a market is called; the universal one is all that the others are not. */
export const marketName = ({ market, name }: Pick<MarketCount, "market" | "name">): string =>
  market === "universal" ? inWords(sourcesWords).elsewhere : name[language.value]

/** A share in per cent. */
export const shareText = (part: number, all: number): string =>
  all === 0
    ? "—"
    : new Intl.NumberFormat(locale.value, { style: "percent", maximumFractionDigits: 0 })
        .format(part / all)
        .replace(/\s?%/, "\u00a0%")

const yearsText = ({ newest, oldest, undated }: MarketCount["total"]): string => {
  const words = inWords(sourcesWords)
  const years =
    oldest === null ? [] : [oldest === newest ? `${oldest}` : `${oldest} ${words.to} ${newest}`]
  const parts = [...years, ...(undated === 0 ? [] : [words.undated(numberText(undated))])]
  return parts.length === 0 ? words.noPages : parts.join(", ")
}

/** What covers rest on, market by market. */
export const MarketTable = ({ view }: { readonly view: SourcesView }): JSX.Element => {
  const words = inWords(sourcesWords)
  const { market: chosen } = askedOf.value
  return (
    <section class="card sources-card" aria-labelledby="sources-markets">
      <h2 id="sources-markets">{words.markets}</h2>
      <p class="second small-text">{words.marketsSay}</p>
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="sources-markets">
        <table>
          <caption class="unseen">{words.markets}</caption>
          <thead>
            <tr>
              <th scope="col">{words.market}</th>
              <th scope="col" class="number">
                {words.covers}
              </th>
              <th scope="col" colSpan={2}>
                {words.sourced}
              </th>
              <th scope="col" class="number">
                {words.derived}
              </th>
              <th scope="col" class="number">
                {words.unsourced}
              </th>
              <th scope="col" class="number">
                {words.unknown}
              </th>
              <th scope="col">{words.years}</th>
            </tr>
          </thead>
          <tbody>
            {view.markets.map(({ market, name, total }) => (
              <tr key={market} class={market === chosen ? "chosen" : undefined}>
                <th scope="row">
                  <a
                    href={sourcesHref({ market: market === chosen ? "" : market })}
                    aria-current={market === chosen ? "true" : undefined}
                  >
                    {marketName({ market, name })}
                  </a>
                </th>
                <td class="number">{numberText(total.covers)}</td>
                <td class="number">{shareText(total.sourced, total.covers)}</td>
                <td>
                  <span class="share" aria-hidden="true">
                    <i style={{ width: `${(100 * total.sourced) / Math.max(1, total.covers)}%` }} />
                  </span>
                </td>
                <td class="number">{numberText(total.derived)}</td>
                <td class="number">{numberText(total.unsourced)}</td>
                <td class="number">{numberText(total.unknown)}</td>
                <td>{yearsText(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
