import type { DocumentLanguage } from "../../../../rules/documents/covers.ts"
import { html, type PageContent, type PageNode } from "../../kit/html.ts"
import type { PageReading } from "../../kit/reading.ts"
import type { DocsFacts } from "../docs-facts.ts"

/** What the text of a guide is told: facts, and how links keep the reader's language. */
export interface GuideParts {
  readonly facts: DocsFacts
  readonly href: (path: string) => string
  readonly reading: PageReading
}

/** A guide in one language. */
export interface Guide {
  /** One sentence that carries the answer. */
  readonly lede: (parts: GuideParts) => string
  /** What follows, in sections with an `h2` each. */
  readonly text: (parts: GuideParts) => PageNode
}

/** A guide in the languages of the documentation. */
export type GuideInBoth = Readonly<Record<DocumentLanguage, Guide>>

/**
 * A table of a guide; the first cell of each row says what the row is about. Where it folds, each of several
 * cells behind that keeps the name of its column.
 */
export const guideTable = (
  caption: string,
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<readonly [about: PageContent, ...cells: ReadonlyArray<PageContent>]>,
): PageNode =>
  fieldsTable(
    caption,
    columns,
    rows.map(
      ([about, ...cells]) =>
        html`<tr>
          <th scope="row">${about}</th>
          ${cells.map(
            (cell, place) =>
              html`<td data-label=${cells.length > 1 ? columns[place + 1] : null}>${cell}</td>`,
          )}
        </tr>`,
    ),
  )

/** A table under a caption that is read out and not shown, with its rows as they are. */
export const fieldsTable = (
  caption: string,
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<PageNode>,
): PageNode =>
  html`<div class="scroll">
    <table class="fields">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
