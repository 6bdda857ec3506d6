import { compareTables } from "../../core/difference/table-difference.ts"
import type { TableDefinition } from "../../core/table/definition.ts"
import type { AnyDefinition } from "../../core/table/load.ts"
import type { ImpactText } from "./impact-view.ts"
import type { TextsOfVersions } from "../impact/watched-tables.ts"
import { definitions, saysHowShown } from "../tables/index.ts"

/** So many texts are listed. */
const textsMax = 200

const plainOf = (file: string): TableDefinition | undefined =>
  Object.values<AnyDefinition>(definitions).find(
    (each): each is TableDefinition => each._tag === "TableDefinition" && each.file === file,
  )

/** The texts that read otherwise, come or go in a table. */
const textsIn = (file: string, texts: TextsOfVersions): ReadonlyArray<ImpactText> => {
  const definition = plainOf(file)
  if (definition === undefined || !saysHowShown(file)) return []
  const { added, changed, removed } = compareTables(
    definition,
    texts.before.get(file) ?? "",
    texts.after.get(file) ?? "",
    false,
  )
  return [...changed, ...added, ...removed].flatMap((row) =>
    row.cells
      .filter(({ column }) => !definition.key.some((name) => name === column))
      .filter(({ after, before }) => after !== before)
      .map(({ after, before, column }) => ({
        file,
        line: row.after ?? row.before ?? 0,
        column,
        key: row.key.join(" "),
        before: row.before === undefined ? null : before,
        after: row.after === undefined ? null : after,
      })),
  )
}

/** The texts that change in some files. */
export const changedTexts = (
  files: ReadonlyArray<string>,
  texts: TextsOfVersions,
): ReadonlyArray<ImpactText> => files.flatMap((file) => textsIn(file, texts)).slice(0, textsMax)
