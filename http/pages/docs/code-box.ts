import { docsWords } from "./docs-words.ts"
import type { LanguageId, SavedProgram } from "./snippets/languages.ts"
import { siteWords } from "../front/site.ts"
import { copyButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"

/** A text in a box, with a head and a button that copies it. */
export const codeBox = (
  reading: PageReading,
  parts: { readonly id: string; readonly label: string; readonly code: string },
): PageNode => {
  const { code, id, label } = parts
  return html`<div class="box">
    <div class="box-head"><span>${label}</span>${copyOf(reading, id)}</div>
    <pre id=${id} tabindex="0" role="group" aria-label=${label}>${code}</pre>
  </div>`
}

/** A box with a head around anything. */
export const plainBox = (label: PageContent, content: PageContent): PageNode =>
  html`<div class="box">
    <div class="box-head"><span>${label}</span></div>
    ${content}
  </div>`

/** What stands under the code of a program: what to save it as, and how to run it. */
export const savedAs = ({ language }: PageReading, { file, run }: SavedProgram): PageNode => {
  const { saveAs, thenRun } = docsWords[language]
  return html`${saveAs}${" "}<code>${file}</code>, ${thenRun}${" "}<code>${run}</code>`
}

/** A language of an example. */
export interface LanguagePanel {
  readonly id: LanguageId
  readonly label: string
  readonly code: string
  /** What stands beside the button that copies. */
  readonly foot?: PageContent
}

/** An example in several languages, one shown at a time. */
export const languageTabs = (
  reading: PageReading,
  { id, panels }: { readonly id: string; readonly panels: ReadonlyArray<LanguagePanel> },
): PageNode =>
  html`<fieldset class="box tabs">
    <legend class="unseen">${docsWords[reading.language].exampleLanguage}</legend>
    <div class="box-head">
      ${panels.map(
        ({ id: language, label }, index) =>
          html`<span class="tab"
            ><input
              type="radio"
              name=${`${id}-language`}
              id=${`${id}-${language}`}
              value=${language}
              checked=${index === 0}
            /><label for=${`${id}-${language}`}>${label}</label></span
          >`,
      )}
    </div>
    ${panels.map(({ code, foot, id: language, label }) => {
      const codeId = `${id}-${language}-code`
      return html`<div class="panel" data-language=${language}>
        <pre id=${codeId} tabindex="0" role="group" aria-label=${label}>${code}</pre>
        <div class="panel-foot"><span class="third">${foot}</span>${copyOf(reading, codeId)}</div>
      </div>`
    })}
  </fieldset>`

const left = "…"

/**
 * An answer as documentation shows it: JSON in which `…` stands for what is left out.
 *
 * ```ts
 * import { answerText } from "../http/pages/docs/code-box.ts"
 *
 * answerText({ offers: [1, 2, 3] }) // => '{\n  "offers": [\n    1,\n    …\n  ]\n}'
 * ```
 */
export const answerText = (answer: unknown): string =>
  JSON.stringify(shortened(answer), null, 2)
    .replaceAll(`"${left}": "${left}"`, left)
    .replaceAll(`"${left}"`, left)

const copyOf = ({ language }: PageReading, id: string): PageNode => {
  const { copied, copy } = siteWords[language]
  return copyButton({ copy, copied }, id)
}

/** Members of an object beyond which the rest is left out, and how many then stay. */
const membersMax = 14

const membersShown = 3

/** An answer shortened: the first of each list, and the first members of what has very many. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const [first] = value
    return value.length > 1 ? [shortened(first), left] : value.map(shortened)
  }
  if (!isObject(value)) return value
  const members = Object.entries(value)
  const shown = members.length > membersMax ? members.slice(0, membersShown) : members
  const object = Object.fromEntries(shown.map(([name, member]) => [name, shortened(member)]))
  return shown.length < members.length ? { ...object, [left]: left } : object
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
