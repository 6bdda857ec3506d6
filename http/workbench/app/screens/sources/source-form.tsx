import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type {
  SourceColumn,
  SourceRow,
  SourcedTable,
} from "../../../../../rules/sources/sources-view.ts"
import { RefusedCall } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { refusedText } from "../../kit/notices.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { sourcesWords } from "./sources-words.ts"

type Cells = SourceRow["cells"]

const idOf = ({ file, line }: SourceRow, column: string): string =>
  `source-${file.replaceAll(/\W/g, "-")}-${line}-${column}`

const Field = ({
  column,
  onWrite,
  row,
  text,
}: {
  readonly row: SourceRow
  readonly column: SourceColumn
  readonly text: string
  readonly onWrite: (text: string) => void
}): JSX.Element => {
  const words = inWords(sourcesWords)
  const { about, column: name, isNumber, isOptional, unit, words: taken } = column
  const id = idOf(row, name)
  const shared = { id, "aria-describedby": `${id}-help` }
  return (
    <div class="field">
      <label for={id} class="code">
        {name}
      </label>
      {taken === null ? (
        <input
          {...shared}
          value={text}
          inputMode={isNumber ? "decimal" : undefined}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onWrite(currentTarget.value)}
        />
      ) : (
        <select
          {...shared}
          value={text}
          onChange={({ currentTarget }) => onWrite(currentTarget.value)}
        >
          {[...(isOptional ? [""] : []), ...taken].map((each) => (
            <option value={each} selected={each === text}>
              {each === "" ? words.none : each}
            </option>
          ))}
        </select>
      )}
      <span class="help" id={`${id}-help`}>
        <span lang="en">
          {about.replaceAll("`", "")}
          {unit === null ? "" : ` In ${unit}.`}
        </span>
        {isOptional ? ` ${words.optional}` : ""}
      </span>
    </div>
  )
}

/** Writes a new figure for a row with what it rests on: one step, all cells or none. */
export const SourceForm = ({
  name,
  onLeave,
  onWrite,
  row,
  table,
}: {
  readonly row: SourceRow
  readonly table: SourcedTable
  readonly name: string
  readonly onWrite: (
    cells: ReadonlyArray<{ readonly column: string; readonly text: string }>,
  ) => Promise<void>
  readonly onLeave: () => void
}): JSX.Element => {
  const words = inWords(sourcesWords)
  const [cells, setCells] = useState<Cells>(row.cells)
  const [fault, setFault] = useState("")
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select")?.focus(), [])
  const submit = (event: Event): void => {
    event.preventDefault()
    const fresh = Object.entries(cells)
      .filter(([column, text]) => text !== row.cells[column])
      .map(([column, text]) => ({ column, text }))
    if (fresh.length === 0) return setFault(words.unchanged)
    setFault("")
    onWrite(fresh).catch((cause: unknown) => {
      if (!(cause instanceof RefusedCall)) throw cause
      setFault(refusedText(cause))
    })
  }
  return (
    <form
      ref={form}
      class="source-form"
      aria-label={words.newFigureOf(name)}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape") onLeave()
      }}
    >
      <div class="fields">
        {table.columns.map((column) => (
          <Field
            key={column.column}
            row={row}
            column={column}
            text={cells[column.column] ?? ""}
            onWrite={(text) => setCells({ ...cells, [column.column]: text })}
          />
        ))}
      </div>
      <p class="fault" role="alert">
        {fault === "" ? null : (
          <>
            <Symbol name="error" /> {fault}
          </>
        )}
      </p>
      <div class="actions">
        <button type="submit" class="button main small">
          {words.save}
        </button>
        <button type="button" class="button small" onClick={onLeave}>
          {words.leave}
        </button>
      </div>
    </form>
  )
}
