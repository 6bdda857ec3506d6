import type { JSX } from "preact"
import { inWords, type InLanguages } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { checked } from "../kit/table-marks.ts"
import { tableTitle } from "../kit/table-names.ts"
import { FindingItem } from "./finding-item.tsx"

const shownMax = 3

const words: InLanguages<{ readonly title: string; readonly all: string }> = {
  en: { title: "Errors in other tables", all: "See all" },
  fr: { title: "Erreurs dans d’autres tables", all: "Tout voir" },
}

/**
 * The first errors of other tables, beside a grid: an edit of one table may leave a row missing in
 * another one, as a new argument does whose text nobody has written.
 */
export const FindingsElsewhere = ({ file }: { readonly file: string }): JSX.Element | null => {
  const own = inWords(words)
  const others = (checked.value?.findings ?? []).filter(
    (finding) => finding.file !== file && finding.severity === "error",
  )
  if (others.length === 0) return null
  return (
    <section class="findings elsewhere" aria-label={own.title}>
      <h2>
        {own.title} <a href={hrefOf("findings")}>{own.all}</a>
      </h2>
      <ul>
        {others.slice(0, shownMax).map((finding) => (
          <FindingItem
            key={finding.id}
            finding={finding}
            table={tableTitle(finding.file)}
            repaired={() => undefined}
          />
        ))}
      </ul>
    </section>
  )
}
