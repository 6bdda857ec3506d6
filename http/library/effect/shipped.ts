import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Result from "effect/Result"
import type { ReadingError } from "../../../core/table/error.ts"
import type { OwnTexts } from "../../../rules/offline/packed-tables.ts"
import { CoachService, coachPrograms } from "../../../rules/programs/coach.ts"
import { PricingService, pricingPrograms } from "../../../rules/programs/pricing.ts"
import { orRefuse, type TablesRefused, tablesRefused } from "../../../rules/programs/refused.ts"
import {
  editedCoach,
  editedPricing,
  editedTables,
  shipped,
  shippedTables,
} from "./shipped-tables.ts"
import { openTables } from "./opened.ts"
import { OpenTables } from "./tables.ts"
import {
  type OwnTablesOptions,
  type TablesOptions,
  TablesService,
} from "../../../rules/programs/tables.ts"

/** A service over edited tables: CSV texts by their files under data/, or every mistake in them. */
const layerEdited = <Service, Shape, Opened>(
  service: Context.Key<Service, Shape>,
  edited: () => Result.Result<Opened, ReadonlyArray<ReadingError>>,
  programs: (opened: Opened) => Shape,
): Layer.Layer<Service, TablesRefused> =>
  Layer.effect(
    service,
    Effect.suspend(() => Effect.map(orRefuse(edited(), tablesRefused), programs)),
  )

/** The service `Tables`, with layers over the package's own. */
export class ShippedTables extends OpenTables {
  /** The package's own tables; a process prepares them once. */
  static readonly layer: Layer.Layer<TablesService> = Layer.sync(TablesService, shippedTables)

  /** The package's own tables, with a day and addresses of one's own. */
  static readonly layerWith = (options: TablesOptions): Layer.Layer<TablesService> =>
    Layer.sync(TablesService, () => openTables(shipped, options))

  /**
   * Edited tables: CSV texts by their files under data/, with the package's own for all others.
   * Fails with every mistake in them.
   */
  static readonly layerTables = (
    source: OwnTexts,
    options: OwnTablesOptions = {},
  ): Layer.Layer<TablesService, TablesRefused> =>
    layerEdited(
      TablesService,
      () => editedTables(source, options),
      (tables) => tables,
    )
}

/** The service `Coach`, with layers over the package's own tables. */
export class ShippedCoach extends CoachService {
  /** Over the package's own tables. */
  static readonly layer: Layer.Layer<CoachService> = Layer.provide(
    CoachService.layerNoDeps,
    ShippedTables.layer,
  )

  /**
   * Over edited tables of the Coach alone: CSV texts by their files under data/, with the package's
   * own for all others. Fails with every mistake in them; the files of prices are not known here.
   */
  static readonly layerTables = (
    source: OwnTexts,
    options: OwnTablesOptions = {},
  ): Layer.Layer<CoachService, TablesRefused> =>
    layerEdited(CoachService, () => editedCoach(source, options), coachPrograms)
}

/** The service `Pricing`, with layers over the package's own tables. */
export class ShippedPricing extends PricingService {
  /** Over the package's own tables. */
  static readonly layer: Layer.Layer<PricingService> = Layer.provide(
    PricingService.layerNoDeps,
    ShippedTables.layer,
  )

  /**
   * Over edited tables of prices alone: CSV texts by their files under data/, with the package's own
   * for all others. Fails with every mistake in them; the files of the Coach are not known here.
   */
  static readonly layerTables = (
    source: OwnTexts,
    options: OwnTablesOptions = {},
  ): Layer.Layer<PricingService, TablesRefused> =>
    layerEdited(PricingService, () => editedPricing(source, options), pricingPrograms)
}
