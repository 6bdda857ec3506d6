import type { JSX } from "preact"
import type { TableEntry } from "../../../protocol/session.ts"
import { impactView, ownCasesChanged } from "../../kit/impact.ts"
import { inWords } from "../../kit/language.ts"
import { hrefOf, rowHref } from "../../kit/route.ts"
import { session } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { allCounts, checked } from "../../kit/table-marks.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { ImpactHeadline } from "../../panels/impact-headline.tsx"
import { findingsWords } from "../../panels/findings-words.ts"
import { homeWords } from "./home-words.ts"

/** The tables that differ from the version before, those with most rows first. */
const changedTables = (): ReadonlyArray<TableEntry> =>
  (session.value?.tables ?? [])
    .filter(({ changedRows }) => changedRows > 0)
    .toSorted((left, right) => right.changedRows - left.changedRows)

/** What keeps the change from a release, each with the way to it. */
const Standing = ({ isOpen }: { readonly isOpen: boolean }): JSX.Element => {
  const words = inWords(homeWords)
  const view = checked.value
  const { error, warning } = allCounts.value
  const impact = impactView.value
  const cases = ownCasesChanged.value ?? 0
  if (view === null) return <p class="home-standing third">{words.checking}</p>
  return (
    <p class="home-standing">
      {error === 0 ? (
        <span class="ok">
          <Symbol name="held" /> {words.noErrors}
        </span>
      ) : (
        <a class="error" href={hrefOf("findings")}>
          <Symbol name="error" /> {words.errors(error)}
        </a>
      )}
      {warning === 0 ? null : (
        <a class="warning" href={hrefOf("findings")}>
          <Symbol name="warning" /> {words.warnings(warning)}
        </a>
      )}
      {isOpen && cases > 0 ? (
        <a class="cases" href={hrefOf("cases", "", { show: "failing" })}>
          <Symbol name="insufficient" /> {words.ownCases(cases)}
        </a>
      ) : null}
      <span class="third end">
        {view.isWhole ? words.checkedIn(view.tookMs) : words.checking}
        {isOpen && impact !== null && impact.isWhole
          ? `, ${words.situations(impact.situations)}`
          : ""}
        {view.isWhole ? `, ${inWords(findingsWords).laws(view.laws)}` : ""}
      </span>
    </p>
  )
}

/** Leads back to where the work was left. */
const GoOn = ({ first }: { readonly first: TableEntry }): JSX.Element => {
  const words = inWords(homeWords)
  const edited = checked.value?.edited ?? null
  return edited === null ? (
    <a class="button main small" href={hrefOf("tables", first.file)}>
      {words.goOnTable(tableTitle(first.file))}
    </a>
  ) : (
    <a class="button main small" href={rowHref(edited.file, edited.line, edited.column)}>
      {words.goOnRow(edited.line)}
    </a>
  )
}

/** The open change: what it does, what stands in its way, and the way back into it. */
export const OpenChange = (): JSX.Element => {
  const words = inWords(homeWords)
  const changed = changedTables()
  const [first] = changed
  return (
    <section class="card home-now">
      {first === undefined ? (
        <div class="home-change">
          <h1 class="display home-headline">{words.noChange}</h1>
          <p class="second">{words.noChangeAbout}</p>
        </div>
      ) : (
        <>
          <div class="home-change">
            <h1 class="home-what">
              {words.openChange(first.changedRows, tableTitle(first.file), changed.length - 1)}
            </h1>
            <ImpactHeadline />
          </div>
          <div class="actions">
            <GoOn first={first} />
            <a class="button small" href={hrefOf("impact")}>
              {words.seeImpact}
            </a>
          </div>
        </>
      )}
      <Standing isOpen={first !== undefined} />
    </section>
  )
}
