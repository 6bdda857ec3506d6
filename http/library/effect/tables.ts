import * as Layer from "effect/Layer"
import {
  type TablesNamed,
  type TablesOptions,
  TablesService,
} from "../../../rules/programs/tables.ts"
import { openTables } from "./opened.ts"

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
 *
 * Over the tables of one market, without loading others:
 *
 * ```js
 * import { Coach, Tables } from "viatica/effect/open"
 * import { tables as france } from "viatica/tables/fr"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provideMerge(Coach.layerNoDeps, Tables.layerOver({ coach: france }))
 * ```
 */
export class OpenTables extends TablesService {
  /**
   * Tables of the package that you name, such as those of one market: none else answers. What is
   * asked of tables that were not named dies, as does the layer over tables of two versions.
   */
  static readonly layerOver = (
    tables: TablesNamed,
    options: TablesOptions = {},
  ): Layer.Layer<TablesService> => Layer.sync(TablesService, () => openTables(tables, options))
}
