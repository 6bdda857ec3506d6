const voidElements = new Set(["br", "hr", "img", "input", "link", "meta"])

/** What a page is made of. */
export interface PageParts {
  /** Tags that close nothing, or are never closed. */
  readonly unbalanced: ReadonlyArray<string>
  /** The names of all elements, each once. */
  readonly elements: ReadonlySet<string>
  readonly ids: ReadonlyArray<string>
  readonly links: ReadonlyArray<string>
}

const attributes = (tag: string, name: string): ReadonlyArray<string> =>
  [...tag.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value]) => value ?? "")

/** Reads the tags of a page that quotes all attributes, and matches those that open with those that close. */
export const readPage = (page: string): PageParts => {
  const open: Array<string> = []
  const unbalanced: Array<string> = []
  const elements = new Set<string>()
  const [ids, links]: [Array<string>, Array<string>] = [[], []]
  for (const [tag, slash, name = ""] of page.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?:"[^"]*"|[^">])*>/gi,
  )) {
    elements.add(name)
    ids.push(...attributes(tag, "id"))
    links.push(...attributes(tag, "href"))
    if (voidElements.has(name)) continue
    if (slash === "") open.push(name)
    else if (open.at(-1) === name) open.pop()
    else unbalanced.push(tag)
  }
  return { unbalanced: [...unbalanced, ...open], elements, ids, links }
}

/** Headings of a page that are more than one level below the one before them, which whoever listens to it would miss. */
export const skippedHeadings = (page: string): ReadonlyArray<string> => {
  let last = 6
  return [...page.matchAll(/<h([1-6])\b[^>]*>(.*?)<\/h\1>/gs)].flatMap(([, level, text = ""]) => {
    const isSkipped = Number(level) > last + 1
    last = Number(level)
    return isSkipped ? [`h${level} ${text.replaceAll(/<[^>]*>/g, "").trim()}`] : []
  })
}
