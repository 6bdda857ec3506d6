import type { ComponentChildren, JSX } from "preact"
import type { ReviewCheck, ReviewFinding } from "../../../../../rules/changes/reviewed-change.ts"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { Symbol } from "../../kit/symbols.tsx"
import { review } from "../../panels/review-state.ts"
import { releaseWords } from "./release-words.ts"

/** More findings of a kind are left to the tables themselves. */
const listedMax = 6

const Line = ({
  children,
  state,
}: {
  readonly state: "held" | "warning" | "error"
  readonly children: ComponentChildren
}): JSX.Element => (
  <li>
    <span class={`check-mark ${state}`}>
      <Symbol name={state} />
    </span>
    <span>
      <span class="unseen">{inWords(releaseWords).checks[state]}: </span>
      {children}
    </span>
  </li>
)

const Finding = ({
  finding,
  state,
}: {
  readonly finding: ReviewFinding
  readonly state: "warning" | "error"
}): JSX.Element => {
  const words = inWords(releaseWords).checks
  const reason = review.value?.keptWarnings.find(({ id }) => id === finding.id)?.reason
  return (
    <Line state={state}>
      <b>{inWords(finding.title)}</b> <RowLink {...finding} />
      <span class="second label remark">{inWords(finding.detail)}</span>
      {state === "error" ? null : (
        <span class="second label remark">
          {reason === undefined ? words.noReason : words.kept(reason)}
        </span>
      )}
    </Line>
  )
}

const Checks = ({ check }: { readonly check: ReviewCheck }): JSX.Element => {
  const words = inWords(releaseWords).checks
  const { errors, oldWarnings, printed, rows, rules, warnings } = check
  return (
    <ul class="checks">
      {errors.length === 0 ? (
        <>
          <Line state="held">{words.rules(numberText(rules))}</Line>
          <Line state="held">{words.rows(numberText(rows))}</Line>
        </>
      ) : null}
      {printed === null ? null : (
        <Line state={printed.misread === 0 ? "held" : "error"}>
          {printed.misread === 0
            ? words.printed(numberText(printed.lines))
            : words.misread(numberText(printed.misread))}
        </Line>
      )}
      {errors.slice(0, listedMax).map((finding) => (
        <Finding finding={finding} state="error" />
      ))}
      {errors.length > listedMax ? (
        <Line state="error">{words.more(errors.length - listedMax)}</Line>
      ) : null}
      {warnings.slice(0, listedMax).map((finding) => (
        <Finding finding={finding} state="warning" />
      ))}
      {warnings.length > listedMax ? (
        <Line state="warning">{words.more(warnings.length - listedMax)}</Line>
      ) : null}
      {oldWarnings > 0 ? <Line state="warning">{words.old(oldWarnings)}</Line> : null}
    </ul>
  )
}

/** What was checked of the change, and what came of it. */
export const ChecksCard = ({ check }: { readonly check: ReviewCheck | null }): JSX.Element => {
  const words = inWords(releaseWords).checks
  return (
    <section class="card aside-card" aria-labelledby="checks">
      <h2 id="checks">{words.title}</h2>
      {check === null ? <p class="help">{words.waiting}</p> : <Checks check={check} />}
    </section>
  )
}
