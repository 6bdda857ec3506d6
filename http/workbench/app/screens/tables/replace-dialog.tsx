import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { type InLanguages, inWords, numberText } from "../../kit/language.ts"
import { SelectField } from "../../kit/select-field.tsx"
import { session } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { TableHead } from "../../kit/table-head.tsx"
import { tableTitle } from "../../kit/table-names.ts"
import { columnTitle } from "./column-title.ts"
import { useGrid } from "./grid.ts"
import { PreviewDialog, usePreview } from "./preview-dialog.tsx"
import type { FoundPlace, ReplaceDone } from "../../../protocol/table.ts"

const keyOf = ({ column, file, line }: FoundPlace): string => `${file} ${line} ${column}`

/** Finds something in cells of the table, or of all tables, and replaces it in those that stay ticked. */
export const ReplaceDialog = (): JSX.Element => {
  const { isReplacing, openFile } = useGrid()
  const words = inWords(replaceWords)
  const [find, setFind] = useState("")
  const [by, setBy] = useState("")
  const [isWhole, setWhole] = useState(false)
  const [isExact, setExact] = useState(false)
  const [isEverywhere, setEverywhere] = useState(false)
  const [except, setExcept] = useState<ReadonlyArray<FoundPlace>>([])
  useEffect(() => setExcept([]), [find, isWhole, isExact, isEverywhere])
  const replace = (write: boolean, stop?: AbortSignal): Promise<ReplaceDone> => {
    const file = isEverywhere ? null : openFile.peek()
    const revision = session.peek()?.revision ?? 0
    const replacement = { find, by, isWhole, isExact }
    return call("replaceCells", { file, revision, ...replacement, except, write }, stop)
  }
  const { fault, found } = usePreview(
    find === "" ? [] : [(stop) => replace(false, stop)],
    [find, by, isWhole, isExact, isEverywhere, except],
    { isKept: true },
  )
  const tick = (name: string, isOn: boolean, set: (is: boolean) => void): JSX.Element => (
    <label class="tick">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
      <span>{name}</span>
    </label>
  )
  return (
    <PreviewDialog
      id="replace"
      title={words.title}
      isWide
      fault={fault}
      preview={
        found === null ? null : <FoundCells found={found} except={except} setExcept={setExcept} />
      }
      act={words.write(numberText(found?.count ?? 0), found?.count === 1)}
      isReady={found !== null && found.count > 0}
      write={() => replace(true)}
      close={() => (isReplacing.value = false)}
    >
      <div class="actions">
        <div class="field">
          <label for="replace-find">{words.find}</label>
          <input
            id="replace-find"
            type="text"
            value={find}
            onInput={({ currentTarget }) => setFind(currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for="replace-by">{words.by}</label>
          <input
            id="replace-by"
            type="text"
            value={by}
            onInput={({ currentTarget }) => setBy(currentTarget.value)}
          />
        </div>
        <SelectField
          id="replace-where"
          label={words.where}
          value={isEverywhere ? "all" : "this"}
          options={[
            { value: "this", text: tableTitle(openFile.value) },
            { value: "all", text: words.everywhere },
          ]}
          onChoose={(value) => setEverywhere(value === "all")}
        />
      </div>
      <div class="actions">
        {tick(words.whole, isWhole, setWhole)}
        {tick(words.exact, isExact, setExact)}
      </div>
    </PreviewDialog>
  )
}

const FoundCells = ({
  except,
  found,
  setExcept,
}: {
  readonly found: ReplaceDone
  readonly except: ReadonlyArray<FoundPlace>
  readonly setExcept: (places: ReadonlyArray<FoundPlace>) => void
}): JSX.Element => {
  const words = inWords(replaceWords)
  const { cells, count, leftOut, tables } = found
  if (cells.length === 0) return <p class="second">{words.nothing}</p>
  const left = new Set(except.map(keyOf))
  return (
    <div class="found-cells">
      <table class="preview">
        <caption>
          {words.count(numberText(count), tables)}
          {leftOut > 0 ? ` ${words.leftOut(numberText(leftOut))}` : ""}
          {count + leftOut > cells.length ? ` ${words.first(numberText(cells.length))}` : ""}
        </caption>
        <TableHead heads={[words.cell, words.before, words.after]} />
        <tbody>
          {cells.map((cell) => {
            const place = { file: cell.file, line: cell.line, column: cell.column }
            const isLeft = cell.leftOut !== null || left.has(keyOf(cell))
            return (
              <tr key={keyOf(cell)} class={isLeft ? "third" : ""}>
                <td>
                  <label class="tick">
                    <input
                      type="checkbox"
                      checked={!isLeft}
                      disabled={cell.leftOut !== null}
                      onChange={({ currentTarget }) =>
                        setExcept(
                          currentTarget.checked
                            ? except.filter((each) => keyOf(each) !== keyOf(cell))
                            : [...except, place],
                        )
                      }
                    />
                    <span>
                      {tableTitle(cell.file)}, {columnTitle(cell.column)}, {cell.line}
                    </span>
                  </label>
                </td>
                <td>{isLeft ? cell.before : <s>{cell.before}</s>}</td>
                <td>
                  {cell.leftOut !== null ? (
                    words.why[cell.leftOut]
                  ) : (
                    <>
                      {cell.isRefused ? (
                        <>
                          <Symbol name="error" size={14} /> {words.refused}{" "}
                        </>
                      ) : null}
                      <b>{isLeft ? words.kept : cell.after}</b>
                    </>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const en = {
  title: "Find and replace",
  find: "Find",
  by: "Replace by",
  where: "In",
  everywhere: "all tables",
  whole: "whole cell",
  exact: "match capitals",
  cell: "Cell",
  before: "Now",
  after: "Then",
  nothing: "Nothing here says that.",
  count: (cells: string, tables: number) =>
    `${cells} ${cells === "1" ? "cell" : "cells"} in ${numberText(tables)} ${tables === 1 ? "table" : "tables"}.`,
  leftOut: (cells: string) => `${cells} left out.`,
  first: (cells: string) => `The first ${cells}:`,
  why: {
    key: "left out: it names its row",
    address: "left out: an address",
    quotation: "left out: a quotation",
  },
  refused: "not allowed in this column:",
  kept: "stays",
  write: (cells: string, isOne: boolean) => `Replace in ${cells} ${isOne ? "cell" : "cells"}`,
}

const replaceWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Chercher et remplacer",
    find: "Chercher",
    by: "Remplacer par",
    where: "Dans",
    everywhere: "toutes les tables",
    whole: "cellule entière",
    exact: "respecter les majuscules",
    cell: "Cellule",
    before: "Maintenant",
    after: "Ensuite",
    nothing: "Rien ne dit cela ici.",
    count: (cells, tables) =>
      `${cells} ${cells === "1" || cells === "0" ? "cellule" : "cellules"} dans ${numberText(tables)} ${tables < 2 ? "table" : "tables"}.`,
    leftOut: (cells) => `Laissées telles quelles\u00a0: ${cells}.`,
    first: (cells) => `Les ${cells} premières\u00a0:`,
    why: {
      key: "laissée\u00a0: elle nomme sa ligne",
      address: "laissée\u00a0: une adresse",
      quotation: "laissée\u00a0: une citation",
    },
    refused: "interdit dans cette colonne\u00a0:",
    kept: "reste",
    write: (cells, isOne) => `Remplacer dans ${cells} ${isOne ? "cellule" : "cellules"}`,
  },
}
