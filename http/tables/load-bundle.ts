import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { standingOn } from "../../rules/tables/bundle.ts"
import { tablesFolder } from "../config/table-settings.ts"
import { utcDay } from "../platform/utc-day.ts"
import { type Bundle, TableBundle } from "../ports/table-bundle.ts"
import { type TablesInvalid, TablesPending, type TablesUnreadable } from "./table-files.ts"
import { readHeld } from "./folder-look.ts"
import { type InForce, inForceOn } from "./in-force.ts"

const holding = (first: Bundle): TableBundle["Service"] => {
  let bundle = first
  return {
    current: () => bundle,
    replace: (next) => {
      bundle = next
    },
  }
}

/** What of a folder is in force today, or everything that forbids it. */
export const loadInForce = Effect.fn("loadInForce")(function* (
  folder: string,
): Effect.fn.Return<InForce, TablesUnreadable | TablesInvalid> {
  const held = yield* readHeld(folder)
  const today = utcDay(yield* Clock.currentTimeMillis)
  return yield* Effect.fromResult(inForceOn(held, today))
})

/** Loads the tables of a folder, or every mistake in its files and in the tables at once. */
export const loadBundle = (
  folder: string,
): Effect.Effect<Bundle, TablesUnreadable | TablesInvalid> =>
  Effect.map(loadInForce(folder), ({ bundle }) => bundle)

const loadBegun = Effect.fn("loadBegun")(function* (
  folder: string,
): Effect.fn.Return<Bundle, TablesUnreadable | TablesInvalid | TablesPending> {
  const bundle = yield* loadBundle(folder)
  const today = utcDay(yield* Clock.currentTimeMillis)
  if (standingOn(bundle.manifest, today) !== "pending") return bundle
  return yield* new TablesPending({ folder, today, effectiveFrom: bundle.manifest.effectiveFrom })
})

/** The tables of `TABLES_DIR` as they lie there, whatever their dates. */
export const layerTableBundle = Layer.effect(
  TableBundle,
  Effect.map(Effect.flatMap(tablesFolder, loadBundle), holding),
)

/** The tables of `TABLES_DIR`, unless their first day is still to come. */
export const layerTableBundleInForce = Layer.effect(
  TableBundle,
  Effect.map(Effect.flatMap(tablesFolder, loadBegun), holding),
)
