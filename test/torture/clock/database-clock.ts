import * as Effect from "effect/Effect"
import { adjustDatabaseTime, resetDatabaseTime } from "../../support/database-clock.ts"
import type { Stage } from "../stage.ts"
import { dayMs } from "./world.ts"

/**
 * How far the clock of the database is ahead of the machine's. A server's clock is judged by how far
 * it is ahead of the database's: every moment of the tables of one clock lies behind that.
 */
const aheadMs = 2_000 * dayMs

/** The time of the database, in milliseconds since 1970; it goes on. */
export const databaseNowMs = (): number => Date.now() + aheadMs

/** Sets the clock of the database of a stage that was opened with one; it goes on from there. */
export const setDatabaseAhead = (stage: Stage): Promise<void> =>
  stage.run(Effect.andThen(resetDatabaseTime, adjustDatabaseTime(aheadMs)))
