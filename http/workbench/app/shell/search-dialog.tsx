import type { JSX } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { call } from "../kit/call.ts"
import { Dialog } from "../kit/dialog.tsx"
import { inWords } from "../kit/language.ts"
import { tellRefusal } from "../kit/notices.ts"
import { go } from "../kit/route.ts"
import { Symbol } from "../kit/symbols.tsx"
import { tableTitle } from "../kit/table-names.ts"
import { closeDialog, searchBegun } from "./shell-keys.ts"
import { shellWords } from "./shell-words.ts"
import type { SearchFound, SearchGroup, SearchHit } from "../../../../rules/tables/search-tables.ts"

/** Typing rests so long before it is looked for. */
const restMs = 60

interface Answer {
  readonly text: string
  readonly found: SearchFound
}

/** Looks for a text as it is typed; the last answer stays until the next one comes. */
const useSearch = (text: string): Answer | null => {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    if (text.trim() === "") return setAnswer(null)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call("search", { text }, stop.signal).then(
        (found) => setAnswer({ text, found }),
        (cause: unknown) => {
          if (!stop.signal.aborted) tellRefusal(cause)
        },
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return answer
}

const openHit = ({ column, file, line }: SearchHit): void => {
  closeDialog()
  go("tables", file, { row: line, column })
}

/** Searches all cells and texts; arrows choose a hit, Enter goes there. */
export const SearchDialog = (): JSX.Element => {
  const words = inWords(shellWords)
  const [text, setText] = useState(searchBegun.value)
  const input = useRef<HTMLInputElement>(null)
  // What is typed next goes behind what was typed before.
  useLayoutEffect(() => input.current?.setSelectionRange(text.length, text.length), [])
  const [chosen, choose] = useState(0)
  const answer = useSearch(text)
  const hits = answer?.found.groups.flatMap((group) => group.hits) ?? []
  const active = Math.min(chosen, hits.length - 1)
  const move = (step: number): void => {
    if (hits.length > 0) choose((active + step + hits.length) % hits.length)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const hit = hits[active]
    if (event.key === "ArrowDown") move(1)
    else if (event.key === "ArrowUp") move(-1)
    else if (event.key === "Enter" && hit !== undefined) openHit(hit)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    document.querySelector(`#${optionId(active)}`)?.scrollIntoView({ block: "nearest" })
  }, [active])
  return (
    <Dialog name={words.searchTitle} class="search-dialog" close={closeDialog}>
      <div class="search-box">
        <Symbol name="search" />
        <input
          ref={input}
          type="text"
          role="combobox"
          autoFocus
          autocomplete="off"
          spellcheck={false}
          aria-label={words.search}
          aria-expanded={hits.length > 0}
          aria-controls="search-results"
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? optionId(active) : undefined}
          placeholder={words.search}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            choose(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <p class="search-said third" role="status">
        {answer === null
          ? words.searchHelp
          : answer.found.count === 0
            ? words.searchNone(answer.text)
            : words.searchCount(answer.found.count, answer.found.tables)}
      </p>
      <SearchResults
        groups={answer?.found.groups ?? []}
        active={active}
        open={openHit}
        choose={choose}
      />
    </Dialog>
  )
}

/** The id of the option of a hit, by its place in the list. */
const optionId = (place: number): string => `search-hit-${place}`

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
const SearchResults = ({ active, choose, groups, open }: ResultsShown): JSX.Element => {
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
