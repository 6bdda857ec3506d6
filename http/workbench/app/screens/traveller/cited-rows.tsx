import type { JSX } from "preact"
import type { RowCited } from "../../../../../rules/changes/traveller/traveller-view.ts"
import { inWords } from "../../kit/language.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { travellerWords } from "./traveller-words.ts"

const Source = ({ row }: { readonly row: RowCited }): JSX.Element | null => {
  const words = inWords(travellerWords)
  const { asOf, source } = row
  if (source === undefined || source === "") return null
  const isPage = /^https?:\/\//.test(source)
  return (
    <span class="third">
      {" "}
      {isPage ? (
        <a href={source} target="_blank" rel="noreferrer" aria-label={`${words.page}: ${source}`}>
          {new URL(source).hostname}
        </a>
      ) : (
        <span lang="en">{source}</span>
      )}
      {asOf === undefined ? null : `, ${asOf}`}
    </span>
  )
}

/** Rows behind a figure: the first few at once, each with its source; the others folded. */
export const CitedRows = ({
  lead,
  rows,
  shown = 2,
}: {
  readonly rows: ReadonlyArray<RowCited>
  readonly shown?: number
  readonly lead?: string
}): JSX.Element | null => {
  const words = inWords(travellerWords)
  if (rows.length === 0) return null
  const rest = rows.slice(shown)
  return (
    <div class="cited">
      <p>
        {lead ?? words.row}{" "}
        {rows.slice(0, shown).map((row, index) => (
          <>
            {index === 0 ? null : `, ${words.figureRows} `}
            <RowLink {...row} />
            <Source row={row} />
          </>
        ))}
      </p>
      {rest.length === 0 ? null : (
        <details>
          <summary>{words.moreRows(rest.length)}</summary>
          <ul>
            {rest.map((row) => (
              <li>
                <RowLink {...row} /> <span lang="en">{row.says}</span>
                <Source row={row} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
