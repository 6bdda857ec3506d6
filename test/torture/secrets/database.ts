import { readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Stage } from "../stage.ts"
import type { Content } from "./places.ts"

interface TableName {
  readonly schema: string
  readonly name: string
}

/** Every row of every table as Postgres writes it, a table at a time, as a dump would. */
export const dumpOf = async (stage: Stage): Promise<ReadonlyArray<Content>> =>
  stage.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<TableName>`
        select schemaname as schema, tablename as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`
      const dumped: Array<Content> = []
      for (const { name, schema } of tables) {
        const rows = yield* sql<{ readonly row: string }>`
          select held::text as row from ${sql(schema)}.${sql(name)} as held`
        const text = rows.map(({ row }) => row).join("\n")
        dumped.push({ name: `${schema}.${name}`, bytes: Buffer.from(text) })
      }
      return dumped
    }),
  )

/**
 * Every file of a folder: of the database's, tables, indexes and the write-ahead log.
 *
 * @yields A file at a time.
 */
export const filesOf = async function* (folder: string): AsyncGenerator<Content> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    try {
      yield { name: relative(folder, path), bytes: await readFile(path) }
    } catch {
      // Postgres removes files while this runs.
    }
  }
}

/** Rows per table, to see that there was something to find. */
export const rowsOf = (dumped: ReadonlyArray<Content>): number =>
  dumped.reduce((sum, { bytes }) => sum + bytes.filter((byte) => byte === 10).length, 0)
