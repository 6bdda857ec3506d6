import type { JSX } from "preact"
import type { SourcesView } from "../../../../../rules/sources/sources-view.ts"
import { inWords, numberText } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { MarketTable, shareText } from "./market-table.tsx"
import { SourceList } from "./source-list.tsx"
import { askedOf, sources, useSources } from "./sources-state.ts"
import { sourcesWords } from "./sources-words.ts"

const headlineOf = ({ markets }: SourcesView): string => {
  const { market } = askedOf.value
  const shown = markets.filter((each) => market === null || each.market === market)
  const sum = (name: "covers" | "sourced" | "unknown"): number =>
    shown.reduce((all, { total }) => all + total[name], 0)
  return inWords(sourcesWords).headline(
    shareText(sum("sourced"), sum("covers")),
    numberText(sum("unknown")),
  )
}

/** The screen `sources`: what figures rest on, and which rows to look at next. */
export const SourcesScreen = (): JSX.Element => {
  const words = inWords(sourcesWords)
  useSources()
  const { isBusy, output: view } = sources.state.value
  return (
    <div class="sources-screen" aria-busy={isBusy}>
      <h1 class="display">{view === null ? words.loading : headlineOf(view)}</h1>
      <p class={isBusy ? "sources-progress busy" : "sources-progress"}>
        {isBusy ? <span class="unseen">{words.busy}</span> : null}
      </p>
      {view?.isOlder === true ? (
        <p class="fault">
          <Symbol name="error" /> {words.older}
        </p>
      ) : null}
      {view === null ? null : (
        <div class="stack">
          <MarketTable view={view} />
          <SourceList view={view} />
        </div>
      )}
    </div>
  )
}
