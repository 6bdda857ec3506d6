const codeCharactersMax = 28

/**
 * A code for a partner that has not chosen one, made from its name; empty where the name has no
 * letter of a code in it. The `attempt` tells it from codes that are taken.
 *
 * ```ts
 * import { suggestedCode } from "../rules/accounts/suggested-code.ts"
 *
 * suggestedCode("Été & Fils S.A.", 1) // => "ete-fils-s-a"
 * suggestedCode("Acme", 2) // => "acme-2"
 * suggestedCode("東京", 1) // => ""
 * ```
 */
export const suggestedCode = (name: string, attempt: number): string => {
  const code = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, codeCharactersMax)
    .replace(/^-+|-+$/g, "")
  return attempt === 1 || code === "" ? code : `${code}-${attempt}`
}
