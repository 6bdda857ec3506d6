import * as Context from "effect/Context"

/** What the last part of an address stands for; what is sealed for one opens as no other. */
export type AddressPurpose = "comparison" | "comparison email"

/** What an address held, and since when. */
export interface OpenedAddress {
  readonly held: Uint8Array
  /** Milliseconds since 1970, whole seconds. */
  readonly sealedAtMs: number
}

/**
 * Addresses that hold what they lead to, so that nothing is kept of it: nobody reads or changes what is
 * in one, and no other service opens it. Its caller decides how long one holds.
 */
export class SealedAddresses extends Context.Service<
  SealedAddresses,
  {
    /** The last part of an address, in letters that no address escapes. */
    readonly seal: (purpose: AddressPurpose, held: Uint8Array, atMs: number) => string
    /** Undefined for what was damaged, made up, or sealed for another purpose or by another service. */
    readonly open: (purpose: AddressPurpose, part: string) => OpenedAddress | undefined
  }
>()("viatica/SealedAddresses") {}
