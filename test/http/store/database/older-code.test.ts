import { readFileSync } from "node:fs"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { leastCodeVersion, migrations } from "../../../../http/store/database/migrations/index.ts"
import { migrate } from "../../../../http/store/database/migrator.ts"
import { layerEmptyDatabase, layerTestDatabase } from "../../../support/postgres.ts"
import { binds, isTaken, nameOf, preparedTypes, readCatalog, tableOf } from "./landed/catalog.ts"

/** The last migration of the last landed version, whose code runs beside this one during an upgrade. */
const landedVersion = 14

const landedFile = (name: string): ReadonlyArray<string> =>
  readFileSync(new URL(`landed/${String(landedVersion).padStart(4, "0")}-${name}`, import.meta.url))
    .toString()
    .trimEnd()
    .split("\n")

const counted = "counts what any code changes, in its transaction, and refuses nothing"
const countedTables = [
  ["sale", "count_sales"],
  ["link_clicks", "count_clicks"],
  ["subscription", "count_subscriptions"],
].flatMap(([table, name]) =>
  ["delete", "insert", "truncate", "update"].map((does) => `trigger ${table}.${name}_${does}`),
)

/**
 * What newer migrations have changed of what that code knows, or bind it to, and why it does not mind:
 * who supplies what it leaves out. A migration that adds such a thing adds its line here.
 */
const supplied: Readonly<Record<string, string>> = {
  ...Object.fromEntries(countedTables.map((trigger) => [trigger, counted])),
  "function tell_event(owner text, owner_mode text, told_type text, told_once text, told_data text)":
    "tells endpoints as before, and listeners besides",
  "trigger sale.sale_validated_first": "dates what any code validates",
  "trigger sale.sale_validated_later": "the same of a sale that is there",
  "trigger audit.audit_accounted": "notes the account of any code's entry, and refuses nothing",
  "trigger audit.audit_told":
    "tells what any code does to an account or a key, and refuses nothing",
  "trigger partner.partner_restored": "tells what any code approves again, and refuses nothing",
  "trigger event_endpoint.event_endpoint_told": "tells what any code makes, and refuses nothing",
  "trigger invitation.invitation_counted": "counts what any code invites, and refuses nothing",
  "constraint person.person_role_check": "takes two roles more, and refuses none of before",
  "constraint person.person_table_roles_check":
    "older code writes no table roles: the column's default is none",
  "constraint invitation.invitation_role_check": "takes two roles more, and refuses none of before",
  "trigger sale.sale_made_recorded":
    "fires for sales without a signed time alone, which code from before 0007 makes, and records them",
  "trigger sale.sale_changed_recorded":
    "that code records what it changes; what code from before 0007 changes is recorded or refused",
}

const landedMigrations = Object.fromEntries(
  Object.entries(migrations).filter(([name]) => Number(name.slice(0, 4)) <= landedVersion),
)

const landed = landedFile("schema.txt")
const statements = landedFile("statements.sql").map((line) => line.replace(/;$/, ""))

it("serves the last landed version", () => {
  expect(leastCodeVersion).toBe(landedVersion)
})

it.effect(
  "landed migrations make the schema that they made, and take all statements of their code",
  () =>
    Effect.gen(function* () {
      yield* migrate(landedMigrations)
      expect(yield* readCatalog).toEqual(landed)
      const taken = yield* Effect.forEach(statements, preparedTypes)
      const refused = statements.filter((_, at) => !isTaken(taken[at]))
      expect(refused).toEqual([])
      yield* migrate(migrations)
      const now = yield* Effect.forEach(statements, preparedTypes)
      const differing = statements.flatMap((statement, at) =>
        now[at] === taken[at] ? [] : [`${statement}: ${taken[at]}, by now ${now[at]}`],
      )
      expect(differing).toEqual([])
      expect(statements.length).toBeGreaterThan(200)
    }).pipe(Effect.provide(layerEmptyDatabase)),
)

/** What is new on tables of before and binds who writes them, and what is no more as it was. */
const changesOf = (now: ReadonlyArray<string>): ReadonlyArray<string> => {
  const tables = new Set(landed.map(tableOf))
  const changed = landed.filter((line) => !now.includes(line))
  const added = now.filter(
    (line) => !landed.includes(line) && binds(line) && tables.has(tableOf(line)),
  )
  return [...new Set([...changed, ...added].map(nameOf))].toSorted()
}

it.effect.each<readonly [string, string]>([
  ["alter table sale add column a int not null", "column sale.a"],
  ["alter table sale add column a int check (a > 0)", "constraint sale.sale_a_check"],
  ["alter table sale alter column signed_at_seconds set not null", "column sale.signed_at_seconds"],
  ["alter table quota drop column links", "column quota.links"],
  ["create unique index one on event (at)", "unique index event.one"],
  [
    "create or replace function tell_quota() returns trigger language plpgsql as 'begin end'",
    "function tell_quota()",
  ],
])("the law sees %s", ([statement, name]) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* sql.unsafe(statement)
    expect(changesOf(yield* readCatalog)).toContain(name)
    const after = yield* Effect.forEach(statements, preparedTypes)
    const isBroken = !after.every(isTaken)
    expect(isBroken).toBe(statement.includes("drop column"))
  }).pipe(Effect.provide(layerTestDatabase)),
)

it.effect(
  "the schema of now takes nothing from older code, and says who supplies what it asks for",
  () =>
    Effect.gen(function* () {
      expect(changesOf(yield* readCatalog)).toEqual(Object.keys(supplied).toSorted())
    }).pipe(Effect.provide(layerTestDatabase)),
)
