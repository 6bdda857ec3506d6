import { windowLeadMaxMs } from "../../../rules/quota/window.ts"

/**
 * The one row of the time that a charge counts at, for a statement: `now_ms`, its windows `minute` and
 * `day`, and `minute_last` and `day_last`, the last ones that a key may stand in. `ownMs` is the
 * process's time. It holds unless it is too far ahead of the database's clock, which then holds in its
 * place. The database's is the clock that all processes share: were each to judge by its own, one that
 * is right and one that is a year ahead would take turns in moving a key's windows, and each turn would
 * grant everything anew.
 */
export const chargeClock = (ownMs: string): string => `
    select now_ms, now_ms / 60000 as minute, (now_ms / 86400000)::int as day,
      last_ms / 60000 as minute_last, (last_ms / 86400000)::int as day_last
    from (
      select last_ms,
        case when ${ownMs} <= last_ms then ${ownMs} else last_ms - ${windowLeadMaxMs} end as now_ms
      from (
        select floor(extract(epoch from now()) * 1000)::bigint + ${windowLeadMaxMs} as last_ms
      ) the_database
    ) either_one`

/** Whether the window in which a key stands is not over, nor ahead of every clock that may hold. */
export const stands = (row: string, clock: string, window: "day" | "minute"): string =>
  `${row}.${window} between ${clock}.${window} and ${clock}.${window}_last`
