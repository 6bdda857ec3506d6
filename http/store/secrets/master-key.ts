import { hkdfSync } from "node:crypto"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { masterKeyBytes } from "../../config/storage.ts"

/** The one key of an installation, from which every other key is derived. */
export class MasterKey extends Context.Service<
  MasterKey,
  {
    /** A 32-byte key for one purpose (HKDF-SHA256); knowing one tells nothing of another. */
    readonly derive: (purpose: string) => Uint8Array
    /** Eight hex digits that tell two master keys apart and reveal neither. */
    readonly fingerprint: string
    /** Where it comes from: `MASTER_KEY`, or the path of the file. */
    readonly origin: string
  }
>()("viatica/MasterKey") {
  /** A master key given as 32 bytes, whatever database it is for. */
  static readonly layerFrom = (bytes: Uint8Array) =>
    Layer.succeed(MasterKey, makeMasterKey(bytes, "the process"))

  /** Stands in for a master key where nothing is sealed or opened: using it is a defect. */
  static readonly layerNone = Layer.succeed(MasterKey, {
    derive: (purpose) => {
      throw new Error(`There is no master key here to derive the key for ${purpose} from.`)
    },
    fingerprint: "none",
    origin: "nothing",
  })
}

/** The master key of 32 bytes. */
export const makeMasterKey = (bytes: Uint8Array, origin: string): MasterKey["Service"] => {
  const derive = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync("sha256", bytes, "viatica", purpose, masterKeyBytes))
  const fingerprint = Buffer.from(derive("fingerprint")).toString("hex").slice(0, 8)
  return { derive, fingerprint, origin }
}
