import { useRef, useState } from "preact/hooks"
import type {
  CellRead,
  CellValue,
  GridColumn,
} from "../../../../../rules/changes/grid/grid-view.ts"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { gridWords } from "./grid-words.ts"
import type { ShownRow } from "./shown-rows.ts"
import { useGrid } from "./use-grid.ts"

/** How long the server waits for the next key before it is asked what the cell would be. */
const askAfterMs = 90

type RowShown = Extract<ShownRow, { readonly kind: "row" }>

/** The cell that is being edited. */
export interface EditedCell {
  readonly file: string
  readonly column: GridColumn
  readonly place: number
  readonly shown: RowShown
}

/** What is asked of the server: a text as it was typed, or what the cell is to say. */
export type CellAsked = { readonly text: string } | { readonly value: CellValue }

const read = (file: string, column: string, asked: CellAsked): Promise<CellRead> =>
  "text" in asked
    ? call("readCell", { file, column, text: asked.text })
    : call("writeCell", { file, column, value: asked.value })

/** Asks what a cell would be, after the last key; and writes it. */
export const useCell = ({ column, file, shown }: EditedCell) => {
  const { setCell } = useGrid()
  const [preview, setPreview] = useState<CellRead | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const last = useRef("")
  const isTyping = useRef(false)
  const show = (asked: CellAsked): void => {
    isTyping.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void read(file, column.name, asked).then(setPreview, tellRefusal)
    }, askAfterMs)
  }
  const write = async (asked: CellAsked): Promise<void> => {
    clearTimeout(timer.current)
    isTyping.current = false
    // A field that is left tells once more what Enter has already written.
    const same = JSON.stringify(asked)
    if (same === last.current) return
    last.current = same
    try {
      const found = await read(file, column.name, asked)
      setPreview(found)
      if ("text" in asked && found.text !== asked.text) {
        tell(inWords(gridWords).rewritten(asked.text, found.text))
      }
      await setCell(shown.line, column.name, found.text)
    } catch (cause) {
      tellRefusal(cause)
    }
  }
  /** Forgets what was typed and not written. */
  const leave = (asked: CellAsked): void => {
    clearTimeout(timer.current)
    isTyping.current = false
    last.current = JSON.stringify(asked)
    setPreview(null)
  }
  return { isTyping, leave, preview, show, write }
}
