import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { OwnTexts } from "../../../rules/offline/packed-tables.ts"
import { editedTables, openTables, shippedTables } from "./opened.ts"
import { orRefuse, type TablesRefused, tablesRefused } from "./refused.ts"
import type { OwnTablesOptions, TablesOptions, TablesShape } from "./tables-shape.ts"

/**
 * The tables that steps are computed by, and that `Coach` and `Pricing` may share.
 *
 * ```js
 * import { Coach, Pricing, Tables } from "viatica/effect"
 * import * as Layer from "effect/Layer"
 *
 * const answers = Layer.mergeAll(Coach.layerNoDeps, Pricing.layerNoDeps)
 * const layer = Layer.provideMerge(answers, Tables.layerTables({ "coach/selling.csv": text }))
 * ```
 */
export class TablesService extends Context.Service<TablesService, TablesShape>()("viatica/Tables") {
  /** The package's own tables; a process prepares them once. */
  static readonly layer: Layer.Layer<TablesService> = Layer.sync(TablesService, shippedTables)

  /** The package's own tables, with a day and addresses of one's own. */
  static readonly layerWith = (options: TablesOptions): Layer.Layer<TablesService> =>
    Layer.sync(TablesService, () => openTables(options))

  /**
   * Edited tables: CSV texts by their files under data/, with the package's own for all others.
   * Fails with every mistake in them.
   */
  static readonly layerTables = (
    source: OwnTexts,
    options: OwnTablesOptions = {},
  ): Layer.Layer<TablesService, TablesRefused> =>
    Layer.effect(
      TablesService,
      Effect.suspend(() => orRefuse(editedTables(source, options), tablesRefused)),
    )
}
