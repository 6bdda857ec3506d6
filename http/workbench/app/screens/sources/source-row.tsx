import type { JSX } from "preact"
import type { SourceRow as Row, SourcesView } from "../../../../../rules/sources/sources-view.ts"
import { inWords, language, numberText } from "../../kit/language.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { Symbol, type SymbolName } from "../../kit/symbols.tsx"
import { tableTitle } from "../../kit/table-names.ts"
import { SourceForm } from "./source-form.tsx"
import { sourcesWords } from "./sources-words.ts"

const marks: Readonly<
  Record<Row["problem"], { readonly symbol: SymbolName; readonly badge: string }>
> = {
  unsourced: { symbol: "warning", badge: "warning" },
  unknown: { symbol: "unverified", badge: "unverified" },
  old: { symbol: "insufficient", badge: "insufficient" },
}

/** What a row is about: the cells that name it, a guarantee by its name. */
export const rowName = ({ name, slug }: Row, { guarantees }: SourcesView): string =>
  name
    .map((cell) =>
      cell === slug
        ? (guarantees.find(({ code }) => code === slug)?.name[language.value] ?? cell)
        : cell,
    )
    .join(" · ")

/** Only pages by http or https are opened. */
const hostOf = (page: string): string | undefined => {
  const { hostname, protocol } = new URL(page)
  return protocol === "https:" || protocol === "http:" ? hostname.replace(/^www\./, "") : undefined
}

const Source = ({ page, source }: Row): JSX.Element => {
  const words = inWords(sourcesWords)
  const host = page === null ? undefined : hostOf(page)
  if (page === null || host === undefined) return <span class="third">{source}</span>
  return (
    <a href={page} target="_blank" rel="noopener noreferrer" title={source}>
      {host} <Symbol name="external" size={14} />
      <span class="unseen"> ({words.openPage})</span>
    </a>
  )
}

/** One row to look at, with what can be done about it. */
export const SourceLine = ({
  isOpen,
  onLeave,
  onOpen,
  onWrite,
  row,
  view,
}: {
  readonly row: Row
  readonly view: SourcesView
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onLeave: () => void
  readonly onWrite: (
    cells: ReadonlyArray<{ readonly column: string; readonly text: string }>,
  ) => Promise<void>
}): JSX.Element => {
  const words = inWords(sourcesWords)
  const { asOf, file, line, problem, weight } = row
  const table = view.tables.find((each) => each.file === file)
  const dateColumn = table?.dateColumn ?? null
  const name = rowName(row, view)
  const { badge, symbol } = marks[problem]
  return (
    <>
      <tr class={isOpen ? "open" : undefined}>
        <th scope="row">
          {name}
          <span class="under">
            {tableTitle(file)} <RowLink file={file} line={line} column="source" />
          </span>
        </th>
        <td>
          <span class={`badge ${badge}`}>
            <Symbol name={symbol} size={14} /> {words[problem]}
          </span>
        </td>
        <td class="source-cell">
          <Source {...row} />
        </td>
        <td class="together">{asOf ?? <span class="third">{words.noDate}</span>}</td>
        <td>
          {weight === null
            ? "—"
            : words.weight(numberText(weight.cards), numberText(weight.citations))}
        </td>
        <td>
          <div class="line-actions">
            <button
              type="button"
              class="button small"
              aria-expanded={isOpen}
              aria-label={words.newFigureOf(name)}
              onClick={isOpen ? onLeave : onOpen}
            >
              {words.newFigure}
            </button>
            {dateColumn === null || problem !== "old" ? null : (
              <button
                type="button"
                class="button small"
                aria-label={words.stillSameOf(name)}
                onClick={() => void onWrite([{ column: dateColumn, text: view.today }])}
              >
                {words.stillSame}
              </button>
            )}
          </div>
        </td>
      </tr>
      {isOpen && table !== undefined ? (
        <tr class="form-row">
          <td colSpan={6}>
            <SourceForm row={row} table={table} name={name} onWrite={onWrite} onLeave={onLeave} />
          </td>
        </tr>
      ) : null}
    </>
  )
}
