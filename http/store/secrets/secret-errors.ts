import * as Data from "effect/Data"
import { masterKey } from "../../config/storage.ts"
import type { SealPlace } from "./envelope.ts"

/** The database is sealed under another master key than the one at hand; both by their fingerprints. */
export class WrongMasterKey extends Data.TaggedError("WrongMasterKey")<{
  readonly sealedWith: string
  readonly holding: string
  /** Where the one at hand comes from. */
  readonly origin: string
}> {
  override get message() {
    return (
      `The database is sealed under another master key (${this.sealedWith}) than that in ` +
      `${this.origin} (${this.holding}): give the right key (MASTER_KEY, or master.key in DATA_DIR) ` +
      `or the right database (DATABASE_URL).`
    )
  }
}

/** The database does not take what is sealed under another master key than its own. */
export class SealRefused extends Data.TaggedError("SealRefused")<{ readonly sealedWith: string }> {
  override get message() {
    return (
      `The database is sealed under another master key (${this.sealedWith}) than this process ` +
      `seals under: check MASTER_KEY, DATA_DIR and DATABASE_URL, and start it again.`
    )
  }
}

/** The database is sealed under a master key, and no key is at hand. */
export class MasterKeyMissing extends Data.TaggedError("MasterKeyMissing")<{
  readonly sealedWith: string
  readonly path: string
}> {
  override get message() {
    return (
      `The database is sealed under the master key ${this.sealedWith}, and there is no ${this.path}: ` +
      `put that file back or set MASTER_KEY; a new key would open nothing, so none is made.`
    )
  }
}

/** MASTER_KEY, or the file that holds the key, is not 32 bytes in hex or base64. */
export class MasterKeyInvalid extends Data.TaggedError("MasterKeyInvalid")<{
  readonly origin: string
  readonly isEmpty: boolean
}> {
  override get message() {
    const { expected } = masterKey
    return this.isEmpty
      ? `${this.origin} is empty: it must hold ${expected}; unset MASTER_KEY to use master.key in DATA_DIR.`
      : `${this.origin} must hold ${expected}.`
  }
}

/** What is sealed is damaged, or belongs to another place. */
export class SealBroken extends Data.TaggedError("SealBroken")<{ readonly place: SealPlace }> {
  override get message() {
    const { place } = this
    if ("endpointId" in place) return `The sealed secret of ${place.endpointId} is damaged.`
    return place.slot === "trip"
      ? `The sealed trip of ${place.subscriptionId} is damaged.`
      : `The sealed ${place.slot} secret of ${place.keyId} is damaged.`
  }
}
