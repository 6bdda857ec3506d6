import type { JSX } from "preact"
import { useRef, useState } from "preact/hooks"
import type {
  SourceOrder,
  SourceRow,
  SourcesView,
} from "../../../../../rules/sources/sources-view.ts"
import { call } from "../../kit/call.ts"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { shownStep } from "../../kit/session.ts"
import { SourceLine } from "./source-row.tsx"
import { SourceFilters } from "./source-filters.tsx"
import { askedOf, chooseSources, rowsAtOnce, rowsShown } from "./sources-state.ts"
import { sourcesWords } from "./sources-words.ts"

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
