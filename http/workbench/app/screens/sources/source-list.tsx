import type { JSX } from "preact"
import { useRef, useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { inWords, language, numberText } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { SelectField } from "../../kit/select-field.tsx"
import { shownStep } from "../../kit/session.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { marketName } from "./market-table.tsx"
import { SourceLine } from "./source-row.tsx"
import {
  askedOf,
  chooseSources,
  oldMonthsChoices,
  rowsAtOnce,
  rowsShown,
  usualOldMonths,
} from "./sources-state.ts"
import { sourcesWords } from "./sources-words.ts"
import { sourceProblems } from "../../../../../rules/coach/sources/row-source.ts"
import type {
  SourceOrder,
  SourceRow,
  SourcesView,
} from "../../../../../rules/sources/sources-view.ts"

const keyOf = ({ file, line }: SourceRow): string => `${file}:${line}`

const SortHead = ({
  order,
  text,
}: {
  readonly order: SourceOrder
  readonly text: string
}): JSX.Element => {
  const { isDescending, order: chosen } = askedOf.value
  const isChosen = chosen === order
  const direction = isDescending ? "descending" : "ascending"
  return (
    <th scope="col" aria-sort={isChosen ? direction : "none"}>
      <button
        type="button"
        class="sort"
        onClick={() =>
          chooseSources({
            order: order === "urgency" ? "" : order,
            down: isChosen && !isDescending ? "1" : "",
          })
        }
      >
        {text}
        <span aria-hidden="true">{isChosen ? (isDescending ? " ↑" : " ↓") : ""}</span>
      </button>
    </th>
  )
}

/** The rows to look at, what most depends on first, each with a field for the new figure. */
export const SourceList = ({ view }: { readonly view: SourcesView }): JSX.Element => {
  const words = inWords(sourcesWords)
  const [opened, setOpened] = useState("")
  const title = useRef<HTMLHeadingElement>(null)
  const write = async (
    row: SourceRow,
    cells: ReadonlyArray<{ readonly column: string; readonly text: string }>,
  ): Promise<void> => {
    const { file, line } = row
    await shownStep(call("sourceEdit", { file, line, revision: view.revision, cells }))
    setOpened("")
    title.current?.focus()
    tell(words.written(keyOf(row)))
  }
  return (
    <section class="card sources-card" aria-labelledby="sources-next">
      <h2 id="sources-next" ref={title} tabIndex={-1}>
        {words.next}
      </h2>
      <SourceFilters view={view} />
      <p class="second small-text" role="status">
        {words.nextSays(numberText(view.found), numberText(view.rows.length))}{" "}
        {words.warnings(numberText(view.warningDays))}
      </p>
      {view.rows.length === 0 ? (
        <p class="empty">{words.empty}</p>
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="sources-next">
          <table class="source-list">
            <caption class="unseen">{words.next}</caption>
            <thead>
              <tr>
                <SortHead order="row" text={words.what} />
                <th scope="col">{words.state}</th>
                <SortHead order="source" text={words.source} />
                <SortHead order="date" text={words.date} />
                <SortHead order="urgency" text={words.matters} />
                <th scope="col">
                  <span class="unseen">{words.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {view.rows.map((row) => (
                <SourceLine
                  key={keyOf(row)}
                  row={row}
                  view={view}
                  isOpen={opened === keyOf(row)}
                  onOpen={() => setOpened(keyOf(row))}
                  onLeave={() => {
                    setOpened("")
                    title.current?.focus()
                  }}
                  onWrite={(cells) =>
                    opened === keyOf(row) ? write(row, cells) : write(row, cells).catch(tellRefusal)
                  }
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {view.found > view.rows.length ? (
        <button
          type="button"
          class="button small more"
          onClick={() => {
            rowsShown.value += rowsAtOnce
          }}
        >
          {words.more}
        </button>
      ) : null}
    </section>
  )
}

/** What rows are listed: by market, guarantee, table, state and age. */
const SourceFilters = ({ view }: { readonly view: SourcesView }): JSX.Element => {
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
