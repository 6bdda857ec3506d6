import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { type RefusalName, refusals } from "../../api/api-refusal.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { RefusalWords } from "./refusal-words.ts"
import { refusalWordsEn } from "./refusal-words-en.ts"
import { refusalWordsFr } from "./refusal-words-fr.ts"

const refusalWords: Readonly<Record<DocumentLanguage, RefusalWords>> = {
  en: refusalWordsEn,
  fr: refusalWordsFr,
}

const heads: Readonly<Record<DocumentLanguage, ReadonlyArray<string>>> = {
  en: ["Error", "Status", "What happened", "What to do"],
  fr: ["Erreur", "Statut", "Ce qui s’est passé", "Que faire"],
}

/** All refusals by name, in the order of their statuses. */
export const allRefusals: ReadonlyArray<RefusalName> = (
  Object.keys(refusals) as ReadonlyArray<RefusalName>
).toSorted((left, right) => refusals[left].status - refusals[right].status)

/** Refusals as a table: code, status, what happened and what to do. */
export const refusalTable = (
  names: ReadonlyArray<RefusalName>,
  language: DocumentLanguage,
  caption: string,
): PageNode =>
  html`<div class="scroll">
    <table class="refusals">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads[language].map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${names.map((name) => {
          const { code, status } = refusals[name]
          const [what, todo] = refusalWords[language][name]
          return html`<tr>
            <th scope="row"><code>${code}</code></th>
            <td>${status}</td>
            <td>${what}</td>
            <td class="second">${todo}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
