import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { session } from "../../kit/session.ts"
import { columnTitle } from "./column-title.ts"
import { columnWords } from "./column-words.ts"
import { useGrid } from "./grid.ts"
import type { CaseColumn } from "../../../../../core/table/case-table.ts"

/** Which facts and results the cases of a table have columns for; a tick writes to the file. */
export const CaseColumns = ({ file }: { readonly file: string }): JSX.Element | null => {
  const { attempt, grid } = useGrid()
  const [known, setKnown] = useState<ReadonlyArray<CaseColumn>>([])
  const revision = grid.value?.revision
  useEffect(() => {
    let isOver = false
    void call("caseColumns", { file }).then((columns) => {
      if (!isOver) setKnown(columns)
    })
    return () => {
      isOver = true
    }
  }, [file, revision])
  const words = inWords(columnWords)
  const choose = (name: string, isIn: boolean): void => {
    const now = known.map((each) => (each.name === name ? { ...each, isIn } : each))
    setKnown(now)
    const columns = now.flatMap((each) => (each.isIn ? [each.name] : []))
    void attempt(() =>
      call("chooseCaseColumns", { file, revision: session.peek()?.revision ?? 0, columns }),
    )
  }
  return (
    <div class="ticks" role="group" aria-label={words.inFile}>
      <b>{words.inFile}</b>
      <p class="help">{words.inFileAbout}</p>
      <div class="tick-list">
        {known.map(({ about, isIn, isNeeded, name }) => (
          <label key={name} class="tick" title={about}>
            <input
              type="checkbox"
              checked={isIn || isNeeded}
              disabled={isNeeded}
              onChange={({ currentTarget }) => choose(name, currentTarget.checked)}
            />
            <span class="name">{columnTitle(name)}</span>
            {isNeeded ? <span class="third">{words.needed}</span> : null}
          </label>
        ))}
      </div>
    </div>
  )
}
