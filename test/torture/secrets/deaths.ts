import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Stage, StageKey } from "../stage.ts"
import { callAll } from "./drive.ts"
import type { Driver } from "./harvest.ts"

/** A way for calls to fail inside, and how it is mended. */
interface Death {
  readonly name: string
  readonly break: ReadonlyArray<string>
  readonly mend: ReadonlyArray<string>
}

const without = (table: string): Death => ({
  name: `without ${table}`,
  break: [`alter table ${table} rename to ${table}_away`],
  mend: [`alter table ${table}_away rename to ${table}`],
})

/** Postgres tells the whole row that a constraint refuses. */
const refusing = (table: string): Death => ({
  name: `${table} refuses rows`,
  break: [`alter table ${table} add constraint refuses check (false) not valid`],
  mend: [`alter table ${table} drop constraint refuses`],
})

const deaths: ReadonlyArray<Death> = [
  refusing("sale"),
  refusing("subscription"),
  refusing("link_session"),
  refusing("ledger_entry"),
  refusing("quota"),
  without("sale"),
  without("subscription"),
  without("link_session"),
  without("tracked_link"),
  without("partner"),
  without("quota"),
  {
    name: "sealed trips that cannot be opened",
    break: ["update subscription set trip_sealed = decode('00ff00ff', 'hex')"],
    mend: [],
  },
  {
    name: "sealed secrets that cannot be opened",
    break: [
      "create table secrets_away as select key_id, secret_sealed from api_key",
      "update api_key set secret_sealed = decode('00ff00ff', 'hex')",
    ],
    mend: [
      `update api_key set secret_sealed = away.secret_sealed from secrets_away away
        where away.key_id = api_key.key_id`,
      "drop table secrets_away",
    ],
  },
]

const statements = (stage: Stage, texts: ReadonlyArray<string>): Promise<void> =>
  stage.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.forEach(texts, (text) => sql.unsafe(text), { discard: true }),
    ),
  )

/**
 * Lets everything be called while a part of the database is broken, one part after another; of every
 * `step` ways to break it, one is tried, from the one at `from` on.
 */
export const dieAll = async (
  stage: Stage,
  driver: Driver,
  key: StageKey & { readonly ref: string },
  { from, step }: { readonly from: number; readonly step: number },
): Promise<number> => {
  const before = driver.harvest.refusals.length
  for (const death of deaths.filter((_, index) => index % step === from)) {
    await statements(stage, death.break)
    try {
      await callAll(driver, key)
    } finally {
      await statements(stage, death.mend)
    }
  }
  return driver.harvest.refusals.slice(before).filter(({ name }) => name.startsWith("5")).length
}
