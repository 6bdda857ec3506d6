import type { JSX } from "preact"
import type { CellsChange } from "../../../../../rules/changes/fold-rows.ts"
import type {
  ReviewFold,
  ReviewReport,
  ReviewRow,
  ReviewTable,
} from "../../../../../rules/changes/reviewed-change.ts"
import { inWords } from "../../kit/language.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { Symbol } from "../../kit/symbols.tsx"
import { tableTitle } from "../../kit/table-names.ts"
import { review } from "../../panels/review-state.ts"
import { beginComment, CommentThread } from "./comments-card.tsx"
import { figuresWords } from "./figures-words.ts"

/** A fold of more rows begins closed. */
const openMax = 12

const whereText = (where: Readonly<Record<string, string>>): string =>
  Object.entries(where)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ")

const listed = (names: ReadonlyArray<string>): string => {
  const { and } = inWords(figuresWords).tables
  return names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`
}

/** What became of cells, its figures as the language of the page writes them. */
const changeText = (change: CellsChange): string => {
  const { decimalPoint, empty, otherwise } = inWords(figuresWords).tables
  const figure = (text: string): string => text.replace(".", decimalPoint)
  const cell = (text: string): string => {
    if (text === "") return empty
    return /^-?\d+\.\d+$/.test(text) ? figure(text) : text
  }
  switch (change._tag) {
    case "Factor":
      return `× ${figure(change.factor)}`
    case "Grew":
      return `+ ${figure(change.by)}`
    case "Fell":
      return `− ${figure(change.by)}`
    case "Exchanged":
      return `${cell(change.before)} → ${cell(change.after)}`
    case "Various":
      return otherwise
  }
}

const foldText = ({ changes, count, what }: ReviewFold): string => {
  const words = inWords(figuresWords).tables
  if (what !== "changed") return words[what](count)
  const parts = changes.map(({ change, columns }) => `${listed(columns)} ${changeText(change)}`)
  return `${words.rows(count)}: ${parts.join("; ")}`
}

/** Cells as they were and are: the old value struck before the new. */
const Cells = ({ cells }: ReviewRow): JSX.Element => (
  <>
    {cells
      .filter(({ after, before }) => before !== "" || after !== "")
      .map(({ after, before, column }) => (
        <span class="changed-cell">
          <span class="third">{column}</span> {before === "" ? null : <s class="code">{before}</s>}{" "}
          {after === "" ? null : <ins class="code">{after}</ins>}
        </span>
      ))}
  </>
)

const Row = ({ file, row }: { readonly file: string; readonly row: ReviewRow }): JSX.Element => {
  const words = inWords(figuresWords).tables
  const { after, before, where } = row
  const comments = (review.value?.comments ?? []).filter(
    ({ place }) => place?.file === file && place.line === after,
  )
  return (
    <>
      <tr>
        <td>
          {after === null ? (
            <s class="code third">{before}</s>
          ) : (
            <RowLink file={file} line={after} />
          )}
        </td>
        <td>{whereText(where)}</td>
        <td>
          <Cells {...row} />
        </td>
        <td class="number">
          {after === null ? null : (
            <button
              type="button"
              class="button quiet small"
              aria-label={words.commentOn(after)}
              onClick={() => beginComment({ file, line: after })}
            >
              {words.comment}
            </button>
          )}
        </td>
      </tr>
      {comments.map((comment) => (
        <tr>
          <td colSpan={4}>
            <CommentThread comment={comment} withPlace={false} />
          </td>
        </tr>
      ))}
    </>
  )
}

const Fold = ({
  file,
  fold,
  isOpen,
}: {
  readonly file: string
  readonly fold: ReviewFold
  readonly isOpen: boolean
}): JSX.Element => {
  const words = inWords(figuresWords).tables
  const { count, rows, where } = fold
  return (
    <details class="fold" open={isOpen}>
      <summary>
        <Symbol name="chevron" />
        <span>
          {foldText(fold)}
          <span class="second label remark">{whereText(where)}</span>
        </span>
      </summary>
      <div class="scroll" tabIndex={0} role="group" aria-label={foldText(fold)}>
        <table>
          <caption class="unseen">{foldText(fold)}</caption>
          <thead class="unseen">
            <tr>
              <th scope="col">{words.line}</th>
              <th scope="col">{words.where}</th>
              <th scope="col">{words.otherwise}</th>
              <th scope="col">{words.comment}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row file={file} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {count > rows.length ? (
        <p class="second label in-fold">{words.more(count - rows.length)}</p>
      ) : null}
    </details>
  )
}

const remark = ({ folds, regions, verdict }: ReviewTable): string | null => {
  const words = inWords(figuresWords).tables
  if (verdict === "mistakes") return words.mistakes
  if (verdict === "new") return words.isNew
  if (verdict === "gone") return words.isGone
  if (regions > 0) return words.proven(regions)
  return folds.length === 0 ? words.noRows : null
}

/** What changes, table by table: rows that changed in one way as one, each row with its link. */
export const TablesCard = ({ report }: { readonly report: ReviewReport }): JSX.Element | null => {
  const words = inWords(figuresWords).tables
  if (report.tables.length === 0) return null
  return (
    <section class="card flush review-card" aria-labelledby="tables">
      <div class="panel-head">
        <h2 id="tables">{words.title}</h2>
        <span class="third label">{words.of(report.unchangedTables)}</span>
      </div>
      {report.tables.map((table, index) => {
        const said = remark(table)
        return (
          <div class="changed-table">
            <h3>
              {tableTitle(table.file)} <span class="code third">{table.file}</span>
            </h3>
            {said === null ? null : <p class="second label">{said}</p>}
            {table.folds.map((fold, place) => (
              <Fold
                file={table.file}
                fold={fold}
                isOpen={index === 0 && place === 0 && fold.count <= openMax}
              />
            ))}
          </div>
        )
      })}
    </section>
  )
}
