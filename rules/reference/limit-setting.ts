import type { SettingCell } from "../../core/table/meaning.ts"
import type { LimitName } from "./limit-names.ts"

/** The limit of a name, for the checks of other tables. */
export const limitSetting = (name: LimitName): SettingCell => ({
  file: "reference/limits.csv",
  where: { column: "name", is: name },
  column: "value",
})
