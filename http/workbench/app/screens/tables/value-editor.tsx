import type { JSX } from "preact"
import type { GridColumn } from "../../../../../rules/changes/grid/grid-view.ts"
import { inWords } from "../../kit/language.ts"
import { nameIn } from "./cell-text.ts"
import { conditionWords } from "./condition-words.ts"
import { columnTitle } from "./grid-cells.ts"
import type { EditAsked } from "./grid-state.ts"
import { WordPicker } from "./word-picker.tsx"

/** What an editor of a value is given. */
export interface ValueEditorProps {
  readonly column: GridColumn
  readonly text: string
  readonly asked: EditAsked
  /** Shows what the cell would be. */
  readonly change: (text: string) => void
  /** Writes it. */
  readonly done: (text: string) => void
  /** Writes a list of words, which the server joins. */
  readonly doneWords: (words: ReadonlyArray<string>) => void
  readonly changeWords: (words: ReadonlyArray<string>) => void
  readonly words: ReadonlyArray<string>
}

const Truth = ({ column, done, text }: ValueEditorProps): JSX.Element => {
  const words = inWords(conditionWords)
  const value = text.toLowerCase()
  const isKnown = ["", "true", "false"].includes(value)
  return (
    <select
      data-first
      aria-label={columnTitle(column.name)}
      value={isKnown ? value : text}
      onChange={({ currentTarget }) => done(currentTarget.value)}
    >
      {column.mayBeEmpty || value === "" ? <option value="">—</option> : null}
      {isKnown ? null : <option value={text}>{text}</option>}
      <option value="true">{words.yes}</option>
      <option value="false">{words.no}</option>
    </select>
  )
}

/** Edits a value: a word by its name, a day, yes or no, a figure, or a text. */
export const ValueEditor = (props: ValueEditorProps): JSX.Element => {
  const { change, changeWords, column, done, doneWords, text, asked, words } = props
  const label = columnTitle(column.name)
  if (column.type === "truth" && !column.isList) return <Truth {...props} />
  if (column.words !== null) {
    return (
      <WordPicker
        label={label}
        words={column.words}
        chosen={words}
        isMany={column.isList}
        asked={asked}
        nameOf={(word) => nameIn(column, word)}
        choose={changeWords}
        done={doneWords}
      />
    )
  }
  const common = {
    "data-first": true,
    "aria-label": label,
    value: text,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change(currentTarget.value),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      done(currentTarget.value),
  }
  if (column.type === "day" && /^(?:\d{4}-\d\d-\d\d)?$/.test(text)) {
    return <input type="date" class="day" {...common} />
  }
  const isFigure = column.type === "amount" || column.type === "number"
  return isFigure ? (
    <input type="text" inputMode="decimal" class="figure" {...common} />
  ) : (
    <textarea rows={1} class="text" spellcheck={column.type === "text"} {...common} />
  )
}
