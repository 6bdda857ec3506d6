import { isPreviousSecretValid } from "../../../rules/signing/rotation.ts"
import type { KeyRecord } from "../../ports/key-record.ts"

/**
 * A record as it is some milliseconds after it was read: without its previous secret once that has
 * run out. The database says how long that lasts, and a monotonic clock measures the time since
 * then: the process's time of day plays no part.
 */
export const recordInTime = (record: KeyRecord, elapsedMs: number): KeyRecord => {
  const { current, previous } = record.secrets
  return previous === undefined ||
    isPreviousSecretValid({ validForMs: previous.validForMs, elapsedMs })
    ? record
    : { ...record, secrets: { current } }
}
