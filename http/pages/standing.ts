import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Hindrance } from "../ports/hindrance.ts"
import type { GroupStatus } from "../ports/process-group.ts"
import type { TablesStatus } from "../ports/table-bundle.ts"
import type { RatesStatus } from "../ports/rates.ts"

/** What the status of the service is read from. */
export interface StandingParts {
  readonly tables: () => TablesStatus
  readonly rates: () => RatesStatus
  /** The processes that serve one port; undefined where one serves alone. */
  readonly processes: () => GroupStatus | undefined
  /** Whether the process has been told to stop. */
  readonly isDraining: () => boolean
  /** What else stands in the way of calls; nothing where it is undefined. */
  readonly readiness: Effect.Effect<Hindrance | undefined>
}

/** How the service stands at a moment. */
export interface ServiceStanding {
  /** Why it should get no calls; undefined where it should. */
  readonly hindrance: Hindrance | undefined
  readonly tables: TablesStatus
  readonly rates: RatesStatus
  readonly processes: GroupStatus | undefined
  readonly nowMs: number
}

/** Tells how the service stands when it is asked: the same facts for machines and for people. */
export const makeStanding = ({
  isDraining,
  processes,
  rates,
  readiness,
  tables,
}: StandingParts): Effect.Effect<ServiceStanding> =>
  Effect.gen(function* () {
    const hindrance: Hindrance | undefined = isDraining()
      ? { process: "stopping" }
      : yield* readiness
    const nowMs = yield* Clock.currentTimeMillis
    return { hindrance, tables: tables(), rates: rates(), processes: processes(), nowMs }
  })
