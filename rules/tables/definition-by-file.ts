import type { AnyDefinition } from "../../core/table/load.ts"
import { definitions } from "./index.ts"

/** Every table, by its file. */
export const definitionByFile: ReadonlyMap<string, AnyDefinition> = new Map(
  Object.values<AnyDefinition>(definitions).map((definition) => [definition.file, definition]),
)
