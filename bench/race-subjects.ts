import { conversionRace } from "./conversion.ts"
import { decisionTableRace } from "./decision-tables.ts"
import { flatnessRace, pipelineRace } from "./pipeline.ts"
import type { Races } from "./races.ts"
import { bilanEffectRace, bilanRace, quoteRace } from "./shipped-tables.ts"

/** What is raced within one process, without a server or a database. */
export const raceSubjects: ReadonlyArray<Races> = [
  {
    name: "bilan",
    about: "Offline bilans over the shipped tables.",
    races: [bilanRace, bilanEffectRace],
  },
  { name: "quote", about: "Sandbox quotes over the shipped tables.", races: [quoteRace] },
  {
    name: "conversion",
    about: "Exact currency conversion against libraries of decimals.",
    races: [undefined, "EUR"].map((from) => () => conversionRace(from)),
  },
  {
    name: "pipeline",
    about: "Live prices from raw premiums to the answer.",
    races: [pipelineRace, flatnessRace],
  },
  {
    name: "decision-tables",
    about: "Generated decision tables against rules engines.",
    races: [40, 1_000, 10_000].map((size) => () => decisionTableRace(size)),
  },
]
