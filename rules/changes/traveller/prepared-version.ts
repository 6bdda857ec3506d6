import { once } from "../../../core/memory.ts"
import { prepareExchangeRates } from "../../currency/exchange-rates.ts"
import { makeOfflineCoach } from "../../coach/offline.ts"
import { newAccountTerms } from "../../fees/new-account-terms.ts"
import { makeBilanRenderer } from "../../messages/render.ts"
import type { TravellerParts } from "../../messages/travellers/traveller-text.ts"
import { prepareLive } from "../../pricing/live.ts"
import { prepareSandbox } from "../../pricing/sandbox.ts"
import type { AllTables } from "../../tables/index.ts"
import { prepareTripVocabulary } from "../../trip/trip-vocabulary.ts"

/** What answers travellers by one version of the tables; each part is prepared when it is needed. */
const prepareVersion = (tables: AllTables, format: TravellerParts["format"]) => ({
  tables,
  format,
  live: once(() => prepareLive(tables)),
  sandbox: once(() => prepareSandbox(tables)),
  coach: once(() => makeOfflineCoach(tables)),
  render: once(() => makeBilanRenderer({ texts: tables, format })),
  vocabulary: once(() => prepareTripVocabulary(tables)),
  rates: once(() => prepareExchangeRates(tables.currencies.rows)),
  terms: once(() => newAccountTerms(tables)),
})

/** What answers travellers by one version of the tables. */
export type PreparedVersion = ReturnType<typeof prepareVersion>

/** Prepares versions as they are needed; that of tables that stay the same is kept as long as they live. */
export const makePreparing = (
  format: TravellerParts["format"],
): ((tables: AllTables) => PreparedVersion) => {
  const known = new WeakMap<AllTables, PreparedVersion>()
  return (tables) => {
    const prepared = known.get(tables) ?? prepareVersion(tables, format)
    known.set(tables, prepared)
    return prepared
  }
}
