/** What no code begins with: codes have letters and digits alone. */
const nothing = "-"

const ownPath = /\/r\/([^/?#]*)/

/**
 * How the codes begin that somebody looks for, in small letters: of a code, of its beginning, of a
 * ref, or of the whole address of a link, as they are typed or pasted. Empty asks for all of them.
 *
 * ```ts
 * import { linkSearch } from "../rules/links/link-search.ts"
 *
 * linkSearch(" Summer 27", "acme") // => "summer27"
 * linkSearch("acme-SUMMER27", "acme") // => "summer27"
 * linkSearch("https://v.example/r/SUMMER27?quote=q", "acme") // => "summer27"
 * linkSearch("été", "acme") // => "-"
 * linkSearch("  ", "acme") // => ""
 * ```
 */
export const linkSearch = (typed: string, partnerCode: string): string => {
  const text = (ownPath.exec(typed)?.[1] ?? typed).trim().toLowerCase()
  if (text === "") return ""
  const owner = `${partnerCode}-`
  const code = (text.startsWith(owner) ? text.slice(owner.length) : text).replaceAll(/[\s._-]/g, "")
  return /^[a-z0-9]{1,32}$/.test(code) ? code : nothing
}
