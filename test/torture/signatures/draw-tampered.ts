import type { Draws } from "../../../core/random/draws.ts"
import { asReceived, isSameCall, type Relation, relationOf } from "./meaning.ts"
import { type Tamper, tampers } from "./tampers.ts"
import type { Keyring } from "./keyring.ts"
import { drawGenuine, pick, type Wire } from "./wire.ts"

/** A tampered call, and what it is to the call that it was made from. */
export interface Tampered {
  readonly kind: string
  readonly wire: Wire
  readonly original: Wire
  readonly relation: Relation
}

/** How calls are drawn. */
export interface DrawingRules {
  readonly keyring: Pick<Keyring, "signers" | "useless">
  readonly nowSeconds: number
  /** How far from that moment genuine calls are signed at most. */
  readonly offSecondsMax: number
  /** Whether white space around headers is dropped on the way, as HTTP servers do. */
  readonly isTrimmed: boolean
}

const kinds: ReadonlyArray<readonly [string, Tamper]> = Object.entries(tampers)

/** A tampered call of each kind, as often as they come: `index` says which kind is next. */
export const drawTampered = (
  draws: Draws,
  index: number,
  { isTrimmed, keyring, nowSeconds, offSecondsMax }: DrawingRules,
): Tampered => {
  const [kind, tamper] = kinds[index % kinds.length] ?? ["none", (wire: Wire) => wire]
  const signer = pick(draws, keyring.signers)
  const strangers = keyring.signers.filter(({ keyId }) => keyId !== signer.keyId)
  const original = drawGenuine(draws, signer, nowSeconds, offSecondsMax)
  const drawn = (): Wire =>
    drawGenuine(draws, pick(draws, keyring.signers), nowSeconds, offSecondsMax)
  let other = drawn()
  while (isSameCall(original, other)) other = drawn()
  const at = draws.next()
  const wire = tamper(original, { at, signer, other, strangers, useless: keyring.useless })
  const relation = relationOf(original, isTrimmed ? asReceived(wire) : wire)
  return { kind, wire, original, relation }
}
