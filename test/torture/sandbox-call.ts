import type { BenchCall } from "../../bench/http/call.ts"
import type { StageKey } from "./stage.ts"

/** A call of a sandbox key, as a generator of load sends it over and over. */
export const sandboxCall = (key: StageKey, path: string, body: unknown): BenchCall => ({
  path,
  key: { ...key, mode: "sandbox", defaultLinkCode: null },
  body: JSON.stringify(body),
})
