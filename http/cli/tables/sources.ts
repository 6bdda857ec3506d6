import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { markets } from "../../../rules/coach/coach-vocabulary.ts"
import { sourcesReport } from "../../../rules/coach/sources/sources-report.ts"
import { coachBenefits } from "../../../rules/coach/tables/cards.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { loadForAnalysis, tablesFlag } from "./load-tables.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { sourcesText } from "./sources-text.ts"

const flags = {
  tables: tablesFlag,
  market: Flag.Literals("market", markets).pipe(
    Flag.withDescription("Show one market"),
    Flag.optional,
  ),
  limit: Flag.Int("limit").pipe(
    Flag.withDescription("List so many covers to look at next for each market; 10 when left out"),
    Flag.filter(
      (limit) => limit >= 0,
      () => "Expected a number from 0",
    ),
    Flag.withDefault(10),
  ),
  oldYears: Flag.Int("old-years").pipe(
    Flag.withDescription(
      "Call a page old that is of a year so many before the newest page; 5 when left out",
    ),
    Flag.filter(
      (years) => years >= 0,
      () => "Expected a number from 0",
    ),
    Flag.withDefault(5),
  ),
  json: jsonFlag,
}

/** `viatica tables sources`: what the covers of cards rest on, and which to look at next. */
export const sources = Command.make(
  "sources",
  flags,
  Effect.fn("tables sources")(function* ({ json, limit, market, oldYears, ...given }) {
    const { folder, tables } = yield* loadForAnalysis(given.tables)
    const all = sourcesReport(tables, { oldYears })
    const asked = Option.getOrUndefined(market)
    const shown = asked === undefined ? all : all.filter((each) => each.market === asked)
    const cut = shown.map((each) => ({ ...each, next: each.next.slice(0, limit) }))
    yield* print(json, cut, () =>
      sourcesText(shown, { limit, path: shownPath(folder, coachBenefits.file) }),
    )
  }),
).pipe(
  Command.withDescription(
    "Report, by market and guarantee, how many covers of cards are sourced, of when, and unknown",
  ),
  Command.withExamples([
    {
      command: "viatica tables sources --market fr",
      description:
        "Show one market, and the covers to look at next: most held and most cited first",
    },
    {
      command: "viatica tables sources --json --limit 1000",
      description: "Print all that there is to look at, for a script",
    },
  ]),
)
