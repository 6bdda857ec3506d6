import type { Fact } from "./condition.ts"

/** Facts by name, as a decision table is asked with them. */
export type AskedFacts = Readonly<Record<string, Fact | undefined>>

/**
 * The site in {@link readFact} at which a fact of this name is read.
 *
 * ```ts
 * import { factSite } from "../core/table/fact-site.ts"
 *
 * factSite("tripDays") === factSite("tripDays") // => true
 * ```
 */
export const factSite = (name: string): number => {
  // Of the factors below 2,000, one that separates the names in the shipped tables best.
  let mixed = 0
  for (let index = 0; index < name.length; index += 1) {
    mixed = (Math.imul(mixed, 459) + name.charCodeAt(index)) | 0
  }
  return (mixed ^ (mixed >>> 15)) & 31
}

/**
 * Reads a fact by its name. All sites do the same; there are many because the engine remembers for
 * each place in the code under which name it read there last. One place for the names of all tables
 * makes every read a search, a place for nearly every name makes it a few instructions.
 */
export const readFact = (facts: AskedFacts, name: string, site: number): Fact | undefined => {
  switch (site) {
    case 0:
      return facts[name]
    case 1:
      return facts[name]
    case 2:
      return facts[name]
    case 3:
      return facts[name]
    case 4:
      return facts[name]
    case 5:
      return facts[name]
    case 6:
      return facts[name]
    case 7:
      return facts[name]
    case 8:
      return facts[name]
    case 9:
      return facts[name]
    case 10:
      return facts[name]
    case 11:
      return facts[name]
    case 12:
      return facts[name]
    case 13:
      return facts[name]
    case 14:
      return facts[name]
    case 15:
      return facts[name]
    case 16:
      return facts[name]
    case 17:
      return facts[name]
    case 18:
      return facts[name]
    case 19:
      return facts[name]
    case 20:
      return facts[name]
    case 21:
      return facts[name]
    case 22:
      return facts[name]
    case 23:
      return facts[name]
    case 24:
      return facts[name]
    case 25:
      return facts[name]
    case 26:
      return facts[name]
    case 27:
      return facts[name]
    case 28:
      return facts[name]
    case 29:
      return facts[name]
    case 30:
      return facts[name]
    default:
      return facts[name]
  }
}
