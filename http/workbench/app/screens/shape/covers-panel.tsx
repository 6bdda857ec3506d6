import type { JSX } from "preact"
import type { CurrencyCode } from "../../../../../core/vocabulary/codes.ts"
import type {
  CoverMark,
  CoverColumn,
  CoverMapView,
} from "../../../../../rules/changes/shape/shape-view.ts"
import { inWords, language } from "../../kit/language.ts"
import { hrefOf, rowHref } from "../../kit/route.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { ShapePanel } from "./shape-panel.tsx"
import { asked, covers } from "./shape-state.ts"
import { capital, countText, shortAmount, wholeMoney } from "./shape-text.ts"
import { shapeWords, type ShapeWords } from "./shape-words.ts"

const standings = ["held", "insufficient", "conditional", "missing", "unverified"] as const

const networkName = (network: string): string => (network === "amex" ? "Amex" : capital(network))

const columnName = ({ name, profile }: CoverColumn, words: ShapeWords): JSX.Element => {
  if (profile === null) return <>{name}</>
  const tier = Object.entries(words.tiers).find(([each]) => each === profile.tier)
  return (
    <>
      {tier === undefined ? profile.tier : tier[1]}
      <br />
      {networkName(profile.network)}
    </>
  )
}

type Held = Pick<CoverMark, "amount" | "standing" | "state">

/** What a cell shows beside its shape: the ceiling, or that costs are paid as they are. */
const figureOf = ({ amount, state }: Held, words: ShapeWords): string => {
  if (state === "actual_costs") return words.atCost
  if (amount === null || amount === 0) return ""
  return state === "per_day" ? `${shortAmount(amount)} ${words.perDay}` : shortAmount(amount)
}

/** What a cell says on hover: its state and ceiling in words. */
const saidOf = (cell: Held, currency: CurrencyCode, words: ShapeWords): string => {
  const figure =
    cell.state === "actual_costs"
      ? words.atCost
      : cell.amount === null || cell.amount === 0
        ? ""
        : wholeMoney(cell.amount, currency)
  return figure === ""
    ? words.standings[cell.standing]
    : `${words.standings[cell.standing]}, ${figure}`
}

/** Its name is what stands in it, with the words that its shape stands for. */
const CellLink = ({
  cell,
  currency,
}: {
  readonly cell: CoverMark
  readonly currency: CurrencyCode
}): JSX.Element => {
  const words = inWords(shapeWords)
  const { place, recommended, standing, was } = cell
  const said = [
    saidOf(cell, currency, words),
    ...(recommended === null || standing !== "insufficient"
      ? []
      : [`${words.recommended} ${wholeMoney(recommended, currency)}`]),
    ...(was === null ? [] : [`${words.was} ${saidOf(was, currency, words)}`]),
  ].join(", ")
  const inside = (
    <>
      {was === null ? null : (
        <s class="was">
          <Symbol name={was.standing} size={12} />
          <span class="unseen">
            {words.was} {words.standings[was.standing]}{" "}
          </span>
          {figureOf(was, words)}
        </s>
      )}
      <Symbol name={standing} size={14} />
      <span class="unseen">{words.standings[standing]} </span>
      <span class="figure">{figureOf(cell, words)}</span>
    </>
  )
  return place === null ? (
    <span class="cell" title={said}>
      {inside}
    </span>
  ) : (
    <a class="cell" href={rowHref(place.file, place.line)} title={said}>
      {inside}
    </a>
  )
}

const HeatMap = ({ view }: { readonly view: CoverMapView }): JSX.Element => {
  const words = inWords(shapeWords)
  return (
    <table class="heat">
      <caption class="unseen">
        {words.covers(view.destination.name[language.value])}. {sentenceOf(view)}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">{words.guarantee}</span>
          </th>
          {view.cards.map((card) => (
            <th scope="col">{columnName(card, words)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {view.guarantees.map(({ code, name }) => (
          <tr key={code}>
            <th scope="row">{name[language.value]}</th>
            {view.cards.map(({ cells, currency }) => {
              const cell = cells[code]
              return cell === undefined ? (
                <td class="none">{words.notNeeded}</td>
              ) : (
                <td class={`${cell.standing}${cell.was === null ? "" : " changed"}`}>
                  <CellLink cell={cell} currency={currency} />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sentenceOf = (view: CoverMapView): string => {
  const words = inWords(shapeWords)
  const { bank } = asked.value
  const cells = view.cards.flatMap((card) => Object.values(card.cells))
  if (view.cards.length === 0) return words.noCards
  return [
    bank === "" ? words.ofProfiles(view.residence.name[language.value]) : words.ofBank(bank),
    words.unconfirmed(cells.filter(({ standing }) => standing === "unverified").length),
    words.cellChanges(cells.filter(({ was }) => was !== null).length),
  ]
    .filter((part) => part !== "")
    .join(" ")
}

/** What cards hold for a trip, card by guarantee. */
export const CoversPanel = (): JSX.Element => {
  const words = inWords(shapeWords)
  const { isBusy, output: view } = covers.state.value
  return (
    <ShapePanel
      name="covers"
      title={words.covers(view === null ? "…" : view.destination.name[language.value])}
      link={
        view === null
          ? null
          : {
              href: hrefOf("tables", view.file),
              text: words.coverRows(countText(view.fileRows)),
            }
      }
      says={view === null ? "" : sentenceOf(view)}
      isBusy={isBusy}
    >
      {view === null ? (
        <div style={{ minHeight: 340 }} />
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="shape-covers">
          <HeatMap view={view} />
        </div>
      )}
      <p class="shape-legend standings">
        {standings.map((standing) => (
          <span class={standing}>
            <Symbol name={standing} size={14} /> {words.standings[standing]}
          </span>
        ))}
      </p>
    </ShapePanel>
  )
}
