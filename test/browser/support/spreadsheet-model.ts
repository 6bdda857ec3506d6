/** A column of a table: what a key does there is the model's, what a text means is the house's. */
export interface SpreadsheetColumn {
  readonly name: string
  /** Whether typing over it searches words, where up and down walk the list. */
  readonly hasWords: boolean
  /** What the file says when this was typed, and when it was pasted. */
  readonly read: (typed: string) => string
  readonly readPasted: (pasted: string) => string
  /** What typing over it comes to: the word that is found. */
  readonly find: (typed: string) => string
}

type Cells = ReadonlyArray<ReadonlyArray<string>>
type Place = { readonly row: number; readonly column: number }

/** A cell that is being edited: `typed` over, or changed as it is `written`, where arrows move the caret. */
interface Editing {
  readonly form: "typed" | "written"
  readonly text: string
  readonly caret: number
  /** Whether anything was typed: until then it shows what the cell says. */
  readonly isTouched: boolean
}

const arrows: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value))
const span = (one: number, other: number) => [Math.min(one, other), Math.max(one, other)] as const

/** What all hands share: the cells, the steps, whose last one anybody takes back, and the clipboard. */
export class Workbook {
  cells: Cells
  copied: Cells = []
  readonly hands: Array<Spreadsheet> = []
  readonly undo: Array<Cells> = []
  redo: Array<Cells> = []
  constructor(cells: Cells) {
    this.cells = cells
  }

  step(set: ReadonlyArray<Place & { readonly text: string }>, width: number): void {
    const cells = this.cells.map((row) => [...row])
    for (const { column, row, text } of set) {
      cells[row] ??= Array.from({ length: width }, () => "")
      cells[row].splice(column, 1, text)
    }
    if (JSON.stringify(cells) === JSON.stringify(this.cells)) return
    this.undo.push(this.cells)
    this.redo = []
    this.#become(cells)
  }

  takeBack(from: Array<Cells>, to: Array<Cells>): void {
    const cells = from.pop()
    if (cells === undefined) return
    to.push(this.cells)
    this.#become(cells)
  }

  #become(cells: Cells): void {
    this.cells = cells
    for (const hand of this.hands) hand.follow()
  }
}

/** What the keys of a spreadsheet do to cells and caret. Presses are named as Playwright names them. */
export class Spreadsheet {
  anchor: Place = { row: 0, column: 0 }
  editing: Editing | undefined
  readonly #book: Workbook
  readonly #columns: ReadonlyArray<SpreadsheetColumn>
  readonly #hasHidden: boolean
  #active: Place = this.anchor
  #tabbedFrom: number | undefined

  /** With hidden columns, what has no room is pasted nowhere: nobody can see where it would go. */
  constructor(book: Workbook, columns: ReadonlyArray<SpreadsheetColumn>, hasHidden = false) {
    this.#book = book
    this.#columns = columns
    this.#hasHidden = hasHidden
    book.hands.push(this)
  }

  get column(): SpreadsheetColumn {
    const column = this.#columns[this.anchor.column]
    if (column === undefined) throw new Error("the caret is outside of the table")
    return column
  }

  get here(): string {
    return this.#book.cells[this.anchor.row]?.[this.anchor.column] ?? ""
  }

  /** Whether a press is one of a spreadsheet's here; Tab at the edge of the grid leaves it. */
  allows(key: string): boolean {
    const { column, form } = { column: this.column, form: this.editing?.form }
    if (form === undefined) {
      if (key === "Tab") return this.anchor.column < this.#columns.length - 1
      if (key === "Shift+Tab") return this.anchor.column > 0
      return key !== "Enter" && key !== "Backspace"
    }
    if (key === "ArrowUp" || key === "ArrowDown") return form === "typed" && !column.hasWords
    if (key === "F2") return !column.hasWords
    return !key.startsWith("Control+") && !key.startsWith("Shift+Arrow")
  }

  /** What somebody has written is shown: in a cell that nothing was typed into yet, too. */
  follow(): void {
    const { anchor, editing, here } = this
    const last = this.#book.cells.length - 1
    if (anchor.row > last) this.#go({ ...anchor, row: last })
    if (editing?.form !== "written" || editing.isTouched) return
    const isAtEnd = editing.caret === editing.text.length
    const caret = isAtEnd ? here.length : clamp(editing.caret, here.length)
    this.editing = { ...editing, text: here, caret }
  }

