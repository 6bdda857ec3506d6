import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { type InLanguages, inWords } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { session } from "../kit/session.ts"
import { checked, findingsIn } from "../kit/table-marks.ts"
import { tableTitle } from "../kit/table-names.ts"
import { FindingItem } from "./finding-item.tsx"
import { findingsWords } from "./findings-words.ts"
import type { WorkbenchFinding } from "../../protocol/check.ts"

/** More findings than this are folded. */
const shownMax = 6

const weights = ["error", "warning", "note"] as const

const heaviestFirst = (
  findings: ReadonlyArray<WorkbenchFinding>,
): ReadonlyArray<WorkbenchFinding> =>
  findings.toSorted(
    (left, right) =>
      weights.indexOf(left.severity) - weights.indexOf(right.severity) || left.line - right.line,
  )

/** Says once which findings are new since the last check that was heard. */
const News = ({
  findings,
}: {
  readonly findings: ReadonlyArray<WorkbenchFinding>
}): JSX.Element => {
  const known = useRef<ReadonlySet<string> | null>(null)
  const [said, say] = useState("")
  const ids = findings.map(({ id }) => id).join("\n")
  useEffect(() => {
    const fresh = findings.filter(({ id }) => known.current?.has(id) === false)
    const [first] = fresh
    known.current = new Set([...(known.current ?? []), ...findings.map(({ id }) => id)])
    if (first !== undefined)
      say(inWords(findingsWords).announced(fresh.length, inWords(first.title)))
  }, [ids])
  return (
    <p class="unseen" role="status">
      {said}
    </p>
  )
}

/** How many were found and how long that took; that a check is under way. */
const Summary = ({ count }: { readonly count: number }): JSX.Element => {
  const words = inWords(findingsWords)
  const view = checked.value
  const text = view === null ? words.waiting : words.summary(count, view.tookMs)
  return <span class="third findings-summary">{text}</span>
}

const isRunning = (): boolean => {
  const view = checked.value
  return view === null || !view.isWhole || view.revision < (session.value?.revision ?? 0)
}

/** What was found in a table, beside its grid; it is called `Findings` unless it is told otherwise. */
export const FindingsPanel = ({
  file,
  title,
}: {
  readonly file: string
  readonly title?: string
}): JSX.Element => {
  const words = inWords(findingsWords)
  const name = title ?? words.title
  const heading = useRef<HTMLHeadingElement>(null)
  const findings = heaviestFirst(findingsIn(file))
  const [shown, folded] = [findings.slice(0, shownMax), findings.slice(shownMax)]
  const repaired = (): void => heading.current?.focus()
  return (
    <section class="findings" data-region="findings" tabIndex={-1} aria-label={name}>
      <h2 ref={heading} tabIndex={-1}>
        {name} <Summary count={findings.length} />
      </h2>
      <div class={isRunning() ? "findings-line running" : "findings-line"}>
        {isRunning() ? <span class="unseen">{words.running}</span> : null}
      </div>
      <News key={file} findings={findings} />
      {findings.length === 0 ? (
        <p class="empty">{checked.value === null ? words.waiting : words.none}</p>
      ) : (
        <ul>
          {shown.map((finding) => (
            <FindingItem key={finding.id} finding={finding} repaired={repaired} />
          ))}
        </ul>
      )}
      {folded.length === 0 ? null : (
        <details>
          <summary>{words.more(folded.length)}</summary>
          <ul>
            {folded.map((finding) => (
              <FindingItem key={finding.id} finding={finding} repaired={repaired} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const elsewhereMax = 3

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
        {others.slice(0, elsewhereMax).map((finding) => (
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
