import { coverHighlight, type Highlight, type TellHighlight } from "../../pricing/highlights.ts"
import type { TravellerText } from "./traveller-text.ts"

/** What speaking of highlights needs. */
type HighlightText = Pick<TravellerText, "cover" | "ceiling" | "highlight" | "shortGuarantee"> &
  ((key: "offers.optional") => string)

const toldCover = (text: HighlightText, { currency, held, isOption, row }: Highlight): string => {
  const guarantee = text.shortGuarantee(row.slug ?? row.says)
  // What is left out, and what is simply there, needs no more than its name.
  if (row.kind === "excluded" || held === undefined) return guarantee
  if (held.state === "included" && !isOption) return guarantee
  const cover = isOption ? text("offers.optional") : text.cover(held, currency)
  return text.highlight(coverHighlight, { guarantee, cover })
}

/** The currency of the figures that texts show as amounts. */
const figureCurrency = "EUR"

/**
 * Puts highlights into the words of a language.
 *
 * ```ts
 * import { highlightTeller } from "../rules/messages/travellers/tell-highlight.ts"
 *
 * const names = { shortGuarantee: () => "Baggage", cover: () => "up to €800", ceiling: () => "€84" }
 * const say = (says, { cover, figure, guarantee }) => (says === "cover" ? `${guarantee}: ${cover}` : `${says} ${figure}`)
 * const tell = highlightTeller(Object.assign(() => "as an option", names, { highlight: say }))
 * const held = { state: "value", value: 800 } as const
 * const row = { offerId: "101", kind: "included", slug: "suitcaseInsurance", says: "cover", figure: null } as const
 * tell({ row, held, isOption: false, currency: "EUR" }) // => "Baggage: up to €800"
 * tell({ row, held, isOption: true, currency: "EUR" }) // => "Baggage: as an option"
 * tell({ row: { ...row, kind: "excluded" }, held, isOption: false, currency: "EUR" }) // => "Baggage"
 * const aged = { ...row, says: "travellers_over", figure: 84 }
 * tell({ row: aged, held: undefined, isOption: false, currency: "EUR" }) // => "travellers_over 84"
 * ```
 */
export const highlightTeller =
  (text: HighlightText): TellHighlight =>
  (highlight) => {
    const { figure, says } = highlight.row
    if (says === coverHighlight) return toldCover(text, highlight)
    return text.highlight(
      says,
      figure === null ? {} : { figure, amount: text.ceiling(figure, figureCurrency) },
    )
  }
