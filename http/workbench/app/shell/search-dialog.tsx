import type { JSX } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { call } from "../kit/call.ts"
import { Dialog } from "../kit/dialog.tsx"
import { inWords } from "../kit/language.ts"
import { tellRefusal } from "../kit/notices.ts"
import { go } from "../kit/route.ts"
import { Symbol } from "../kit/symbols.tsx"
import { SearchResults, optionId } from "./search-results.tsx"
import { closeDialog, searchBegun } from "./shell-dialogs.ts"
import { shellWords } from "./shell-words.ts"
import type { SearchFound, SearchHit } from "../../../../rules/tables/search-tables.ts"

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
