import { loadDecision } from "../../core/table/decision.ts"
import { describeTableError } from "../../core/table/error.ts"
import { definitionFileOf } from "../../core/table/own-table.ts"
import { ownTablesIn } from "../../rules/tables/own-tables.ts"

/** The columns of a table of one's own, and what it is for. */
export interface OwnShape {
  readonly hook?: string
  readonly hitPolicy?: string
  readonly inputs: ReadonlyArray<object>
  readonly outputs: ReadonlyArray<object>
  readonly annotations?: ReadonlyArray<object>
}

/** The text that declares a table of one's own. */
export const ownDefinition = (shape: OwnShape): string =>
  JSON.stringify(
    { format: "viatica table 1", name: "Own", about: "One's own.", hitPolicy: "first", ...shape },
    null,
    2,
  )

/** Columns by their names alone, whose kinds a hook knows. */
export const named = (...names: ReadonlyArray<string>) => names.map((name) => ({ name }))

/** No cruise in Asia for anybody over 79, until March, as an analyst writes it. */
export const cruisesInAsia = {
  file: "own/cruises-asia.csv",
  definition: ownDefinition({
    hook: "refuse",
    inputs: named("intent", "region", "oldest_age", "start_date"),
    outputs: named("reason", "en", "fr"),
    annotations: named("source"),
  }),
  rows: (until: string): string =>
    `intent,region,oldest_age,start_date,reason,en,fr,source\ncruise,east_asia|south_asia|southeast_asia,>79,<${until.replaceAll("-", "")},no_cruise_after_79,No cruise in Asia is sold after 79.,Aucune croisière en Asie n’est vendue après 79 ans.,a letter\n`,
}

/** Loaded tables with some of one's own beside them, which must hold no mistake. */
export const withOwn = <Tables extends object>(
  tables: Tables,
  own: Readonly<Record<string, { readonly shape: OwnShape; readonly csv: string }>>,
): Tables => {
  const texts = new Map(
    Object.entries(own).flatMap(([file, { csv, shape }]) => [
      [file, csv] as const,
      [definitionFileOf(file), ownDefinition(shape)] as const,
    ]),
  )
  const { definitions, errors } = ownTablesIn(texts)
  const loaded = Object.entries(definitions).map(([file, definition]) => {
    const read = loadDecision(definition, own[file]?.csv ?? "")
    return { file, content: read.content, errors: read.errors }
  })
  const mistakes = [...errors, ...loaded.flatMap((one) => one.errors)]
  if (mistakes.length > 0) throw new Error(mistakes.map(describeTableError).join("\n"))
  return { ...tables, ...Object.fromEntries(loaded.map(({ content, file }) => [file, content])) }
}
