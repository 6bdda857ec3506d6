import { linkButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { pageLanguages, type PageReading } from "../kit/reading.ts"
import { languageSwitch, topBar } from "../kit/shell.ts"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"

/** Where a partner's road begins: a key by an email address. */
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

/** The foot of pages for partners, with what a page has to say there. */
export const siteFoot = (reading: PageReading, beside: PageContent = null): PageNode => {
  const words = siteWords[reading.language]
  return html`<footer class="foot">
    <div class="wide">
      <span>${beside}</span>
      <nav class="foot-links" aria-label=${words.more}>
        <a href="/openapi.json">${words.openApi}</a>
        <a href=${reading.href("/docs")}>${words.docs}</a>
        <a href=${reading.href("/status")}>${words.status}</a>
      </nav>
    </div>
  </footer>`
}

/** What stands around every page for partners. */
interface SiteWords {
  readonly skip: string
  readonly menu: string
  readonly languages: string
  readonly docs: string
  readonly reference: string
  readonly status: string
  readonly console: string
  readonly getKey: string
  readonly openApi: string
  readonly more: string
  readonly copy: string
  readonly copied: string
}

/** The words around every page for partners. */
export const siteWords: Readonly<Record<DocumentLanguage, SiteWords>> = {
  en: {
    skip: "Skip to the content",
    menu: "Main",
    languages: "Language",
    docs: "Docs",
    reference: "Reference",
    status: "Status",
    console: "Console",
    getKey: "Get a sandbox key",
    openApi: "OpenAPI document",
    more: "More",
    copy: "Copy",
    copied: "Copied",
  },
  fr: {
    skip: "Aller au contenu",
    menu: "Principal",
    languages: "Langue",
    docs: "Documentation",
    reference: "Référence",
    status: "État du service",
    console: "Console",
    getKey: "Obtenir une clé de test",
    openApi: "Document OpenAPI",
    more: "Voir aussi",
    copy: "Copier",
    copied: "Copié",
  },
}
