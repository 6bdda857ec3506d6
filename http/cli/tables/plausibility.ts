import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { prepareReadPrinted } from "../../../rules/guarantees/printed/prepare.ts"
import { comparePublished } from "../../../rules/plausibility/compare-published.ts"
import { preparePricedCatalogue } from "../../../rules/plausibility/priced-catalogue.ts"
import { livePricingTables } from "../../../rules/pricing/live.ts"
import { sandboxPricingTables } from "../../../rules/pricing/sandbox.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { loadForAnalysis, tablesFlag } from "./load-tables.ts"
import { plausibilityText } from "./plausibility-text.ts"

const flags = {
  tables: tablesFlag,
  mode: Flag.Literals("mode", ["live", "sandbox"]).pipe(
    Flag.withDescription("Which catalogue: the live one as far as its tables go, or the sandbox's"),
    Flag.withDefault("live"),
  ),
  json: jsonFlag,
}

/** `viatica tables plausibility`: what others have published, with our prices beside it. */
export const plausibility = Command.make(
  "plausibility",
  flags,
  Effect.fn("tables plausibility")(function* ({ json, mode, ...given }) {
    const { tables } = yield* loadForAnalysis(given.tables)
    const priced =
      mode === "live"
        ? livePricingTables(tables, prepareReadPrinted(tables))
        : sandboxPricingTables(tables)
    const compared = comparePublished(
      preparePricedCatalogue(priced),
      tables,
      prepareTripVocabulary(tables),
    )
    yield* print(json, compared, () => plausibilityText(compared))
  }),
).pipe(
  Command.withDescription(
    "Price the trips of published premiums, and show ours beside them, and how both change",
  ),
  Command.withExamples([
    {
      command: "viatica tables plausibility",
      description: "Our live prices beside published ones, by trip; then ratios of age, zone, plan",
    },
    {
      command: "viatica tables plausibility --mode sandbox --json",
      description: "Every published row with the sandbox's prices, for a script",
    },
  ]),
)
