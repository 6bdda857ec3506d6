import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * What the schema is made of, a line each, and what of it binds whoever writes: columns, constraints,
 * unique indexes, triggers and the functions that they call. A line begins with what it is and its
 * name.
 */
const catalogQuery = `
  with here as (select oid, relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema\\_%')
  select format('column %s.%s: %s%s%s', relname, attname, format_type(atttypid, atttypmod),
    case when attnotnull then ' not null' else '' end,
    coalesce(' default ' || pg_get_expr(adbin, adrelid),
      case when attidentity <> '' then ' identity' end, '')) as line
  from here join pg_attribute on attrelid = here.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = here.oid and adnum = attnum
  union all
  select format('constraint %s.%s: %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
  from here join pg_constraint on conrelid = here.oid where contype not in ('n', 't')
  union all
  select format('unique index %s.%s: %s', relname, indexname, indexdef)
  from here join pg_indexes on tablename = relname and schemaname = 'public'
  join pg_index on indexrelid = indexname::regclass and indisunique and not indisprimary
  where not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('trigger %s.%s: %s', relname, tgname, pg_get_triggerdef(pg_trigger.oid))
  from here join pg_trigger on tgrelid = here.oid where not tgisinternal
  union all
  select format('function %s(%s): %s', proname, pg_get_function_identity_arguments(oid),
    md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace`

/** What the schema of a database is made of, a line each. */
export const readCatalog = Effect.flatMap(SqlClient, (sql) =>
  Effect.map(sql.unsafe<{ readonly line: string }>(catalogQuery), (rows) =>
    rows.map(({ line }) => line.replaceAll(/\s+/g, " ")).toSorted(),
  ),
)

/** What a line of the catalog is about, without how it is. */
export const nameOf = (line: string): string => line.slice(0, line.indexOf(": "))

/** Whether a line binds who writes rows without knowing of it. */
export const binds = (line: string): boolean =>
  /^(constraint|unique index|trigger) /.test(line) ||
  (/^column [^:]*: .* not null/.test(line) && !/ (default|identity)\b/.test(line))

/** The table that a line of the catalog is about; undefined of a function. */
export const tableOf = (line: string): string | undefined => / (\w+)\.\w+$/.exec(nameOf(line))?.[1]

/** What a database makes of a statement: the types of its parameters and its columns, or why not. */
export const preparedTypes = (statement: string) =>
  Effect.flatMap(SqlClient, (sql) =>
    sql
      .withTransaction(
        Effect.gen(function* () {
          yield* sql.unsafe(`prepare older as ${statement}`)
          const [row] = yield* sql<{ readonly types: string }>`
            select parameter_types::text || ' -> ' || coalesce(result_types::text, '') as types
            from pg_prepared_statements where name = 'older'`
          yield* sql.unsafe("deallocate older")
          return row?.types ?? "nothing"
        }),
      )
      .pipe(
        Effect.catch(({ reason }) =>
          Effect.succeed(reason.cause instanceof Error ? reason.cause.message : "refused"),
        ),
      ),
  )

/** Whether a database takes a statement, by what `preparedTypes` says of it. */
export const isTaken = (types: string | undefined): boolean => /^\{.*\} -> /.test(types ?? "")
