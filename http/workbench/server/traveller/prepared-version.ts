import { once } from "../../../../core/memory.ts"
import { prepareExchangeRates } from "../../../../rules/currency/exchange-rates.ts"
import { newAccountTerms } from "../../../../rules/fees/new-account-terms.ts"
import { makeBilanRenderer } from "../../../../rules/messages/render.ts"
import { prepareLive } from "../../../../rules/pricing/live.ts"
import { prepareSandbox } from "../../../../rules/pricing/sandbox.ts"
import type { AllTables } from "../../../../rules/tables/index.ts"
import { prepareTripVocabulary } from "../../../../rules/trip/trip-vocabulary.ts"
import { compileText } from "../../../messages/icu.ts"
import { makeOfflineCoach } from "../../../../rules/coach/offline.ts"

/** What answers travellers by one version of the tables; each part is prepared when it is needed. */
const prepareVersion = (tables: AllTables) => ({
  tables,
  live: once(() => prepareLive(tables)),
  sandbox: once(() => prepareSandbox(tables)),
  coach: once(() => makeOfflineCoach(tables)),
  render: once(() => makeBilanRenderer({ texts: tables, format: compileText })),
  vocabulary: once(() => prepareTripVocabulary(tables)),
  rates: once(() => prepareExchangeRates(tables.currencies.rows)),
  terms: once(() => newAccountTerms(tables)),
})

/** What answers travellers by one version of the tables. */
export type PreparedVersion = ReturnType<typeof prepareVersion>

/** Prepares versions as they are needed; that of tables that stay the same is kept as long as they live. */
export const makePreparing = (): ((tables: AllTables) => PreparedVersion) => {
  const known = new WeakMap<AllTables, PreparedVersion>()
  return (tables) => {
    const prepared = known.get(tables) ?? prepareVersion(tables)
    known.set(tables, prepared)
    return prepared
  }
}
