import type { TablesOf } from "../../core/table/load.ts"
import type { Outlines } from "../../core/table/outline.ts"
import { coachMarkets } from "../coach/tables/places.ts"
import { places } from "../reference/places.ts"
import * as names from "../coach/tables/naming.ts"
import * as texts from "./text-tables.ts"

/** The tables of texts, by the name under which the renderer reads them. */
export const textDefinitions = { ...texts, ...names }

/** The tables that bilans are rendered with, by the name under which the renderer reads them. */
export const renderingDefinitions = { ...textDefinitions, coachMarkets, places }

/** What these tables are, as far as packed ones are read by it. */
export type RenderingOutlines = Outlines<typeof renderingDefinitions>

/** The texts of messages, and how each market prints amounts. */
export type RenderingTables = TablesOf<typeof renderingDefinitions>
