import type { JSX } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { call, RefusedCall } from "../../kit/call.ts"
import { type InLanguages, inWords, numberText } from "../../kit/language.ts"
import { refusedText } from "../../kit/notices.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { columnTitle } from "./grid-cells.ts"
import { useGrid } from "./grid.ts"
import type { MultiplyDone } from "../../../protocol/table.ts"
import { TableHead } from "../../kit/table-head.tsx"
import { submitting } from "../../panels/asking.ts"

const askAfterMs = 120

const roundings = ["", "0.01", "0.05", "0.1", "0.5", "1", "10"] as const

const Preview = ({ found }: { readonly found: MultiplyDone }): JSX.Element => {
  const words = inWords(multiplyWords)
  return (
    <table class="preview">
      <caption>{words.changes(numberText(found.count), found.cells.length < found.count)}</caption>
      <TableHead
        heads={[words.row, words.column, { figures: words.before }, { figures: words.after }]}
      />
      <tbody>
        {found.cells.map(({ after, before, column, line }) => (
          <tr key={`${line} ${column}`}>
            <th scope="row">{line}</th>
            <td>{columnTitle(column)}</td>
            <td class="number">
              <s>{before}</s>
            </td>
            <td class="number">
              <b>{after}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Multiplies the selected amounts: shows the first of them, then writes them all as one step. */
export const MultiplyDialog = (): JSX.Element => {
  const { attempt, focusBehindDialog, grid, isMultiplying, multipliedCells } = useGrid()
  const words = inWords(multiplyWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const [by, setBy] = useState("5")
  const [byUnit, setByUnit] = useState<"percent" | "factor">("percent")
  const [round, setRound] = useState("")
  const [found, setFound] = useState<MultiplyDone | null>(null)
  const [fault, setFault] = useState("")
  const [cells] = useState(multipliedCells)
  const asked = () => {
    const table = grid.peek()
    return {
      file: table?.file ?? "",
      revision: table?.revision ?? 0,
      ...cells,
      by,
      byUnit,
      round: round === "" ? null : round,
    }
  }
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call("multiply", { ...asked(), write: false }, stop.signal).then(
        (done) => {
          setFound(done)
          setFault("")
        },
        (cause: unknown) => {
          if (cause instanceof RefusedCall) setFault(refusedText(cause))
          else if (!stop.signal.aborted) throw cause
        },
      )
    }, askAfterMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [by, byUnit, round])
  const close = (): void => {
    isMultiplying.value = false
    void focusBehindDialog()
  }
  const write = async (): Promise<void> => {
    const done = await attempt(() => call("multiply", { ...asked(), write: true }))
    if (done !== undefined) dialog.current?.close()
  }
  return (
    <dialog ref={dialog} class="card" aria-labelledby="multiply-title" onClose={close}>
      <form class="stack" onSubmit={submitting(() => void write())}>
        <h2 id="multiply-title">{words.title}</h2>
        <p class="second">
          {words.about(cells.lines.length, cells.columns.map(columnTitle).join(", "))}
        </p>
        <div class="actions">
          <label class="field">
            <span>{words.by}</span>
            <input
              type="text"
              inputMode="decimal"
              value={by}
              aria-describedby="multiply-fault"
              onInput={({ currentTarget }) => setBy(currentTarget.value)}
            />
          </label>
          <label class="field">
            <span>{words.unit}</span>
            <select
              value={byUnit}
              onChange={({ currentTarget }) =>
                setByUnit(currentTarget.value === "factor" ? "factor" : "percent")
              }
            >
              <option value="percent">{words.percent}</option>
              <option value="factor">{words.factor}</option>
            </select>
          </label>
          <label class="field">
            <span>{words.round}</span>
            <select value={round} onChange={({ currentTarget }) => setRound(currentTarget.value)}>
              {roundings.map((step) => (
                <option key={step} value={step}>
                  {step === "" ? words.roundNone : step}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p id="multiply-fault" class="fault" role="status">
          {fault === "" ? null : (
            <>
              <Symbol name="error" size={14} /> {fault}
            </>
          )}
        </p>
        <div class="preview-room">{found === null ? null : <Preview found={found} />}</div>
        <div class="actions">
          <button
            type="submit"
            class="button main small"
            disabled={fault !== "" || found === null || found.count === 0}
          >
            {words.write(numberText(found?.count ?? 0))}
          </button>
          <button type="button" class="button small" onClick={() => dialog.current?.close()}>
            {words.leave}
          </button>
        </div>
      </form>
    </dialog>
  )
}

const en = {
  title: "Multiply amounts",
  about: (rows: number, columns: string) =>
    `${rows} ${rows === 1 ? "row" : "rows"}: ${columns}. A minus sign lowers them.`,
  by: "By",
  unit: "As",
  percent: "per cent more",
  factor: "factor",
  round: "Round to",
  roundNone: "decimals of the cell",
  row: "Row",
  column: "Column",
  before: "Before",
  after: "After",
  changes: (count: string, isCut: boolean) =>
    isCut ? `${count} cells change; the first of them:` : `${count} cells change:`,
  write: (count: string) => `Multiply ${count} cells`,
  leave: "Leave them as they are",
}

/** The words of the dialog that multiplies amounts. */
const multiplyWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Multiplier des montants",
    about: (rows, columns) =>
      `${rows} ${rows < 2 ? "ligne" : "lignes"}\u00a0: ${columns}. Un signe moins les baisse.`,
    by: "De",
    unit: "En",
    percent: "pour cent de plus",
    factor: "facteur",
    round: "Arrondir à",
    roundNone: "décimales de la cellule",
    row: "Ligne",
    column: "Colonne",
    before: "Avant",
    after: "Après",
    changes: (count, isCut) =>
      isCut
        ? `${count} cellules changent\u202f; les premières\u00a0:`
        : `${count} cellules changent\u00a0:`,
    write: (count) => `Multiplier ${count} cellules`,
    leave: "Les laisser telles quelles",
  },
}
