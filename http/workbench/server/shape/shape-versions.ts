import { type Bilans, prepareBilan } from "../../../../rules/coach/bilan.ts"
import { type CoachPieces, prepareCoachPieces } from "../../../../rules/coach/coach-pieces.ts"
import { prepareReadPrinted } from "../../../../rules/guarantees/printed/prepare.ts"
import { type CatalogueOffer, prepareOffers } from "../../../../rules/pricing/catalogue.ts"
import { livePricingTables } from "../../../../rules/pricing/live.ts"
import type { PricingTables } from "../../../../rules/pricing/pricing-tables.ts"
import { sandboxPricingTables } from "../../../../rules/pricing/sandbox.ts"
import type { AllTables } from "../../../../rules/tables/index.ts"
import { once } from "../../../../core/memory.ts"
import type { ShapedCatalogue } from "../../protocol/shape.ts"
import type { LoadedVersions } from "../engine/loaded-versions.ts"
import type { EngineVersions } from "../engine/versions.ts"
import { offlineContext } from "../../../../rules/coach/offline.ts"

/** Offers of a catalogue, and the tables that they are priced from. */
export interface ShapedOffers {
  readonly tables: PricingTables
  readonly offers: ReadonlyMap<string, CatalogueOffer>
}

/** One version of the tables, prepared as far as a picture has asked for it. */
export interface ShapedVersion {
  readonly tables: AllTables
  readonly offersOf: (catalogue: ShapedCatalogue) => ShapedOffers
  readonly coach: () => { readonly pieces: CoachPieces; readonly bilans: Bilans }
}

/** Both versions, prepared as far as a picture has asked for them. */
export interface ShapedVersions {
  readonly before: ShapedVersion
  readonly after: ShapedVersion
  readonly revision: number
  readonly isOlder: boolean
}

/** Pictures ask bilans for nobody in particular: no partner, and no day. */
export const shapeContext = offlineContext("workbench")

const prepareVersion = (tables: AllTables): ShapedVersion => {
  const withOffers = (priced: PricingTables): ShapedOffers => ({
    tables: priced,
    offers: prepareOffers(priced),
  })
  const live = once(() => withOffers(livePricingTables(tables, prepareReadPrinted(tables))))
  const sandbox = once(() => withOffers(sandboxPricingTables(tables)))
  return {
    tables,
    offersOf: (catalogue) => (catalogue === "live" ? live() : sandbox()),
    coach: once(() => {
      const pieces = prepareCoachPieces(tables)
      return { pieces, bilans: prepareBilan(pieces) }
    }),
  }
}

/** Prepares versions as they are asked for; the last of each is kept. */
export const makeShapedVersions = (
  load: (versions: EngineVersions) => LoadedVersions,
): ((versions: EngineVersions) => ShapedVersions) => {
  let before: ShapedVersion | undefined
  let after: { readonly revision: number; readonly version: ShapedVersion } | undefined
  return (versions) => {
    const loaded = load(versions)
    before = before?.tables === loaded.before ? before : prepareVersion(loaded.before)
    after =
      after?.revision === loaded.revision
        ? after
        : { revision: loaded.revision, version: prepareVersion(loaded.after) }
    const isOlder = loaded.mistakes.length > 0
    return { before, after: after.version, revision: versions.revision, isOlder }
  }
}
