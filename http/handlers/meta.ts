import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Bucket, type QuotaState, remaining } from "../../rules/quota/state.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { limitOf } from "../../rules/trip/vocabulary.ts"
import type { KeyRecord } from "../accounts/key-record.ts"
import type { Operations } from "../serve/operation.ts"
import { apiVersion } from "../version.ts"

const bucketFigures = (bucket: Bucket) => ({ ...bucket, remaining: remaining(bucket) })

const keyQuota = (state: QuotaState) => ({
  reads: bucketFigures(state.reads),
  writes: bucketFigures(state.writes),
  burst: { limit: state.burst.limit, remaining: remaining(state.burst) },
  resetInSeconds: state.window.dayEndsInSeconds,
})

const keyLifetime = (tables: Tables, key: KeyRecord, state: QuotaState) => {
  const pricesRequired = limitOf(tables, "go_live_prices")
  const linksRequired = limitOf(tables, "go_live_links")
  const approved = key.partner.status === "approved"
  const { bilans, links, prices } = state.lifetime
  const ready = approved && prices >= pricesRequired && links >= linksRequired
  return {
    createdAt: key.createdAt,
    prices,
    links,
    bilans,
    goLive: { pricesRequired, linksRequired, approved, ready },
  }
}

/** `GET /travel/meta`: vocabulary from the tables and the state of the calling key. */
export const makeMeta = (tables: Tables): Operations["meta"] => {
  const vocabulary = {
    trip: {
      intents: tables.intents.rows.flatMap((row) => (row.aliasOf === null ? [row.intent] : [])),
      languages: tables.languages.rows.map((row) => row.language),
      usStates: tables.usStates.rows.map((row) => row.state),
      maxTravellers: limitOf(tables, "travellers_max"),
      maxDestinations: limitOf(tables, "destinations_max"),
      notes: tables.tripNotes.rows.map((row) => row.note),
    },
    guarantees: tables.guarantees.rows.map(({ group, label, slug }) => ({ slug, label, group })),
    states: tables.guaranteeStateMeanings.rows.map(({ meaning, state }) => ({ state, meaning })),
  }
  return {
    admit: ({ key }) =>
      Result.succeed((state) =>
        Effect.succeed({
          ok: true,
          apiVersion,
          key: {
            keyId: key.keyId,
            mode: key.mode,
            scopes: key.scopes,
            quota: keyQuota(state),
            lifetime: keyLifetime(tables, key, state),
          },
          ...vocabulary,
        }),
      ),
  }
}
