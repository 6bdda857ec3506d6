import { type Html, html } from "./html.ts"

/** The heading of a column; numbers stand to the right; what can be missed goes on narrow pages. */
export type Heading = string | { readonly number: string } | { readonly wide: string }

const headingCell = (heading: Heading): Html => {
  if (typeof heading === "string") return html`<th scope="col">${heading}</th>`
  return "number" in heading
    ? html`<th scope="col" class="num">${heading.number}</th>`
    : html`<th scope="col" class="num hm">${heading.wide}</th>`
}

/** A table of a page, which scrolls by itself where it is too wide; or puts its cells below one another. */
export const pageTable = (
  headings: ReadonlyArray<Heading>,
  rows: ReadonlyArray<Html>,
  kind: "stack" | "scroll" = "scroll",
): Html =>
  html`<div class="scroll">
    <table class="${kind === "stack" ? "stack" : ""}">
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
