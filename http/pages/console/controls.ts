import { consoleAddress, type ConsoleView } from "./view.ts"
import { copyButton, linkButton, submitButton, inputField } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"

/** Rows that a list of the console shows at a time. */
export const rowsPerPage = 50

/** Where a page of a list leads on to. */
interface PageSteps {
  /** What the list is narrowed by, which every step keeps. */
  readonly kept: Readonly<Record<string, string>>
  /** Whether rows stand before this page. */
  readonly isLater: boolean
  /** What the address of the next page adds; null where no more rows follow. */
  readonly next: Readonly<Record<string, string>> | null
  readonly words: { readonly first: string; readonly next: string }
  /** The page of the list, where it is another than the one that is shown. */
  readonly path?: string
}

/** The ways from a page of a list: back to its beginning, and on to the next page. */
export const pageSteps = (
  view: ConsoleView,
  { isLater, kept, next, path = view.path, words }: PageSteps,
): PageContent => {
  const to = (label: string, more: Readonly<Record<string, string>>) =>
    linkButton({ href: consoleAddress(view, path, { ...kept, ...more }), label, isSmall: true })
  return [isLater ? to(words.first, {}) : null, next === null ? null : to(words.next, next)]
}

/** A value under its name, with a button that copies it. */
export const copyLine = (
  name: string,
  id: string,
  value: string,
  words: { readonly copy: string; readonly copied: string },
): PageNode =>
  html`<div class="copy-line">
    <span class="label second">${name}</span>
    <code id=${id}>${value}</code>
    ${copyButton(words, id)}
  </div>`

/**
 * Short facts in one line. They are joined here, as templates drop spaces at the ends of their lines.
 *
 * ```ts
 * import { factsLine } from "../http/pages/console/controls.ts"
 *
 * factsLine("owner", undefined, "since May") // => "owner · since May"
 * ```
 */
export const factsLine = (...facts: ReadonlyArray<string | undefined>): string =>
  facts.filter((fact) => fact !== undefined).join(" · ")

/**
 * A key id short enough to stand in a line: its kind, and both ends of its number.
 *
 * ```ts
 * import { shortKeyText } from "../http/pages/console/controls.ts"
 *
 * shortKeyText("ak_live_8d41f0c2aa0e43d79b3f6a51b2d8c7e2") // => "ak_live_8d41…c7e2"
 * ```
 */
export const shortKeyText = (keyId: string): string => {
  const numberAt = keyId.lastIndexOf("_") + 1
  return `${keyId.slice(0, numberAt + 4)}…${keyId.slice(-4)}`
}

/** A key id in short; the whole of it is told where one points at it. */
export const shortKey = (keyId: string): PageNode =>
  html`<code class="together" title=${keyId}>${shortKeyText(keyId)}</code>`

/** Characters that a search takes: as long as an address of ours that somebody pastes. */
export const searchLength = 500

/** What a search is made of. */
interface SearchParts {
  readonly view: ConsoleView
  /** What the list is narrowed by beside the search. */
  readonly kept: Readonly<Record<string, string>>
  readonly typed: string
  readonly words: { readonly search: string; readonly find: string }
}

/** A search in the list of a page, as the field `q` of its address. */
export const searchForm = ({ kept, typed, view, words }: SearchParts): PageNode =>
  html`<form method="get" action=${view.path} class="search" role="search">
    <input type="hidden" name="mode" value=${view.mode} />
    <input type="hidden" name="lang" value=${view.language} />
    ${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    <label class="unseen" for="q">${words.search}</label>
    <input
      id="q"
      name="q"
      type="search"
      placeholder=${words.search}
      value=${typed}
      maxlength=${searchLength}
    />
    ${submitButton({ label: words.find, look: "plain", isSmall: true })}
  </form>` as PageNode

/** A cell of a table that folds into cards on narrow screens, where it names its column. */
export const foldCell = (label: string, content: PageContent, isNumber = true): PageNode =>
  html`<td role="cell" class=${isNumber ? "number" : undefined} data-label=${label}>${content}</td>`

/** A table that folds so. */
interface FoldTableParts {
  /** What it is beside one that folds: a class of its own. */
  readonly kind?: string
  readonly caption: PageContent
  /** How its caption looks; it is read out alone where nothing is said. */
  readonly captionClass?: string
  readonly columns: ReadonlyArray<string | { readonly number: string }>
  readonly rows: PageContent
  readonly foot?: PageContent
}

/** Lays out a table that folds into cards: its head stays in the tree where it is not seen. */
export const foldTable = (parts: FoldTableParts): PageNode =>
  html`<table role="table" class=${parts.kind === undefined ? "fold" : `${parts.kind} fold`}>
    <caption class=${parts.captionClass ?? "unseen"}>
      ${parts.caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${parts.columns.map((column) =>
          typeof column === "string"
            ? html`<th role="columnheader" scope="col">${column}</th>`
            : html`<th role="columnheader" scope="col" class="number">${column.number}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${parts.rows}
    </tbody>
    ${
      parts.foot === undefined
        ? null
        : html`<tfoot role="rowgroup">
            ${parts.foot}
          </tfoot>`
    }
  </table>` as PageNode

/** The field of a whole number, as people write it. */
export const countField = (id: string, label: string, value: string, name: string = id): PageNode =>
  inputField({
    id,
    label,
    input: {
      name,
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      required: true,
      maxlength: 13,
      value,
    },
  })
