import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type AcceptedRates, sameRates } from "../../../rules/currency/rates/accepted.ts"
import { type AdmissionFacts, admitDocument } from "../../../rules/currency/rates/admit.ts"
import { rateDays } from "../../../rules/currency/rates/age.ts"
import type { RatesDocument } from "../../../rules/currency/rates/document.ts"
import { mergeRates } from "../../../rules/currency/rates/merge.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { failureKind, RatesUnavailable } from "./rates-unavailable.ts"
import { tableStatus } from "./rates.ts"
import { logStale, logTaken } from "./rates-log.ts"
import { isStaleAt, type RatesStatus } from "../../ports/rates-status.ts"
import type { Sharing } from "./sharing.ts"
import { makeTrouble } from "./trouble.ts"

/** What refreshing works on. */
export interface RefreshParts {
  /** The origin of the source's address: no more of it is shown. */
  readonly source: string
  readonly ask: () => Effect.Effect<RatesDocument, RatesUnavailable>
  readonly sharing: Sharing
  /** The tables in force at this moment. */
  readonly tables: () => Pick<Tables, "currencies" | "limits">
}

/** Keeps a document of rates in force over the tables, and looks for newer ones. */
export interface Refresh {
  readonly accepted: () => AcceptedRates | undefined
  readonly status: () => RatesStatus
  /** Takes what another process has taken, then asks the source; never fails. */
  readonly refresh: Effect.Effect<void>
}

const jumpLimits = (tables: Pick<Tables, "limits">): AdmissionFacts["limits"] => ({
  jumpMaxBps: limitOf(tables, "rate_jump_max_bps"),
  jumpDaysMax: limitOf(tables, "rate_jump_days_max"),
})

/** The status of a document in force over tables, or of the tables alone. */
const statusOf = (
  tables: Pick<Tables, "currencies" | "limits">,
  accepted: AcceptedRates | undefined,
  lastRefusal: string | undefined,
): RatesStatus => {
  const status = tableStatus(tables, lastRefusal)
  if (accepted === undefined) return status
  const { oldest } = rateDays(mergeRates(tables.currencies.rows, accepted))
  return { ...status, source: accepted.source, days: { oldest, newest: accepted.day } }
}

/** Refreshing over the tables, with no document in force to begin with. */
export const makeRefresh = ({ ask, sharing, source, tables }: RefreshParts): Refresh => {
  const trouble = makeTrouble({
    failing: "exchange rates are not refreshed",
    worksAgain: "exchange rates are refreshed again",
    facts: { source },
  })
  let accepted: AcceptedRates | undefined
  let isShared = true
  let lastRefusal: string | undefined
  let staleSaidOn = ""

  const status = () => statusOf(tables(), accepted, lastRefusal)

  const adoptShared = Effect.fnUntraced(function* (today: string) {
    const found = yield* sharing.newest(today)
    if (found === undefined) return
    if (accepted !== undefined && (found.day < accepted.day || sameRates(found, accepted))) return
    accepted = found
    isShared = true
    yield* logTaken(found, "database")
  })

  const admit = (document: RatesDocument, today: string) => {
    const { rows } = tables().currencies
    const facts = { rows, accepted, source, today, limits: jumpLimits(tables()) }
    return Effect.mapError(
      Effect.fromResult(admitDocument(document, facts)),
      (refusal) => new RatesUnavailable({ reason: { _tag: "NotTaken", refusal } }),
    )
  }

  const take = Effect.fnUntraced(function* (admitted: AcceptedRates) {
    lastRefusal = undefined
    yield* trouble.worked
    if (accepted === undefined || !sameRates(accepted, admitted)) {
      accepted = admitted
      isShared = false
      yield* logTaken(admitted, "source")
    }
    if (!isShared) isShared = yield* sharing.keep(accepted)
  })

  const refuse = (error: RatesUnavailable) => {
    lastRefusal = error.message
    const { reason } = error
    const detail = reason._tag === "Died" ? reason.defect : error.message
    return trouble.failed(failureKind(reason), detail)
  }

  const sayStale = Effect.fnUntraced(function* (nowMs: number, today: string) {
    if (staleSaidOn === today || !isStaleAt(status(), nowMs)) return
    staleSaidOn = today
    yield* logStale(status(), nowMs)
  })

  const refresh = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const today = utcDay(nowMs)
    yield* adoptShared(today)
    const asked = Effect.flatMap(ask(), (document) => admit(document, today))
    yield* Effect.matchEffect(asked, { onSuccess: take, onFailure: refuse })
    yield* sayStale(nowMs, today)
  })
  return { accepted: () => accepted, status, refresh }
}
