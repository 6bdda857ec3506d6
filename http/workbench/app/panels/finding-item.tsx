import type { JSX } from "preact"
import type { WorkbenchFinding } from "../../protocol/check.ts"
import { inWords } from "../kit/language.ts"
import { tellRefusal } from "../kit/notices.ts"
import { startRemedy } from "../kit/remedies.ts"
import { rowHref } from "../kit/route.ts"
import { Symbol, type SymbolName } from "../kit/symbols.tsx"
import { findingsWords } from "./findings-words.ts"
import { PromiseChart } from "./promise-chart.tsx"

/** The shape of a finding: of an overlap its own, else that of its weight. */
const symbolOf = ({ severity }: WorkbenchFinding): SymbolName =>
  severity === "error" ? "error" : severity === "warning" ? "warning" : "unverified"

interface RemediesShown {
  readonly finding: WorkbenchFinding
  readonly repaired: () => void
}

/** The ways to repair a finding, a button each. */
const Remedies = ({ finding, repaired }: RemediesShown): JSX.Element | null => {
  if (finding.remedies.length === 0) return null
  return (
    <div class="finding-remedies">
      {finding.remedies.map((remedy) => (
        <button
          type="button"
          class="button small"
          onClick={() =>
            startRemedy(finding, remedy, {
              done: () => {
                if (remedy.leavesOpen.length === 0) repaired()
              },
              refused: tellRefusal,
            })
          }
        >
          {inWords(remedy.label)}
        </button>
      ))}
    </div>
  )
}

/** One thing that was found: what, why, where, and what one can do. */
export const FindingItem = ({
  finding,
  repaired,
  table,
}: RemediesShown & {
  /** The table, where it is not the one that is open. */
  readonly table?: string
}): JSX.Element => {
  const words = inWords(findingsWords)
  const { column, detail, file, line, severity, steps, title } = finding
  return (
    <li class={`finding ${severity}`}>
      <Symbol name={symbolOf(finding)} />
      <div>
        <h3>
          <span class="unseen">{words.severity[severity]}: </span>
          {inWords(title)}
          {table === undefined ? null : <span class="third">, {table}</span>}
        </h3>
        <p>
          {inWords(detail)}{" "}
          <a class="together" href={rowHref(file, line, column)}>
            {words.goToRow(line)}
          </a>
        </p>
        {steps === null ? null : <PromiseChart steps={steps} />}
        <Remedies finding={finding} repaired={repaired} />
      </div>
    </li>
  )
}
