import { type Html, html } from "./html.ts"

/** The heading of a column; numbers stand to the right. */
export type Heading = string | { readonly number: string }

const headingCell = (heading: Heading): Html =>
  typeof heading === "string"
    ? html`<th scope="col">${heading}</th> `
    : html`<th scope="col" class="number">${heading.number}</th> `

/** A table of a page, which scrolls by itself where it is too wide. */
export const pageTable = (headings: ReadonlyArray<Heading>, rows: ReadonlyArray<Html>): Html =>
  html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${headings.map(headingCell)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
