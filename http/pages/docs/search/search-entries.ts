/** A section of a page that a search may find. */
export interface SearchEntry {
  /** The page's title. */
  readonly page: string
  /** The section's heading; empty for what stands above the first. */
  readonly section: string
  /** Path and fragment. */
  readonly href: string
  readonly text: string
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
}

/** What a piece of our own HTML says. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:lt|gt|amp|quot);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim()

const headingForm = /<h2(?: id="([^"]*)")?[^>]*>([^]*?)<\/h2>/

/**
 * The sections of a page that was written by us, from its HTML: each `h2` begins one.
 *
 * ```ts
 * import { searchEntries } from "../http/pages/docs/search/search-entries.ts"
 *
 * const page = '<p>a</p><h2 id="b">B</h2><p>c &lt; d</p>'
 * searchEntries("/docs", "Start", page).map(({ href }) => href) // => ["/docs", "/docs#b"]
 * ```
 */
export const searchEntries = (
  path: string,
  title: string,
  html: string,
): ReadonlyArray<SearchEntry> => {
  const [intro = "", ...sections] = html.split(/(?=<h2[ >])/)
  return [
    { page: title, section: "", href: path, text: textOf(intro) },
    ...sections.map((section) => {
      const [whole = "", id = "", heading = ""] = headingForm.exec(section) ?? []
      return {
        page: title,
        section: textOf(heading),
        href: id === "" ? path : `${path}#${id}`,
        text: textOf(section.slice(whole.length)),
      }
    }),
  ]
}
