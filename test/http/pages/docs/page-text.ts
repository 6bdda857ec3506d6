import { typographyMistakes } from "../../../../core/vocabulary/french-typography.ts"

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
}

/** A text of HTML as its reader sees it. */
export const unescaped = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|amp|quot);/g, (entity) => entities[entity] ?? entity)

/** What stands in the element with an id, which holds text alone. */
export const textOfId = (page: string, id: string): string | undefined => {
  const [, text] = new RegExp(`<pre id="${id}"[^>]*>([^<]*)</pre>`).exec(page) ?? []
  return text === undefined ? undefined : unescaped(text)
}

/** The prose of a page: no code, no script, nothing in another language. */
export const proseOf = (page: string): string =>
  unescaped(
    page
      .replaceAll(/<(pre|code|script|style|kbd)\b[^>]*>[^]*?<\/\1>/g, " ")
      .replaceAll(/<(\w+)[^>]* lang="en"[^>]*>[^]*?<\/\1>/g, " ")
      .replaceAll(/<[^>]*>/g, "\n"),
  )

/** Words that stand glued to a tag, where a line break of a template has eaten their space. */
export const gluedWords = (page: string): ReadonlyArray<string> =>
  [
    ...page.matchAll(/.{0,30}[\p{L}\d.,;:)](?=<(?:a|code|b)\b)<[^>]*>/gu),
    ...page.matchAll(/<\/(?:a|code)>[\p{L}\d(].{0,30}/gu),
  ].map(([glued]) => glued)

/** Where the prose of a French page breaks the rules of French typography, with what stands around. */
export const frenchMistakes = (page: string): ReadonlyArray<string> => {
  const prose = proseOf(page)
  return typographyMistakes(prose)
    .filter(({ offset }) => !/\w[:%]\w/.test(prose.slice(offset - 1, offset + 2)))
    .map(({ offset }) => prose.slice(Math.max(0, offset - 30), offset + 5))
}
