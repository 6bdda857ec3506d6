import type { JSX } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tellRefusal } from "../../kit/notices.ts"
import { isUnwritten, undo } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { cellText, nameIn } from "./cell-text.ts"
import { type ConditionDraft, conditionWords, draftOf, valueOf } from "./condition-words.ts"
import { ConditionEditor } from "./condition-editor.tsx"
import { columnTitle } from "./column-title.ts"
import { faultText } from "./grid-cells.ts"
import type { EditAsked, EditForm } from "./grid-state.ts"
import { gridWords } from "./grid-words.ts"
import type { ShownRow } from "./shown-rows.ts"
import { useGrid } from "./grid.ts"
import { WordPicker } from "./word-picker.tsx"
import type { CellTyped } from "../../../protocol/table.ts"
import type { CellRead, GridColumn } from "../../../../../rules/changes/grid/grid-view.ts"

const Fault = ({ cell, preview }: { cell: EditedCell; preview: CellRead | null }): JSX.Element => {
  const { column, place, shown } = cell
  const { focusCell, setCell } = useGrid()
  const words = inWords(gridWords)
  const focus = (): Promise<void> => focusCell()
  const stands = shown.row.texts[place] ?? ""
  const text = preview?.text ?? stands
  const refused = preview === null ? column.faults[text] : preview.fault
  if (refused === undefined || refused === null) return <p class="help">{column.about}</p>
  return (
    <p class="fault" role="alert">
      <Symbol name="error" size={14} />
      <span>{faultText(text, refused)}</span>
      {refused.write.map((better) => (
        <button
          type="button"
          class="link"
          onClick={() => void setCell({ ...typedAt(cell), asked: { text: better } }).then(focus)}
        >
          {better === "" ? words.leaveEmpty : words.write(better)}
        </button>
      ))}
      {stands === text ? (
        <>
          <span>{words.keepOrUndo}</span>
          <button type="button" class="link" onClick={() => void undo().then(() => focusCell())}>
            {words.takeItBack}
          </button>
        </>
      ) : null}
    </p>
  )
}

