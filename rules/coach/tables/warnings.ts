import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { adviceScopes } from "../warnings/advice.ts"
import { certainties } from "../coach-vocabulary.ts"
import { countryCode, source } from "./columns.ts"

/** What governments advise about travel to a country. */
export const travelWarnings = defineTable({
  file: "coach/travel_warnings.csv",
  about: "Governments' advice on travel to a country, as last read; it changes often.",
  key: ["country", "government"],
  columns: {
    country: Column.reference("countries.csv", "code", { about: "Country that it is about." }),
    government: Column.text({ pattern: countryCode, about: "Country whose government advises." }),
    issuer: Column.text({ about: "Who issues it, as they call themselves." }),
    level: Column.integer({
      minimum: 1,
      maximum: 4,
      about: "1 usual care, 2 more care, 3 only if one must, 4 against all travel.",
    }),
    scope: Column.enumeration(adviceScopes, {
      about: "How much of the country the level is about; `none` where nothing is advised against.",
    }),
    as_of: Column.day({ about: "Day of the advice." }),
    certainty: Column.enumeration(certainties, { about: "How sure it is; low is never told." }),
    source,
  },
})
