import { submitButton } from "../../kit/controls.ts"
import { html, type PageNode } from "../../kit/html.ts"
import type { ConsoleView } from "../view.ts"

/** Characters that a search takes: as long as an address of ours that somebody pastes. */
export const searchLength = 500

/** What a search is made of. */
export interface SearchParts {
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