const Editing = ({ cell }: { readonly cell: EditedCell }): JSX.Element => {
  const { column, place, shown } = cell
  const { editAsked, editingKeys, filterColumn, focusCell } = useGrid()
  const words = inWords(gridWords)
  const stands = shown.row.texts[place] ?? ""
  const isCondition = column.role === "condition"
  const [draft, setDraft] = useState<ConditionDraft>(() => draftOf(column.tests[stands], stands))
  const [text, setText] = useState(stands)
  const wordsIn = (cell: string): ReadonlyArray<string> =>
    cell === "" ? [] : column.isList ? cell.split("|") : [cell]
  const [list, setList] = useState(() => wordsIn(stands))
  const [asked, setAsked] = useState({ ...editAsked.peek(), typed: null as string | null })
  const [form, setForm] = useState<EditForm>("words")
  const strip = useRef<HTMLDivElement>(null)
  const { isTyping, leave, preview, show, write } = useCell(cell)
  const reset = (): void => {
    setDraft(draftOf(column.tests[stands], stands))
    setText(stands)
    setList(wordsIn(stands))
    setForm("words")
  }
  /** Shows another text in the field, whose caret stays where it is; at the end it stays at the end. */
  const setWritten = (next: string): void => {
    const field = strip.current?.querySelector<HTMLInputElement>("[data-first]")
    const caret = field?.selectionStart ?? 0
    const isAtEnd = caret === field?.value.length
    if (field !== undefined && field !== null) field.value = next
    field?.setSelectionRange(isAtEnd ? next.length : caret, isAtEnd ? next.length : caret)
    setText(next)
  }
  const mounted = useRef(false)
  // At once, not after the next frame: a key that is typed meanwhile would be lost.
  useLayoutEffect(() => {
    // What the cell says has changed: by this edit, by a step back, or on disk. What is being typed stays.
    if (mounted.current && !isTyping.current) {
      // Who has entered the cell to go on with it goes on with what it says now.
      if (form === "written") setWritten(stands)
      else reset()
      leave({ text: stands })
    }
    mounted.current = true
  }, [stands])
  useLayoutEffect(
    () =>
      editAsked.subscribe((next) => {
        if (next.count === asked.count) return
        setAsked(next)
        setForm(next.form)
        if (next.form === "written") setText(stands)
        if (next.typed === null) return
        show({ text: next.typed })
        setText(next.typed)
      }),
    // With what the cell says now: it may have been pasted into since.
    [asked.count, stands],
  )
  const known = useRef(asked.count)
  useLayoutEffect(() => {
    if (asked.count === known.current) return
    known.current = asked.count
    const first = strip.current?.querySelector<HTMLElement>("[data-first]")
    first?.focus()
    const isText = first instanceof HTMLTextAreaElement || first instanceof HTMLInputElement
    if (!isText || first.type === "date") return
    if (asked.form === "words") first.select()
    else first.setSelectionRange(first.value.length, first.value.length)
  }, [asked.count])
  const askedOf = (next: ConditionDraft): CellAsked => {
    const value = valueOf(next)
    return value === undefined ? { text: next.written } : { value }
  }
  const listAsked = (chosen: ReadonlyArray<string>): CellAsked =>
    column.isList ? { value: { _tag: "List", words: chosen } } : { text: chosen[0] ?? "" }
  const now = (): CellAsked => {
    if (form !== "words") return { text }
    if (isCondition) return askedOf(draft)
    return column.words === null ? { text } : listAsked(list)
  }
  const typed = (next: string): void => {
    setText(next)
    show({ text: next })
  }
  // Who clicks elsewhere, or goes to another screen, has written what was typed.
  const newest = useRef(now)
  newest.current = now
  useLayoutEffect(
    () => () => {
      if (isTyping.current) write(newest.current())
    },
    [],
  )
  const keys = (event: KeyboardEvent): void =>
    editingKeys(event, {
      form,
      write: () => write(now()),
      cancel: () => {
        leave(now())
        reset()
      },
      turn: () => setForm(form === "typed" ? "written" : "typed"),
    })
  const before = shown.row.before
  const was = before === undefined || before === "none" ? undefined : before[place]
  const written = preview?.text ?? stands
  return (
    <div class="strip" ref={strip} onKeyDown={keys}>
      <div class="strip-line">
        <b>{words.cellAt(columnTitle(column.name), shown.line)}</b>
        <span class="strip-cell" data-cell data-cell-at={`${column.name} ${shown.line}`}>
          {form !== "words" ? (
            <WrittenEditor
              column={column}
              form={form}
              text={text}
              asked={asked}
              change={typed}
              done={(next) => {
                setText(next)
                write({ text: next })
              }}
            />
          ) : isCondition ? (
            <ConditionEditor
              column={column}
              draft={draft}
              asked={asked}
              change={(next) => {
                setDraft(next)
                show(askedOf(next))
              }}
              done={(next) => {
                setDraft(next)
                write(askedOf(next))
              }}
            />
          ) : (
            <ValueEditor
              column={column}
              text={text}
              asked={asked}
              words={list}
              change={(next) => {
                setText(next)
                show({ text: next })
              }}
              done={(next) => {
                setText(next)
                write({ text: next })
              }}
              changeWords={(next) => {
                setList(next)
                show(listAsked(next))
              }}
              doneWords={(next) => {
                setList(next)
                write(listAsked(next))
                void focusCell()
              }}
            />
          )}
        </span>
        {isCondition || column.words !== null ? (
          <span class="third">
            {words.written} <code>{written === "" ? words.nothing : written}</code>
          </span>
        ) : null}
        <span class="strip-end">
          {was !== undefined && was !== stands ? (
            <span class="third">{words.was(was === "" ? "—" : cellText(column, was))}</span>
          ) : null}
          <button
            type="button"
            class="link"
            onClick={() => filterColumn(column.name, { column: column.name, words: [stands] })}
          >
            {words.onlyThis}
          </button>
        </span>
      </div>
      <Fault cell={cell} preview={preview} />
    </div>
  )
}

