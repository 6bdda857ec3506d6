import { effect, signal, type ReadonlySignal } from "@preact/signals"
import type { HyperFunc, VNode } from "@revolist/revogrid"
import type { JSX } from "preact"
import { call } from "../../kit/call.ts"
import { type InLanguages, inWords, numberText } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { go, hrefOf } from "../../kit/route.ts"
import { session } from "../../kit/session.ts"
import { countsOf, findingsIn } from "../../kit/table-marks.ts"
import { tableEntry, tableTitle } from "../../kit/table-names.ts"
import { showView } from "../../kit/views.ts"
import type { TableCasesView } from "../../../protocol/table.ts"

/** What became of the cases that are open; null where none are, and before it is known. */
const verdicts = signal<TableCasesView | null>(null)

/** Whether a table holds the cases of another one. */
const asksOther = (file: string): boolean => (tableEntry(file)?.casesOf ?? null) !== null

/** Follows which cases of the open table hold; gives what ends that. */
export const followTableCases = (openFile: ReadonlySignal<string>): (() => void) =>
  effect(() => {
    const file = openFile.value
    verdicts.value = null
    if (!asksOther(file)) return undefined
    const view = showView("tableCases", { file }, { told: (told) => (verdicts.value = told) })
    return view.end
  })

/** Whether a case holds, before its line: in a word, so that no colour has to say it. */
export const verdictMark = (h: HyperFunc<VNode>, line: number): ReadonlyArray<VNode> => {
  const verdict = verdicts.value?.cases?.find((each) => each.line === line)
  if (verdict === undefined) return []
  const words = inWords(tableCasesWords)
  return [
    h(
      "span",
      { class: verdict.holds ? "verdict holds" : "verdict differs" },
      verdict.holds ? words.holds : words.differs,
    ),
  ]
}

/** Whether verdicts stand before the lines of the open table. */
export const hasVerdicts = (): boolean => (verdicts.value?.cases ?? null) !== null

/** Beside the name of a table: the way to its cases, or back from them. */
export const TableCasesLink = ({ file }: { readonly file: string }): JSX.Element | null => {
  const words = inWords(tableCasesWords)
  const entry = tableEntry(file)
  if (entry === undefined) return null
  if (entry.casesOf !== null) {
    return (
      <>
        <a class="button small" href={hrefOf("tables", entry.casesOf)}>
          {words.toTable(tableTitle(entry.casesOf))}
        </a>
        <Verdicts />
      </>
    )
  }
  if (entry.kind !== "decision") return null
  const cases = session.value?.tables.find(({ casesOf }) => casesOf === file)
  if (cases === undefined) {
    return (
      <button type="button" class="button small" onClick={() => void makeCases(file)}>
        {words.make}
      </button>
    )
  }
  const wrong = countsOf(findingsIn(cases.file)).error
  return (
    <a class="button small" href={hrefOf("tables", cases.file)}>
      {wrong === 0 ? words.toCases(cases.rows) : words.toWrongCases(cases.rows, wrong)}
    </a>
  )
}

const makeCases = async (file: string): Promise<void> => {
  const made = await call("makeTableCases", { file })
  tell(inWords(tableCasesWords).made)
  go("tables", made.file)
}

/** How many cases hold, and how many rows none of them meets. */
const Verdicts = (): JSX.Element | null => {
  const view = verdicts.value
  const words = inWords(tableCasesWords)
  if (view === null) return null
  const { cases, rows, rowsMet } = view
  if (cases === null) return <span class="verdicts second">{words.hidden}</span>
  const held = cases.filter(({ holds }) => holds).length
  return (
    <span class="verdicts" role="status">
      <span class={held === cases.length ? "verdict holds" : "verdict differs"}>
        {words.held(held, cases.length)}
      </span>{" "}
      <span class="second">{words.met(rowsMet, rows)}</span>
    </span>
  )
}

const en = {
  make: "Cases…",
  made: "Each row is a case: facts, and what the table must answer. Ctrl Z takes the table away again.",
  toCases: (count: number) => `Cases (${numberText(count)})`,
  toWrongCases: (count: number, wrong: number) =>
    `Cases (${numberText(count)}, ${numberText(wrong)} ${wrong === 1 ? "error" : "errors"})`,
  toTable: (title: string) => `To ${title}`,
  holds: "holds",
  differs: "differs",
  held: (held: number, all: number) =>
    held === all
      ? `${all === 1 ? "The case holds" : `All ${numberText(all)} cases hold`}.`
      : `${numberText(all - held)} of ${numberText(all)} ${all === 1 ? "case" : "cases"} ${all - held === 1 ? "differs" : "differ"}.`,
  met: (met: number, rows: number) =>
    met === rows
      ? "Every row answers one."
      : `${numberText(rows - met)} of ${numberText(rows)} rows answer none.`,
  hidden: "A mistake in the table hides what it answers.",
}

const tableCasesWords: InLanguages<typeof en> = {
  en,
  fr: {
    make: "Cas d’essai…",
    made: "Chaque ligne est un cas\u00a0: des faits, et ce que la table doit répondre. Ctrl Z retire la table.",
    toCases: (count) => `Cas d’essai (${numberText(count)})`,
    toWrongCases: (count, wrong) =>
      `Cas d’essai (${numberText(count)}, ${numberText(wrong)} ${wrong === 1 ? "erreur" : "erreurs"})`,
    toTable: (title) => `Vers ${title}`,
    holds: "tient",
    differs: "diffère",
    held: (held, all) =>
      held === all
        ? all === 1
          ? "Le cas tient."
          : `Les ${numberText(all)} cas tiennent.`
        : `${numberText(all - held)} cas sur ${numberText(all)} ${all - held === 1 ? "diffère" : "diffèrent"}.`,
    met: (met, rows) =>
      met === rows
        ? "Chaque ligne répond à un cas."
        : `${numberText(rows - met)} lignes sur ${numberText(rows)} ne répondent à aucun.`,
    hidden: "Une erreur dans la table cache ce qu’elle répond.",
  },
}
