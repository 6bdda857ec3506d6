import { html, type PageNode } from "../../kit/html.ts"
import { codeWords } from "./code-words.ts"
import type { FieldLine } from "./json-fields.ts"

const fieldRow = ({ bounds, isRequired, meaning, name, type }: FieldLine, tellsRequired: boolean) =>
  html`<tr>
    <th scope="row">
      <code>${name}</code
      >${tellsRequired ? html`<small>${isRequired ? "required" : "optional"}</small>` : null}
    </th>
    <td>${type}${bounds.map((bound) => html`<small>${bound}</small>`)}</td>
    <td>${codeWords(meaning)}</td>
  </tr>`

/** Fields as a table: name, type with bounds, meaning. */
export const fieldTable = (
  caption: string,
  lines: ReadonlyArray<FieldLine>,
  tellsRequired: boolean,
): PageNode =>
  html`<div class="scroll">
    <table class="fields">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type and bounds</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map((line) => fieldRow(line, tellsRequired))}
      </tbody>
    </table>
  </div>`
