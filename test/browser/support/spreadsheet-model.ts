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

interface Place {
  readonly row: number
  readonly column: number
}

/** A cell that is being edited: `typed` over, or changed as it is `written`, where arrows move the caret. */
interface Editing {
  readonly form: "typed" | "written"
  readonly text: string
  readonly caret: number
}

const arrows: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value))

/** What the keys of a spreadsheet do to cells and caret. Presses are named as Playwright names them. */
export class Spreadsheet {
  cells: Cells
  anchor: Place
  editing: Editing | undefined
  readonly #columns: ReadonlyArray<SpreadsheetColumn>
  #active: Place
  #tabbedFrom: number | undefined
  #copied: Cells | undefined
  readonly #hasHidden: boolean
  readonly #undo: Array<Cells> = []
  #redo: Array<Cells> = []

  /** With hidden columns, what has no room is pasted nowhere: nobody can see where it would go. */
  constructor(
    columns: ReadonlyArray<SpreadsheetColumn>,
    cells: Cells,
    at: Place,
    hasHidden = false,
  ) {
    this.#hasHidden = hasHidden
    this.#columns = columns
    this.cells = cells
    this.anchor = at
    this.#active = at
  }

  get column(): SpreadsheetColumn {
    const column = this.#columns[this.anchor.column]
    if (column === undefined) throw new Error("the caret is outside of the table")
    return column
  }

  get steps(): number {
    return this.#undo.length
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

  press(key: string): void {
    if (this.editing !== undefined) return this.#pressEditing(this.editing, key)
    const by = arrows[key.replace(/^Shift\+/, "")]
    if (by !== undefined) return this.#move(by, key.startsWith("Shift+"))
    const { column, row } = this.anchor
    const here = this.cells[row]?.[column] ?? ""
    const [[top], [left]] = [this.#rows(), this.#places()]
    switch (key) {
      case "Home":
        return this.#go({ row, column: 0 })
      case "End":
        return this.#go({ row, column: this.#columns.length - 1 })
      case "Tab":
      case "Shift+Tab":
        return this.#tab(key === "Tab" ? 1 : -1)
      case "Escape":
        return this.#go(this.anchor)
      case "F2":
        this.editing = { form: "written", text: here, caret: here.length }
        return
      case "Delete":
        return this.#step(this.#selected().map((place) => ({ ...place, text: "" })))
      case "Control+d": {
        const below = this.#selected().filter((place) => place.row > top)
        return this.#step(
          below.map((place) => ({ ...place, text: this.cells[top]?.[place.column] ?? "" })),
        )
      }
      case "Control+c":
      case "Control+x": {
        const [bottom, right] = [this.#rows()[1], this.#places()[1]]
        this.#copied = this.cells
          .slice(top, bottom + 1)
          .map((cells) => cells.slice(left, right + 1))
        return key === "Control+x" ? this.press("Delete") : undefined
      }
      case "Control+v":
        return this.#paste(top, left)
      case "Control+z":
        return this.#takeBack(this.#undo, this.#redo)
      case "Control+y":
        return this.#takeBack(this.#redo, this.#undo)
    }
    this.editing = { form: "typed", text: key, caret: key.length }
  }

  #pressEditing(editing: Editing, key: string): void {
    const { caret, form, text } = editing
    const [before, after] = [text.slice(0, caret), text.slice(caret)]
    const edit = (next: Partial<Editing>): void => void (this.editing = { ...editing, ...next })
    if (key === "Escape") this.editing = undefined
    else if (key === "F2") edit({ form: form === "typed" ? "written" : "typed" })
    else if (key === "Backspace")
      edit({ text: before.slice(0, -1) + after, caret: Math.max(0, caret - 1) })
    else if (key === "Delete") edit({ text: before + after.slice(1) })
    else if (key === "Enter" || key.endsWith("Tab")) {
      this.#write(editing)
      const back = (this.#tabbedFrom ?? this.anchor.column) - this.anchor.column
      if (key === "Enter") this.#move([1, back], false)
      else this.#tab(key === "Tab" ? 1 : -1)
    } else if (arrows[key] === undefined && key !== "Home" && key !== "End") {
      edit({ text: before + key + after, caret: caret + key.length })
    } else if (form === "written") {
      const to = { ArrowLeft: caret - 1, ArrowRight: caret + 1, Home: 0 }[key] ?? text.length
      edit({ caret: clamp(to, text.length) })
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
    const here = this.cells[this.anchor.row]?.[this.anchor.column]
    if (said !== here) this.#step([{ ...this.anchor, text: read(said) }])
  }

  #go(to: Place): void {
    this.#tabbedFrom = undefined
    this.anchor = {
      row: clamp(to.row, this.cells.length - 1),
      column: clamp(to.column, this.#columns.length - 1),
    }
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

  #span = (one: number, other: number) => [Math.min(one, other), Math.max(one, other)] as const
  #rows = () => this.#span(this.anchor.row, this.#active.row)
  #places = () => this.#span(this.anchor.column, this.#active.column)

  #selected(): ReadonlyArray<Place> {
    const [[top, bottom], [left, right]] = [this.#rows(), this.#places()]
    const places = this.cells.flatMap((cells, row) => cells.map((_, column) => ({ row, column })))
    return places.filter(
      ({ column, row }) => row >= top && row <= bottom && column >= left && column <= right,
    )
  }

  #paste(top: number, left: number): void {
    const [[one] = [], ...others] = this.#copied ?? []
    const isOne = others.length === 0 && this.#copied?.[0]?.length === 1
    const width = this.#copied?.[0]?.length ?? 0
    if (this.#hasHidden && left + width > this.#columns.length) return
    const cells = isOne
      ? this.#selected().map((place) => ({ ...place, text: one ?? "" }))
      : (this.#copied ?? []).flatMap((texts, row) =>
          texts.map((text, at) => ({ row: top + row, column: left + at, text })),
        )
    const inside = cells.filter(({ column }) => column < this.#columns.length)
    this.#step(
      inside.map((cell) => ({
        ...cell,
        text: this.#columns[cell.column]?.readPasted(cell.text) ?? cell.text,
      })),
    )
  }

  #step(set: ReadonlyArray<Place & { readonly text: string }>): void {
    const cells = this.cells.map((row) => [...row])
    for (const { column, row, text } of set) {
      cells[row] ??= this.#columns.map(() => "")
      cells[row].splice(column, 1, text)
    }
    if (JSON.stringify(cells) === JSON.stringify(this.cells)) return
    this.#undo.push(this.cells)
    this.#redo = []
    this.cells = cells
  }

  #takeBack(from: Array<Cells>, to: Array<Cells>): void {
    const cells = from.pop()
    if (cells === undefined) return
    to.push(this.cells)
    this.cells = cells
    if (this.anchor.row >= cells.length) this.#go({ ...this.anchor, row: cells.length - 1 })
  }
}