/** The strip above the grid: what the selected cell says, in words, to be read and changed. */
export const CellEditor = (): JSX.Element => {
  const { grid, selection, shown: shownPlaces, shownRows } = useGrid()
  const words = inWords(gridWords)
  const chosen = selection.value
  const table = grid.value
  const shown = chosen === null ? undefined : shownRows.value[chosen.row]
  const { at: place = 0, column } = shownPlaces.value[chosen?.column ?? -1] ?? {}
  if (chosen === null || table === null || column === undefined || shown?.kind !== "row") {
    return (
      <div class="strip idle">
        <div class="strip-line second">
          {shown?.kind === "comment" ? shown.text : words.idle(shown?.kind)}
        </div>
        <p class="help">{column?.about ?? ""}</p>
      </div>
    )
  }
  return (
    <Editing
      key={`${table.file} ${chosen.cell} ${column.name}`}
      cell={{ file: table.file, revision: table.revision, column, place, shown }}
    />
  )
}

/** How long the server waits for the next key before it is asked what the cell would be. */
const askAfterMs = 90

type RowShown = Extract<ShownRow, { readonly kind: "row" }>

/** The cell that is being edited. */
interface EditedCell {
  readonly file: string
  readonly revision: number
  readonly column: GridColumn
  readonly place: number
  readonly shown: RowShown
}

/** What is asked of the server: a text as it was typed, or what the cell is to say. */
type CellAsked = CellTyped["asked"]

/** Where a cell stands in the rows that the page shows. */
const typedAt = ({ column, file, revision, shown }: EditedCell): Omit<CellTyped, "asked"> => ({
  file,
  revision,
  line: shown.line,
  column: column.name,
})

const read = (file: string, column: string, asked: CellAsked): Promise<CellRead> =>
  "text" in asked
    ? call("readCell", { file, column, text: asked.text })
    : call("writeCell", { file, column, value: asked.value })

/** Asks what a cell would be, after the last key; and writes it. */
const useCell = (cell: EditedCell) => {
  const { setCell } = useGrid()
  const [preview, setPreview] = useState<CellRead | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const last = useRef("")
  const isTyping = useRef(false)
  const newest = useRef(cell)
  newest.current = cell
  const setTyping = (is: boolean): void => {
    isTyping.current = is
    isUnwritten.value = is
  }
  const show = (asked: CellAsked): void => {
    setTyping(true)
    last.current = ""
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void read(cell.file, cell.column.name, asked).then(setPreview, tellRefusal)
    }, askAfterMs)
  }
  const write = (asked: CellAsked): void => {
    clearTimeout(timer.current)
    setTyping(false)
    // A field that is left tells once more what Enter has already written.
    const same = JSON.stringify(asked)
    if (same === last.current) return
    last.current = same
    setPreview(null)
    void setCell({ ...typedAt(newest.current), asked })
  }
  /** Forgets what was typed and not written. */
  const leave = (asked: CellAsked): void => {
    clearTimeout(timer.current)
    setTyping(false)
    last.current = JSON.stringify(asked)
    setPreview(null)
  }
  return { isTyping, leave, preview, show, write }
}

/** Edits a cell as it is written: what is typed over it, or what stands there; a word by its name, too. */
const WrittenEditor = ({
  asked,
  change,
  column,
  done,
  form,
  text,
}: {
  readonly column: GridColumn
  readonly form: EditForm
  readonly text: string
  readonly asked: EditAsked
  readonly change: (text: string) => void
  readonly done: (text: string) => void
}): JSX.Element => {
  const label = columnTitle(column.name)
  if (form === "typed" && column.words !== null) {
    return (
      <WordPicker
        label={label}
        words={column.words}
        chosen={[]}
        isMany={false}
        asked={asked}
        nameOf={(word) => nameIn(column, word)}
        choose={([word = ""]) => change(word)}
        done={([word = ""]) => done(word)}
        typed={change}
      />
    )
  }
  const isFigure = column.type === "amount" || column.type === "number"
  return (
    <input
      type="text"
      class={isFigure && column.role === "value" ? "figure" : "code written"}
      data-first
      spellcheck={false}
      aria-label={label}
      value={text}
      onInput={({ currentTarget }) => change(currentTarget.value)}
      onChange={({ currentTarget }) => done(currentTarget.value)}
    />
  )
}

/** What an editor of a value is given. */
interface ValueEditorProps {
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
const ValueEditor = (props: ValueEditorProps): JSX.Element => {
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
