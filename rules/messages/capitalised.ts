/**
 * A name as the first word of a sentence.
 *
 * ```ts
 * import { capitalised } from "../rules/messages/capitalised.ts"
 *
 * capitalised("indemnité") // => "Indemnité"
 * capitalised("état") // => "État"
 * ```
 */
export const capitalised = (name: string): string =>
  name.charAt(0).toLocaleUpperCase("fr") + name.slice(1)
