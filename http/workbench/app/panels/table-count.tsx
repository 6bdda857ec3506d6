import type { JSX } from "preact"
import { inWords, type InLanguages } from "../kit/language.ts"
import { Symbol } from "../kit/symbols.tsx"
import { countsOf, findingsIn } from "../kit/table-marks.ts"

type Says = (count: number) => string

const words: InLanguages<{ readonly error: Says; readonly warning: Says }> = {
  en: {
    error: (count) => (count === 1 ? "1 error" : `${count} errors`),
    warning: (count) => (count === 1 ? "1 warning" : `${count} warnings`),
  },
  fr: {
    error: (count) => (count < 2 ? `${count} erreur` : `${count} erreurs`),
    warning: (count) => (count < 2 ? `${count} avertissement` : `${count} avertissements`),
  },
}

/** How many errors a table holds, else how many warnings; nothing where it holds none. */
export const TableCount = ({ file }: { readonly file: string }): JSX.Element | null => {
  const { error, warning } = countsOf(findingsIn(file))
  const kind = error > 0 ? "error" : "warning"
  const count = error > 0 ? error : warning
  if (count === 0) return null
  return (
    <span class={`table-count ${kind}`}>
      <Symbol name={kind} size={13} />
      <span aria-hidden="true">{count}</span>
      <span class="unseen">{inWords(words)[kind](count)}</span>
    </span>
  )
}
