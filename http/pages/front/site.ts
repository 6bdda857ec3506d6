import { linkButton } from "../kit/controls.ts"
import type { PageContent, PageNode } from "../kit/html.ts"
import { pageLanguages, type PageReading } from "../kit/reading.ts"
import { languageSwitch, topBar } from "../kit/shell.ts"
import { siteWords } from "./site-words.ts"

/** Where a partner's road begins: a key by an e-mail address. */
export const signInPath = "/console/sign-in"

/** Where a page stands in the menu of all. */
export type SitePlace = "home" | "docs" | "reference" | "status" | "nowhere"

/** The bar over pages for partners. */
export const siteBar = (parts: {
  readonly reading: PageReading
  readonly here: SitePlace
  /** The address of the page, which the switch of languages leads back to. */
  readonly path: string
  readonly beside?: PageContent
  /** Whether the way to a key stands in the bar. */
  readonly offersKey?: boolean
}): PageNode => {
  const { beside, here, offersKey = false, path, reading } = parts
  const words = siteWords[reading.language]
  return topBar({
    homeHref: reading.href("/"),
    menuLabel: words.menu,
    skipLabel: words.skip,
    beside,
    links: [
      { href: reading.href("/docs"), label: words.docs, isHere: here === "docs" },
      {
        href: reading.href("/docs/reference"),
        label: words.reference,
        isHere: here === "reference",
      },
      { href: reading.href("/status"), label: words.status, isHere: here === "status" },
      { href: reading.href("/console"), label: words.console },
    ],
    end: [
      languageSwitch(words.languages, pageLanguages(path), reading.language),
      offersKey
        ? linkButton({ href: reading.href(signInPath), label: words.getKey, look: "main" })
        : null,
    ],
  })
}
