import type { DocumentLanguage } from "../../../rules/documents/covers.ts"

/** What stands around every page for partners. */
export interface SiteWords {
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