  press(key: string): void {
    if (this.editing !== undefined) return this.#pressEditing(this.editing, key)
    const by = arrows[key.replace(/^Shift\+/, "")]
    if (by !== undefined) return this.#move(by, key.startsWith("Shift+"))
    const [{ column, row }, book] = [this.anchor, this.#book]
    const [top, bottom] = span(row, this.#active.row)
    const [left, right] = span(column, this.#active.column)
    const selected = book.cells
      .slice(top, bottom + 1)
      .flatMap((cells, at) => cells.map((text, to) => ({ row: top + at, column: to, text })))
      .filter((place) => place.column >= left && place.column <= right)
    const write = (cells: ReadonlyArray<Place & { text: string }>): void =>
      book.step(cells, this.#columns.length)
    if (key === "Home") this.#go({ row, column: 0 })
    else if (key === "End") this.#go({ row, column: this.#columns.length - 1 })
    else if (key.endsWith("Tab")) this.#tab(key === "Tab" ? 1 : -1)
    else if (key === "Escape") this.#go(this.anchor)
    else if (key === "F2") this.#edit("written", this.here, false)
    else if (key === "Delete") write(selected.map((place) => ({ ...place, text: "" })))
    else if (key === "Control+d") {
      const first = book.cells[top] ?? []
      const below = selected.filter((place) => place.row > top)
      write(below.map((place) => ({ ...place, text: first[place.column] ?? "" })))
    } else if (key === "Control+c" || key === "Control+x") {
      const rows = book.cells.slice(top, bottom + 1)
      book.copied = rows.map((cells) => cells.slice(left, right + 1))
      if (key === "Control+x") this.press("Delete")
    } else if (key === "Control+v") {
      const [[one] = [], ...others] = book.copied
      const isOne = others.length === 0 && book.copied[0]?.length === 1
      const width = book.copied[0]?.length ?? 0
      if (this.#hasHidden && left + width > this.#columns.length) return
      const pasted = book.copied.flatMap((texts, at) =>
        texts.map((text, to) => ({ row: top + at, column: left + to, text })),
      )
      const cells = isOne ? selected.map((place) => ({ ...place, text: one ?? "" })) : pasted
      write(
        cells.flatMap((cell) => {
          const into = this.#columns[cell.column]
          return into === undefined ? [] : [{ ...cell, text: into.readPasted(cell.text) }]
        }),
      )
    } else if (key === "Control+z") book.takeBack(book.undo, book.redo)
    else if (key === "Control+y") book.takeBack(book.redo, book.undo)
    else this.#edit("typed", key, true)
  }

  #edit(form: Editing["form"], text: string, isTouched: boolean): void {
    this.editing = { form, text, caret: text.length, isTouched }
  }

  #pressEditing(editing: Editing, key: string): void {
    const { caret, form, text } = editing
    const [before, after] = [text.slice(0, caret), text.slice(caret)]
    const put = (left: string, right: string): void => {
      const isTouched = editing.isTouched || left + right !== text
      this.editing = { form, text: left + right, caret: left.length, isTouched }
    }
    if (key === "Escape") this.editing = undefined
    else if (key === "F2")
      this.editing = { ...editing, form: form === "typed" ? "written" : "typed" }
    else if (key === "Backspace") put(before.slice(0, -1), after)
    else if (key === "Delete") put(before, after.slice(1))
    else if (key === "Enter" || key.endsWith("Tab")) {
      this.#write(editing)
      const back = (this.#tabbedFrom ?? this.anchor.column) - this.anchor.column
      if (key === "Enter") this.#move([1, back], false)
      else this.#tab(key === "Tab" ? 1 : -1)
    } else if (arrows[key] === undefined && key !== "Home" && key !== "End") {
      put(before + key, after)
    } else if (form === "written") {
      const to = { ArrowLeft: caret - 1, ArrowRight: caret + 1, Home: 0 }[key] ?? text.length
      this.editing = { ...editing, caret: clamp(to, text.length) }
    } else {
      this.#write(editing)
      this.press(key)
    }
    // What is taken back ends no run of Tabs: who has mistyped goes on with the row.
    if (key === "Escape") this.#active = this.anchor
  }

  #write({ form, text }: Editing): void {
    this.editing = undefined
    const { find, hasWords, read } = this.column
    const said = form === "typed" && hasWords ? find(text) : text
    if (said === this.here) return
    this.#book.step([{ ...this.anchor, text: read(said) }], this.#columns.length)
  }

  #go(to: Place): void {
    this.#tabbedFrom = undefined
    const { length } = this.#book.cells
    const column = clamp(to.column, this.#columns.length - 1)
    this.anchor = { row: clamp(to.row, length - 1), column }
    this.#active = this.anchor
  }

  #move([rows, columns]: readonly [number, number], isWider: boolean): void {
    const [from, { anchor }] = [isWider ? this.#active : this.anchor, this]
    this.#go({ row: from.row + rows, column: from.column + columns })
    if (isWider) this.anchor = anchor
  }

  #tab(by: number): void {
    const from = this.#tabbedFrom ?? this.anchor.column
    this.#move([0, by], false)
    this.#tabbedFrom = from
  }
}
