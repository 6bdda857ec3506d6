import type { JSX } from "preact"
import { inWords } from "../kit/language.ts"
import { tableTitle } from "../kit/table-names.ts"
import { shellWords } from "./shell-words.ts"
import type { SearchGroup, SearchHit } from "../../../../rules/tables/search-tables.ts"

/** The id of the option of a hit, by its place in the list. */
export const optionId = (place: number): string => `search-hit-${place}`

const Cell = ({ cell, from, to }: SearchHit): JSX.Element => (
  <span class="search-cell">
    {cell.slice(0, from)}
    <mark>{cell.slice(from, to)}</mark>
    {cell.slice(to)}
  </span>
)

interface ResultsShown {
  readonly groups: ReadonlyArray<SearchGroup>
  readonly active: number
  readonly open: (hit: SearchHit) => void
  readonly choose: (place: number) => void
}

/** What was found, table by table; the input keeps the focus. */
export const SearchResults = ({ active, choose, groups, open }: ResultsShown): JSX.Element => {
  const words = inWords(shellWords)
  let place = -1
  return (
    <div id="search-results" class="search-results" role="listbox" aria-label={words.searchTitle}>
      {groups.map((group) => (
        <div role="group" aria-label={tableTitle(group.file)}>
          <p class="search-table" aria-hidden="true">
            <b>{tableTitle(group.file)}</b>{" "}
            <span class="third">
              {group.count > group.hits.length ? words.searchMore(group.count) : ""}
            </span>
          </p>
          {group.hits.map((hit) => {
            place += 1
            const own = place
            return (
              <div
                id={optionId(own)}
                role="option"
                aria-selected={own === active}
                class="search-hit"
                onClick={() => open(hit)}
                onPointerMove={() => {
                  if (own !== active) choose(own)
                }}
              >
                <Cell {...hit} />
                <span class="third search-place">
                  {[hit.column.replaceAll("_", " "), ...hit.row].slice(0, 4).join(" · ")}
                </span>
                <span class="third together">{words.line(hit.line)}</span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
