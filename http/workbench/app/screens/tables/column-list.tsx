import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import {
  pinnedByItself,
  withHidden,
  withoutGroup,
} from "../../../../../rules/changes/grid/column-look.ts"
import type { GridColumn } from "../../../../../rules/changes/grid/grid-view.ts"
import { inWords } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { tableEntry } from "../../kit/table-names.ts"
import { openCarried } from "./carried-dialog.tsx"
import { CaseColumns } from "./case-columns.tsx"
import { columnTitle } from "./column-title.ts"
import { columnWords } from "./column-words.ts"
import { useGrid } from "./grid.ts"
import { followPressElsewhere } from "./grid-focus.ts"
import { openOwnTable } from "./own-table-dialog.tsx"

/** The button that opens the list of columns: it says what is not shown, and what stays. */
export const ColumnsButton = (): JSX.Element => {
  const { columnsHidden, isListOpen, pinsDrawn, view, views } = useGrid()
  const words = inWords(columnWords)
  const [hidden, pins] = [columnsHidden.value.length, pinsDrawn.value]
  const named = views.value.find(({ name }) => name === view.value)
  const told = [
    named?.title ?? words.open,
    ...(pins > 0 ? [words.pinned(pins)] : []),
    ...(hidden > 0 ? [words.hidden(hidden)] : []),
  ]
  return (
    <span class="columns-anchor">
      <button
        type="button"
        class="button small columns-button"
        aria-haspopup="dialog"
        aria-expanded={isListOpen.value}
        title={words.list}
        onClick={() => (isListOpen.value = !isListOpen.value)}
      >
        {told.join(" · ")} <Symbol name="chevron" size={12} />
      </button>
      {isListOpen.value ? <ColumnList /> : null}
    </span>
  )
}

/** The columns of the table to be shown, hidden, pinned and named, and the views of it. */
const ColumnList = (): JSX.Element => {
  const { columns, focusCell, isListOpen } = useGrid()
  const words = inWords(columnWords)
  const [sought, setSought] = useState("")
  const box = useRef<HTMLDivElement>(null)
  const close = (): void => {
    isListOpen.value = false
    void focusCell()
  }
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("input[type=search]")?.focus()
    return followPressElsewhere(
      () => box.current?.parentElement,
      () => (isListOpen.value = false),
    )
  }, [])
  const asked = sought.trim().toLowerCase()
  const found = columns.value.filter(({ name }) =>
    `${name} ${columnTitle(name)}`.toLowerCase().includes(asked),
  )
  return (
    <div
      ref={box}
      class="column-list card"
      role="dialog"
      aria-label={words.open}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <Views />
      <input
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        value={sought}
        onInput={({ currentTarget }) => setSought(currentTarget.value)}
      />
      <Ticks found={found} />
      <Groups />
      <p class="help">{words.about}</p>
      <OfTheFile />
      <div class="actions">
        <button type="button" class="button small" onClick={close}>
          {words.close}
        </button>
      </div>
    </div>
  )
}

/** The view that is looked by, and one more of one's own. */
const Views = (): JSX.Element => {
  const { chooseView, dropView, isAsViewed, keepView, view, views } = useGrid()
  const words = inWords(columnWords)
  const chosen = views.value.find(({ name }) => name === view.value)
  const [title, setTitle] = useState(chosen?.isOwn === true ? chosen.title : "")
  const asked = title.trim()
  return (
    <div class="column-views">
      <label class="field">
        <span>
          {words.view}
          {isAsViewed.value ? null : <small class="third"> ({words.changedSince})</small>}
        </span>
        <select
          value={view.value ?? ""}
          onChange={({ currentTarget }) => chooseView(currentTarget.value || null)}
        >
          <option value="">{words.allColumns}</option>
          {views.value.map((each) => (
            <option key={each.name} value={each.name}>
              {each.title}
            </option>
          ))}
        </select>
      </label>
      <form
        class="keep-view"
        onSubmit={(event) => {
          event.preventDefault()
          if (asked !== "") keepView(asked)
        }}
      >
        <label class="field">
          <span>{words.name}</span>
          <input
            type="text"
            autocomplete="off"
            maxLength={60}
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </label>
        <button type="submit" class="button small" disabled={asked === ""}>
          {words.keep}
        </button>
        {chosen?.isOwn === true ? (
          <button type="button" class="button small" onClick={() => dropView(chosen.name)}>
            {words.drop}
          </button>
        ) : null}
      </form>
    </div>
  )
}

