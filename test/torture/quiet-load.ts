import type { LoadSeen } from "../../bench/http/load.ts"

/** What a load saw of a server that nothing slows down. */
export const quietLoad: LoadSeen = {
  answered: 100,
  seconds: 1,
  statuses: { "200": 100 },
  leftOut: 0,
  p99MsOf: {},
  broken: 0,
  p50Ms: 2,
  p99Ms: 10,
  mostMs: 12,
}
