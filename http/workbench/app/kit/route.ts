import { signal } from "@preact/signals"
import { percentDecoded } from "../../../platform/read-url.ts"

/** Where the page is: a screen, what it shows of it, and how. */
export interface PageAddress {
  readonly screen: string
  /** What follows the screen's name, such as the file of a table. */
  readonly subject: string
  readonly query: URLSearchParams
}

const readRoute = (): PageAddress => {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?")
  const [screen = "", ...subject] = path.split("/").map((part) => percentDecoded(part) ?? part)
  return {
    screen: screen === "" ? "home" : screen,
    subject: subject.join("/"),
    query: new URLSearchParams(query),
  }
}

/** Where the page is. */
export const route = signal(readRoute())

/** Where the page has gone by itself, and has not been notified of yet. */
let gone = ""

addEventListener("hashchange", ({ newURL }) => {
  if (newURL !== gone) route.value = readRoute()
  gone = ""
})

type Query = Readonly<Record<string, string | number | undefined>>

/** The address of a screen. */
export const hrefOf = (screen: string, subject = "", query: Query = {}): string => {
  const written = queryText(query)
  const path = [screen, ...(subject === "" ? [] : subject.split("/"))].map(encodeURIComponent)
  return `#/${path.join("/")}${written === "" ? "" : `?${written}`}`
}

/** What follows the question mark of an address: that which is given. */
export const queryText = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()

/** Goes to a screen. */
export const go = (screen: string, subject = "", query: Query = {}): void => {
  const href = hrefOf(screen, subject, query)
  if (location.hash !== href) {
    location.hash = href
    gone = location.href
  }
  // At once: a cell that is chosen meanwhile writes an address of its own. Who is there already may
  // have gone on by keys, and is told again.
  route.value = readRoute()
}

/** The address of a row of a table, or of a cell in it. */
export const rowHref = (file: string, line: number, column?: string): string =>
  hrefOf("tables", file, { row: line, column })
