import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { layerAccountsNoDeps } from "../../../../http/store/accounts/partners.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { migrate } from "../../../../http/store/database/migrator.ts"
import { migrations } from "../../../../http/store/database/migrations/index.ts"
import { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import { recordedFingerprint, recordFingerprint } from "../../../../http/store/secrets/layer.ts"
import { accountPolicy } from "../../../../rules/accounts/policy.ts"
import { layerEmptyDatabase, layerTestDatabase } from "../../../support/postgres.ts"
import { shippedTables } from "../../../support/tables.ts"

/** What an effect comes to in a process under a master key. */
const under =
  (masterByte: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(
      effect,
      Layer.fresh(layerAccountsNoDeps(() => accountPolicy(shippedTables))).pipe(
        Layer.provideMerge(MasterKey.layerFrom(new Uint8Array(32).fill(masterByte))),
        Layer.provideMerge(RandomBytes.layer),
      ),
    )

const createKey = Effect.flatMap(Keys, (keys) =>
  keys.create({ partnerCode: "acme", mode: "sandbox" }),
)

const createPartner = Effect.flatMap(Partners, (partners) =>
  partners.create({ code: "acme", name: "Acme" }),
)

const fingerprintUnder = (masterByte: number) =>
  under(masterByte)(Effect.map(MasterKey, ({ fingerprint }) => fingerprint))

it.effect("a database takes nothing that is sealed under another master key than its own", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const fingerprint = yield* fingerprintUnder(1)
    yield* recordFingerprint(sql, fingerprint)
    yield* under(1)(Effect.andThen(createPartner, createKey))
    const refused = yield* Effect.flip(under(2)(createKey))
    expect(refused.message).toBe(
      `The key store cannot be used: The database is sealed under another master key ` +
        `(${fingerprint}) than this process seals under: check MASTER_KEY, DATA_DIR and ` +
        `DATABASE_URL, and start it again.`,
    )
    expect(yield* sql`select key_id from api_key`).toHaveLength(1)
    expect(yield* sql`select id from audit where action = 'key.create'`).toHaveLength(1)
  }).pipe(Effect.provide(layerTestDatabase)),
)

it.effect("a database from before belongs to the key that most of its secrets are under", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const older = Object.entries(migrations).filter(([name]) => name < "0006")
    yield* migrate(Object.fromEntries(older))
    // The code of today asks these of each account and key.
    yield* sql`create table facts_only_partner (partner_id text primary key)`
    yield* sql`create table suspension (partner_id text primary key, reason text not null)`
    yield* sql`alter table api_key add column name text, add column expires_at timestamptz,
      add column networks text[], add column reads_sales boolean not null default true`
    yield* under(3)(Effect.andThen(createPartner, Effect.andThen(createKey, createKey)))
    const { keyId } = yield* under(4)(createKey)
    yield* sql`drop table facts_only_partner, suspension`
    yield* sql`alter table api_key drop column name, drop column expires_at, drop column networks,
      drop column reads_sales`
    yield* migrate(migrations)
    expect(yield* recordedFingerprint(sql)).toBe(yield* fingerprintUnder(3))
    // A key that nobody can use any more can still be revoked.
    expect((yield* under(3)(Effect.flatMap(Keys, (keys) => keys.revoke(keyId)))).keyId).toBe(keyId)
  }).pipe(Effect.provide(layerEmptyDatabase)),
)
