import { html, type PageContent, type PageNode } from "./html.ts"
import { symbol } from "./symbols.ts"

/** A link of a menu. */
export interface MenuLink {
  readonly href: string
  readonly label: PageContent
  /** Whether it leads to the page that is shown. */
  readonly isHere?: boolean
  /** How many things wait behind it. */
  readonly count?: number
}

/** A language that the page can be read in. */
export interface PageLanguage {
  readonly language: string
  /** Two letters for a narrow switch, such as `EN`, or the name of the language in itself. */
  readonly label: string
  readonly href: string
}

/** The brand: the mark and the name, a link to where the reader's road begins. */
export const brand = (href: string): PageNode =>
  html`<a class="brand" href=${href}>
    <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <rect class="ground" width="26" height="26" rx="7" />
      <path d="M7 19c0-5 3-5.5 6-6.5s6-2.500 6-5.500" />
      <circle class="start" cx="7" cy="19" r="2" />
      <circle class="end" cx="19" cy="7" r="2.600" />
    </svg>
    <span>Viatica</span>
  </a>`

/** A switch between a few languages, each in its own words. */
export const languageSwitch = (
  label: string,
  languages: ReadonlyArray<PageLanguage>,
  here: string,
): PageNode =>
  html`<nav class="segments" aria-label=${label}>
    ${languages.map(
      ({ href, label, language }) =>
        html`<a
          href=${href}
          lang=${language}
          hreflang=${language}
          aria-current=${language === here ? "true" : undefined}
          >${label}</a
        >`,
    )}
  </nav>`

const link = ({ count, href, isHere = false, label }: MenuLink): PageNode =>
  html`<li>
    <a href=${href} aria-current=${isHere ? "page" : undefined}
      ><span>${label}</span
      >${count === undefined ? null : html`<span class="count">${count}</span>`}</a
    >
  </li>`

/** The bar over a page: brand, menu, and what stands at its end. */
export const topBar = (parts: {
  readonly homeHref: string
  /** The name of the menu for those who hear it. */
  readonly menuLabel?: string
  readonly links?: ReadonlyArray<MenuLink>
  /** What stands behind the brand. */
  readonly beside?: PageContent
  /** What stands at the end, such as the switch of languages. */
  readonly end?: PageContent
  readonly skipLabel: string
}): PageNode =>
  html`<a class="skip" href="#main">${parts.skipLabel}</a>
    <header class="top">
      <div class="wide">
        ${brand(parts.homeHref)}${parts.beside}
        ${
          parts.links === undefined
            ? null
            : html`<nav class="menu" aria-label=${parts.menuLabel}>
                <ul>
                  ${parts.links.map(link)}
                </ul>
              </nav>`
        }
        <div class="end">${parts.end}</div>
      </div>
    </header>` as PageNode

/** A menu beside a page, in groups with or without a heading; on narrow screens it folds away. */
export const sideMenu = (
  label: string,
  groups: ReadonlyArray<{ readonly heading?: string; readonly links: ReadonlyArray<MenuLink> }>,
): PageNode =>
  html`<details class="side">
    <summary>${symbol("menu")}<span>${label}</span></summary>
    <nav aria-label=${label}>
      ${groups.map(
        ({ heading, links }) =>
          html`${heading === undefined ? null : html`<h2>${heading}</h2>`}
            <ul>
              ${links.map(link)}
            </ul>`,
      )}
    </nav>
  </details>`
