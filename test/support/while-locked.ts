import * as Effect from "effect/Effect"
import type { TestService } from "./service.ts"
import { whileHeld } from "./while-held.ts"

/** Holds a table of a service against everyone else for as long as `work` takes. */
export const whileLocked = (
  { run }: Pick<TestService, "run">,
  table: string,
  work: () => Promise<void>,
): Promise<void> =>
  run(
    whileHeld(
      (sql) => sql.unsafe(`lock table ${table} in access exclusive mode`),
      Effect.promise(work),
    ),
  )
