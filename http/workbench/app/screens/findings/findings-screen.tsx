import type { JSX } from "preact"
import { inWords, type InLanguages } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { checked } from "../../kit/table-marks.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { findingsWords } from "../../panels/findings-words.ts"
import { FindingsPanel } from "../../panels/findings-panel.tsx"
import { RemedyReason } from "../../panels/remedy-reason.tsx"

const words: InLanguages<{
  readonly title: string
  readonly about: string
  readonly none: string
  readonly open: string
}> = {
  en: {
    title: "What was found",
    about: "Errors block a release, warnings need a reason, notes can wait.",
    none: "Nothing was found. A finding appears here when a check after an edit meets one.",
    open: "Open the table",
  },
  fr: {
    title: "Ce qui a été trouvé",
    about:
      "Une erreur bloque la publication, un avertissement demande une raison, une note peut attendre.",
    none: "Rien n’a été trouvé. Un constat apparaît ici quand une vérification en fait un.",
    open: "Ouvrir la table",
  },
}

const weight = { error: 0, warning: 1, note: 2 } as const

/** The tables in which something was found, those with errors first. */
const tablesFound = (): ReadonlyArray<string> => {
  const heaviest = new Map<string, number>()
  for (const { file, severity } of checked.value?.findings ?? []) {
    heaviest.set(file, Math.min(heaviest.get(file) ?? 2, weight[severity]))
  }
  return [...heaviest].toSorted(([, left], [, right]) => left - right).map(([file]) => file)
}

/** How far the proof of the laws of prices is, which goes on in the background. */
const Laws = (): JSX.Element => {
  const view = checked.value
  const said = view?.isWhole === true ? inWords(findingsWords).laws(view.laws) : ""
  return (
    <p class="third findings-laws" role="status">
      {said === "" ? "" : `${said.charAt(0).toUpperCase()}${said.slice(1)}`}
    </p>
  )
}

/** The screen `findings`: everything that was found, table by table. */
export const FindingsScreen = (): JSX.Element => {
  const own = inWords(words)
  const files = tablesFound()
  return (
    <div class="findings-screen">
      <div>
        <h1 class="display">{own.title}</h1>
        <p class="second">{files.length === 0 ? own.none : own.about}</p>
        <Laws />
      </div>
      {files.map((file) => (
        <div class="card" key={file}>
          <FindingsPanel file={file} title={tableTitle(file)} />
          <p class="findings-open">
            <a href={hrefOf("tables", file)} aria-label={`${own.open}: ${tableTitle(file)}`}>
              {own.open}
            </a>{" "}
            <span class="code third">{file}</span>
          </p>
        </div>
      ))}
      <RemedyReason />
    </div>
  )
}
