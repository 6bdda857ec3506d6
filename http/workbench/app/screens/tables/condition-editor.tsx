import type { JSX } from "preact"
import type { GridColumn } from "../../../../../rules/changes/grid/grid-view.ts"
import { inWords } from "../../kit/language.ts"
import { nameIn } from "./cell-text.ts"
import {
  type ConditionDraft,
  type ConditionOperator,
  conditionWords,
  endsOf,
  operatorsFor,
} from "./condition-words.ts"
import type { EditAsked } from "./grid-state.ts"
import { gridWords } from "./grid-words.ts"
import { WordPicker } from "./word-picker.tsx"

/** What an editor of a condition is given. */
export interface ConditionEditorProps {
  readonly column: GridColumn
  readonly draft: ConditionDraft
  readonly asked: EditAsked
  /** Shows what the cell would be. */
  readonly change: (draft: ConditionDraft) => void
  /** Writes it. */
  readonly done: (draft: ConditionDraft) => void
}

const kindOf = ({ type }: GridColumn): keyof typeof operatorsFor =>
  type === "truth" ? "truth" : type === "words" ? "words" : "number"

/** Whether the operator says all that the cell says. */
const isAlone = ({ operator }: ConditionDraft): boolean =>
  operator === "Any" || operator === "yes" || operator === "no"

const Ends = ({ change, column, done, draft }: ConditionEditorProps): JSX.Element => {
  const words = inWords(conditionWords)
  const ends = endsOf(draft.operator)
  return (
    <>
      {ends.map((end, index) => (
        <>
          {index > 0 ? <span>{words.to}</span> : null}
          <input
            key={end}
            type="text"
            inputMode="decimal"
            class="end"
            data-first={index === 0 ? "" : undefined}
            aria-label={`${column.name}, ${end === "low" ? words.from : words.to}`}
            value={draft[end]}
            onInput={({ currentTarget }) => change({ ...draft, [end]: currentTarget.value })}
            onChange={({ currentTarget }) => {
              const next = { ...draft, [end]: currentTarget.value }
              // Both ends are there before the cell is written; Enter writes it in any case.
              if (ends.every((each) => next[each] !== "")) done(next)
            }}
          />
        </>
      ))}
      {column.unit === null || ends.length === 0 ? null : <span class="third">{column.unit}</span>}
    </>
  )
}

/** Edits a condition: how the cell decides, and on what. */
export const ConditionEditor = (props: ConditionEditorProps): JSX.Element => {
  const { change, column, done, draft, asked } = props
  const words = inWords(conditionWords)
  const isWritten = draft.operator === "written"
  const choose = (operator: ConditionOperator): void => {
    const next = { ...draft, operator }
    const isComplete = endsOf(operator).every((end) => next[end] !== "")
    const needsWords = (operator === "oneOf" || operator === "noneOf") && next.words.length === 0
    if (operator === "written" || needsWords || !isComplete) change(next)
    else done(next)
  }
  return (
    <>
      <select
        aria-label={words.operator}
        data-first={isAlone(draft) ? "" : undefined}
        value={draft.operator}
        onChange={({ currentTarget }) => choose(currentTarget.value as ConditionOperator)}
      >
        {operatorsFor[kindOf(column)].map((operator) => (
          <option key={operator} value={operator}>
            {words.operators[operator]}
          </option>
        ))}
      </select>
      <Ends {...props} />
      {(draft.operator === "oneOf" || draft.operator === "noneOf") && column.words !== null ? (
        <WordPicker
          label={column.name}
          words={column.words}
          chosen={draft.words}
          isMany={true}
          asked={asked}
          nameOf={(word) => nameIn(column, word)}
          choose={(chosen) => change({ ...draft, words: chosen })}
          done={(chosen) => done({ ...draft, words: chosen })}
        />
      ) : null}
      {isWritten ||
      ((draft.operator === "oneOf" || draft.operator === "noneOf") && column.words === null) ? (
        <input
          type="text"
          class="code written"
          data-first
          spellcheck={false}
          aria-label={inWords(gridWords).written}
          value={draft.written}
          onInput={({ currentTarget }) =>
            change({ ...draft, operator: "written", written: currentTarget.value })
          }
          onChange={({ currentTarget }) =>
            done({ ...draft, operator: "written", written: currentTarget.value })
          }
        />
      ) : null}
    </>
  )
}
