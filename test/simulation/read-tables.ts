import type { SimulationGround } from "./cluster.ts"

/** A row of a table, as far as it is compared. */
export type Row = Readonly<Record<string, unknown>>

/** Totals that are kept in several rows, so that sessions do not wait for each other's: which one is a matter of chance. */
const summed: Readonly<Record<string, ReadonlyArray<string>>> = {
  account_sales: ["sales", "amount_minor", "commission_minor"],
  link_sales: ["sales", "amount_minor", "commission_minor"],
  link_count: ["count"],
}

/** Every row of every table, without what the database numbers by itself and without moments and sealed bytes. */
export const readTables = async (ground: SimulationGround, database: string, isLived: boolean) => {
  const text =
    (isLived ? selections.get(ground.template) : undefined) ?? (await selectionOf(ground, database))
  if (isLived) selections.set(ground.template, text)
  const found = await ground.ask<{ readonly table: string; readonly rows: unknown }>(database, text)
  return new Map(
    found.map(({ rows, table }) => [
      table,
      (typeof rows === "string" ? JSON.parse(rows) : rows) as ReadonlyArray<Row>,
    ]),
  )
}

/** Statements that read all tables of databases that are lived in, by the template of their ground. */
const selections = new Map<string, string>()

const selectionOf = async (ground: SimulationGround, database: string): Promise<string> => {
  const columns = await ground.ask<{
    readonly table: string
    readonly name: string
    readonly type: string
  }>(database, columnsStatement)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const selected = [...tables].map(([table, own]) => {
    const values = own.map(({ name, type }) => {
      // It names what the database has numbered, in which a transaction that was taken back leaves a gap.
      if (name === "once_key") return `regexp_replace(once_key, '[0-9]+', '0') as once_key`
      const isBare = ["timestamptz", "bytea"].includes(type)
      return isBare ? `case when "${name}" is not null then 'set' end as "${name}"` : `"${name}"`
    })
    const sums = summed[table]
    if (sums !== undefined) {
      const alike = own
        .map(({ name }) => name)
        .filter((name) => ![...sums, "strand"].includes(name))
      return `select '${table}' as "table", (select coalesce(json_agg(own), '[]') from (
        select ${alike.join(", ")}, ${sums.map((sum) => `sum(${sum})::text as ${sum}`).join(", ")}
        from ${table} group by ${alike.join(", ")}
        having ${sums.map((sum) => `sum(${sum}) <> 0`).join(" or ")}) own) as rows`
    }
    return `select '${table}' as "table",
      (select coalesce(json_agg(own), '[]') from (select ${values.join(", ")} from "${table}") own) as rows`
  })
  return selected.length === 0
    ? "select '' as table, '[]'::json as rows"
    : selected.join(" union all ")
}

/** Columns that are compared: neither identities nor what refers to them. */
const columnsStatement = `
  select relname as "table", attname as name, typname as type
  from pg_attribute
  join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
  where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0
    and not attisdropped and attidentity = '' and not (typname = 'int8' and attname like '%\\_id')
    and not exists (
      select from pg_constraint own
      join pg_attribute target on target.attrelid = own.confrelid and target.attnum = any(own.confkey)
      where own.contype = 'f' and own.conrelid = pg_class.oid and pg_attribute.attnum = any(own.conkey)
        and target.attidentity <> '')
  order by relname, attnum`
