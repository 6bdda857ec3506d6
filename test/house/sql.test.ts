import { assert, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { clauseCount, columnsOf, shadowedNames } from "./shadowed-names.ts"
import { makeSqlReader, sqlReaderOf } from "./sql-texts.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const sourceFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("house/"))
    .map((file) => `${folder}/${file}`)
    .sort()

const readSql = sqlReaderOf(root)

const columns = columnsOf(
  sourceFiles("http/store/database/migrations").flatMap((file) =>
    readSql(file).map(({ text }) => text),
  ),
)

/** Statements of migrations, which stay as they are: here no table has a column of that name. */
const landed = ["http/store/database/migrations/0006-installation.ts:13 group by fingerprint"]

const planted: Readonly<Record<string, string>> = {
  "columns.ts": "export const columns = `number::text, id`",
  "events.ts": `
    import { columns } from "./columns.ts"
    const codeOf = (table: string) => \`(select code from \${table})\`
    const cast = sql\`select number::text, id from event where id = \${id} order by number desc limit 9\`
    const imported = sql\`select \${sql.literal(columns)} from event order by number\`
    const added = "select upper(code) as code from partner " + "group by code"
    const made = \`select \${codeOf("partner")}, id from event order by code\``,
}

describe("SQL", () => {
  it("orders and groups by no name that it gives out as something else", () => {
    const texts = ["core", "rules", "http", "bench", "test"].flatMap(sourceFiles).flatMap(readSql)
    const clauses = texts.reduce((sum, { text }) => sum + clauseCount(text), 0)
    assert.isAbove(columns.size, 120)
    assert.isAbove(texts.length, 300)
    assert.isAbove(clauses, 60)
    const found = texts.flatMap(({ file, line, text }) =>
      shadowedNames(text, columns).map(({ clause, name }) => `${file}:${line} ${clause} ${name}`),
    )
    assert.deepStrictEqual([...new Set(found)], landed)
  })

  it("is read with what constants and functions bring into it", () => {
    const read = makeSqlReader((file) => planted[file] ?? "")
    const found = read("events.ts").flatMap(({ line, text }) =>
      shadowedNames(text, new Set(["number", "code"])).map(({ name }) => `${line} ${name}`),
    )
    assert.deepStrictEqual([...new Set(found)], ["4 number", "5 number", "6 code", "7 code"])
  })

  const known = new Set(["number", "code", "strand", "at"])

  it.each([
    ["select number::text, id from event order by number desc", "order by number"],
    ["select cast(number as text) from event order by number", "order by number"],
    ["select e.number::varchar(9) from event e order by id, number", "order by number"],
    ["select code as number from event order by number", "order by number"],
    ["select max(number) number from event order by number", "order by number"],
    ["select coalesce(number, 0)::text as number from event order by number", "order by number"],
    ["select upper(code) as code, count(*) from event group by code", "group by code"],
    ["select sum(number) as number from event having number > 3", "having number"],
    ["select distinct on (number) number::text, id from event", "distinct on number"],
    [
      "select * from (select number::text from event order by lower(number)) one",
      "order by number",
    ],
    ["with one as (select number::text from event order by number) select 1", "order by number"],
    [
      "select (select number::text from event limit 1) from partner order by number",
      "order by number",
    ],
    ['select "number"::text from event order by "number"', "order by number"],
    [
      "select id, number::text from a union select id, number::text from b order by number",
      "order by number",
    ],
    [
      "with calls as (select count(*) as made from event) select made::text from calls order by made",
      "order by made",
    ],
  ])("of the form %s is found", (text, expected) => {
    const found = shadowedNames(text, known).map(({ clause, name }) => `${clause} ${name}`)
    assert.deepStrictEqual(found, [expected])
  })

  it.each([
    "select number::text, id from event order by event.number desc",
    "select number, code from event order by number, code",
    "select event.number from event group by number having count(*) > 1 order by number",
    "select number::text as shown from event order by number",
    'select extract(epoch from at) as "atMs" from event order by at',
    "select json_agg(code order by number) as number from event",
    "select count(*)::int as times from event order by times",
    "select at from event where number::text = '1' order by number",
  ])("of the form %s is let be", (text) => {
    assert.deepStrictEqual(shadowedNames(text, known), [])
  })
})
