import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { type InLanguages, inWords, numberText } from "../../kit/language.ts"
import { SelectField } from "../../kit/select-field.tsx"
import { TableHead } from "../../kit/table-head.tsx"
import { columnTitle } from "./column-title.ts"
import { useGrid } from "./grid.ts"
import { faultOf, PreviewDialog, usePreview } from "./preview-dialog.tsx"
import type { MultiplyAsked, MultiplyDone } from "../../../protocol/table.ts"

const units = ["percent", "factor", "add", "set"] as const

const roundings = ["", "0.01", "0.05", "0.1", "0.5", "1", "10"] as const

const Changes = ({ found }: { readonly found: MultiplyDone }): JSX.Element => {
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
  const { grid, isMultiplying, multipliedCells } = useGrid()
  const words = inWords(multiplyWords)
  const [by, setBy] = useState("5")
  const [byUnit, setByUnit] = useState<MultiplyAsked["byUnit"]>("percent")
  const [round, setRound] = useState("")
  const [cells] = useState(multipliedCells)
  const multiply = (write: boolean, stop?: AbortSignal): Promise<MultiplyDone> => {
    const table = grid.peek()
    const shown = { file: table?.file ?? "", revision: table?.revision ?? 0 }
    const change = { by, byUnit, round: round === "" ? null : round }
    return call("multiply", { ...shown, ...cells, ...change, write }, stop)
  }
  const { fault, found } = usePreview([(stop) => multiply(false, stop)], [by, byUnit, round], {
    isKept: true,
  })
  return (
    <PreviewDialog
      id="multiply"
      title={words.title}
      fault={fault}
      preview={found === null ? null : <Changes found={found} />}
      act={words.write(numberText(found?.count ?? 0), byUnit)}
      isReady={found !== null && found.count > 0}
      write={() => multiply(true)}
      close={() => (isMultiplying.value = false)}
    >
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
            aria-describedby={faultOf("multiply")}
            onInput={({ currentTarget }) => setBy(currentTarget.value)}
          />
        </label>
        <SelectField
          id="multiply-unit"
          label={words.unit}
          value={byUnit}
          options={units.map((unit) => ({ value: unit, text: words.units[unit] }))}
          onChoose={(value) => setByUnit(units.find((unit) => unit === value) ?? "percent")}
        />
        <SelectField
          id="multiply-round"
          label={words.round}
          value={round}
          options={roundings.map((step) => ({ value: step, text: step || words.roundNone }))}
          onChoose={setRound}
        />
      </div>
    </PreviewDialog>
  )
}

const en = {
  title: "Change amounts",
  about: (rows: number, columns: string) =>
    `${rows} ${rows === 1 ? "row" : "rows"}: ${columns}. A minus sign lowers them.`,
  by: "By",
  unit: "As",
  units: {
    percent: "per cent more",
    factor: "times",
    add: "more, in the unit of the column",
    set: "the new amount",
  },
  round: "Round to",
  roundNone: "decimals of the cell",
  row: "Row",
  column: "Column",
  before: "Before",
  after: "After",
  changes: (count: string, isCut: boolean) =>
    isCut ? `${count} cells change; the first of them:` : `${count} cells change:`,
  write: (count: string, unit: MultiplyAsked["byUnit"]) =>
    `${unit === "percent" || unit === "factor" ? "Multiply" : "Change"} ${count} cells`,
}

/** The words of the dialog that multiplies amounts. */
const multiplyWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Changer des montants",
    about: (rows, columns) =>
      `${rows} ${rows < 2 ? "ligne" : "lignes"}\u00a0: ${columns}. Un signe moins les baisse.`,
    by: "De",
    unit: "En",
    units: {
      percent: "pour cent de plus",
      factor: "fois",
      add: "de plus, dans l’unité de la colonne",
      set: "nouveau montant",
    },
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
    write: (count, unit) =>
      `${unit === "percent" || unit === "factor" ? "Multiplier" : "Changer"} ${count} cellules`,
  },
}
