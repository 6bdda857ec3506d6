/**
 * The engine's own copy of a text, which it compares by identity and reads properties by; a slice of
 * a file is none.
 *
 * ```ts
 * import { interned } from "../core/table/interned.ts"
 *
 * interned("tier,network".slice(0, 4)) // => "tier"
 * ```
 */
export const interned = (text: string): string => Object.keys({ [text]: true })[0] ?? text
