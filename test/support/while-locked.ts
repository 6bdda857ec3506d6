import * as Effect from "effect/Effect"
import type { TestService } from "./service.ts"
import { whileHeld } from "./while-held.ts"

/** Holds what a statement locks against everyone else for as long as `work` takes. */
export const whileRowsHeld = (
  { run }: Pick<TestService, "run">,
  statement: string,
  work: () => Promise<void>,
): Promise<void> => run(whileHeld((sql) => sql.unsafe(statement), Effect.promise(work)))

/** Holds a table of a service against everyone else for as long as `work` takes. */
export const whileLocked = (
  service: Pick<TestService, "run">,
  table: string,
  work: () => Promise<void>,
): Promise<void> => whileRowsHeld(service, `lock table ${table} in access exclusive mode`, work)
