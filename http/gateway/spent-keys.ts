/** Keys whose last call was refused for their quota. */
export interface SpentKeys {
  readonly has: (keyId: string) => boolean
  readonly add: (keyId: string) => void
  readonly delete: (keyId: string) => void
}

/**
 * Remembers so many keys and forgets first the one that was refused longest ago. A forgotten key
 * only costs work that its refusal then discards.
 *
 * ```ts
 * import { makeSpentKeys } from "../http/gateway/spent-keys.ts"
 *
 * const spent = makeSpentKeys(2)
 * for (const keyId of ["a", "b", "a", "c"]) spent.add(keyId)
 * spent.has("a") // => true
 * spent.has("b") // => false
 * ```
 */
export const makeSpentKeys = (keysMax: number): SpentKeys => {
  const keys = new Set<string>()
  return {
    has: (keyId) => keys.has(keyId),
    add: (keyId) => {
      keys.delete(keyId)
      keys.add(keyId)
      const [first] = keys
      if (keys.size > keysMax && first !== undefined) keys.delete(first)
    },
    delete: (keyId) => {
      keys.delete(keyId)
    },
  }
}
