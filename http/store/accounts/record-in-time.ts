import { isPreviousSecretValid } from "../../../rules/signing/rotation.ts"
import type { KeyRecord } from "../../ports/key-record.ts"

/**
 * A record as it is some milliseconds after it was read: without its previous secret once that has
 * run out. The database has said how long it lasts, and the time since then is measured: no time of
 * day of the process has a part in it.
 */
export const recordInTime = (record: KeyRecord, elapsedMs: number): KeyRecord => {
  const { current, previous } = record.secrets
  return previous === undefined ||
    isPreviousSecretValid({ validForMs: previous.validForMs, elapsedMs })
    ? record
    : { ...record, secrets: { current } }
}