const Ticks = ({ found }: { readonly found: ReadonlyArray<GridColumn> }): JSX.Element => {
  const { arrange, columns, columnsHidden, hideColumns, look, showColumns } = useGrid()
  const words = inWords(columnWords)
  const names = found.map(({ name }) => name)
  const pinned = look.value.pinned ?? pinnedByItself(columns.value)
  const pin = (name: string, isPinned: boolean): void => {
    const others = pinned.filter((each) => each !== name)
    arrange({ ...look.peek(), pinned: isPinned ? [...others, name] : others })
  }
  return (
    <div class="ticks" role="group" aria-label={words.open}>
      <div class="tick-all">
        <button type="button" class="link" onClick={() => showColumns(names)}>
          {words.all}
        </button>
        <button type="button" class="link" onClick={() => arrange(withHidden(look.peek(), names))}>
          {words.none}
        </button>
      </div>
      <div class="tick-list">
        {found.map((column) => {
          const { about, name } = column
          const isShown = !columnsHidden.value.includes(column)
          return (
            <div key={name} class="column-tick">
              <label class="tick" title={about}>
                <input
                  type="checkbox"
                  checked={isShown}
                  onChange={({ currentTarget }) => {
                    if (currentTarget.checked) showColumns([name])
                    else hideColumns([name])
                    // The last column stays: its tick comes back.
                    currentTarget.checked = !columnsHidden.peek().includes(column)
                  }}
                />
                <span class="name">{columnTitle(name)}</span>
              </label>
              <label class="tick pin" title={words.pin(columnTitle(name))}>
                <input
                  type="checkbox"
                  aria-label={words.pin(columnTitle(name))}
                  checked={pinned.includes(name)}
                  onChange={({ currentTarget }) => pin(name, currentTarget.checked)}
                />
                <span class="third" aria-hidden="true">
                  {words.pinShort}
                </span>
              </label>
            </div>
          )
        })}
        {found.length === 0 ? <p class="third">{words.noneFound}</p> : null}
      </div>
    </div>
  )
}

/** The heads over several columns, to be called otherwise or taken away. */
const Groups = (): JSX.Element | null => {
  const { arrange, look } = useGrid()
  const words = inWords(columnWords)
  const { groups } = look.value
  if (groups.length === 0) return null
  return (
    <div class="column-groups">
      {groups.map((group) => (
        <div key={group.columns.join(" ")} class="column-tick">
          <input
            type="text"
            aria-label={words.titleOf}
            value={group.title}
            onChange={({ currentTarget }) => {
              const title = currentTarget.value.trim()
              const isTaken = groups.some((each) => each !== group && each.title === title)
              if (title === "" || isTaken) currentTarget.value = group.title
              else {
                const named = groups.map((each) => (each === group ? { ...each, title } : each))
                arrange({ ...look.peek(), groups: named })
              }
            }}
          />
          <button
            type="button"
            class="link"
            onClick={() => arrange(withoutGroup(look.peek(), group.title))}
          >
            {words.ungroup}
          </button>
        </div>
      ))}
    </div>
  )
}

/** The way to what changes the columns of the file itself. */
const OfTheFile = (): JSX.Element | null => {
  const { isListOpen, openFile } = useGrid()
  const file = openFile.value
  const words = inWords(columnWords)
  const entry = tableEntry(file)
  if (entry === undefined) return null
  if (entry.casesOf !== null) return <CaseColumns file={file} />
  const open = (): void => {
    isListOpen.value = false
    if (entry.own === null) openCarried(file)
    else openOwnTable(file)
  }
  return (
    <button type="button" class="link" onClick={open}>
      {entry.own === null ? words.ownColumns : words.shape}
    </button>
  )
}
