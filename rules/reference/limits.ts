import type { SettingCell } from "../../core/table/meaning.ts"
import type { LimitName } from "./limit-names.ts"
import type { ReferenceTables } from "./reference-tables.ts"

/** The limit of a name, for the checks of other tables. */
export const limitSetting = (name: LimitName): SettingCell => ({
  file: "reference/limits.csv",
  where: { column: "name", is: name },
  column: "value",
})

/** The value of a limit by its name; 0 for a name that no row has, which refuses everything. */
export const limitOf = (tables: Pick<ReferenceTables, "limits">, name: LimitName): number =>
  tables.limits.get(name)?.value ?? 0

/** The value of each limit. */
export type LimitOf = (name: LimitName) => number

/** The limits of tables. */
export const limitsOf =
  (tables: Pick<ReferenceTables, "limits">): LimitOf =>
  (name) =>
    limitOf(tables, name)
