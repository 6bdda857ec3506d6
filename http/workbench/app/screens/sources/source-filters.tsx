import type { JSX } from "preact"
import { sourceProblems } from "../../../../../rules/coach/sources/row-source.ts"
import type { SourcesView } from "../../../../../rules/sources/sources-view.ts"
import { numberText } from "../../kit/format.ts"
import { inWords, language } from "../../kit/language.ts"
import { SelectField } from "../../kit/select-field.tsx"
import { tableTitle } from "../../kit/table-names.ts"
import { marketName } from "./market-table.tsx"
import { askedOf, chooseSources, oldMonthsChoices, usualOldMonths } from "./sources-state.ts"
import { sourcesWords } from "./sources-words.ts"

/** What rows are listed: by market, guarantee, table, state and age. */
export const SourceFilters = ({ view }: { readonly view: SourcesView }): JSX.Element => {
  const words = inWords(sourcesWords)
  const { file, market, oldMonths, problem, slug } = askedOf.value
  const named = view.guarantees
    .map(({ code, name }) => ({ value: code, text: name[language.value] }))
    .toSorted((one, two) => one.text.localeCompare(two.text, language.value))
  const all = sourceProblems.reduce((sum, each) => sum + view.counts[each], 0)
  return (
    <div class="sources-filters">
      <SelectField
        id="sources-market"
        label={words.market}
        value={market ?? ""}
        options={[
          { value: "", text: words.allMarkets },
          ...view.markets.map(({ market: own, name }) => ({
            value: own,
            text: marketName({ market: own, name }),
          })),
        ]}
        onChoose={(value) => chooseSources({ market: value })}
      />
      <SelectField
        id="sources-guarantee"
        label={words.guarantee}
        value={slug ?? ""}
        options={[{ value: "", text: words.allGuarantees }, ...named]}
        onChoose={(value) => chooseSources({ slug: value })}
      />
      <SelectField
        id="sources-table"
        label={words.table}
        value={file ?? ""}
        options={[
          { value: "", text: words.allTables },
          ...view.tables
            .filter(({ file: own, rows }) => rows > 0 || own === file)
            .map(({ file: own, rows }) => ({
              value: own,
              text: `${tableTitle(own)} (${numberText(rows)})`,
            })),
        ]}
        onChoose={(value) => chooseSources({ table: value })}
      />
      <SelectField
        id="sources-months"
        label={words.oldAfter}
        value={String(oldMonths)}
        options={oldMonthsChoices.map((months) => ({
          value: String(months),
          text: words.months(months),
        }))}
        onChoose={(value) =>
          chooseSources({ months: value === String(usualOldMonths) ? "" : value })
        }
      />
      <div class="actions" role="group" aria-label={words.state}>
        <button
          type="button"
          class="chip"
          aria-pressed={problem === null}
          onClick={() => chooseSources({ state: "" })}
        >
          {words.allStates} <span class="count">{numberText(all)}</span>
        </button>
        {sourceProblems.map((each) => (
          <button
            type="button"
            class="chip"
            aria-pressed={problem === each}
            onClick={() => chooseSources({ state: problem === each ? "" : each })}
          >
            {words[each]} <span class="count">{numberText(view.counts[each])}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
