import { siteWords } from "../front/site.ts"
import { copyButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"
import { docsWords } from "./docs-words.ts"
import type { LanguageId, SavedProgram } from "./snippets/languages.ts"

const copyOf = ({ language }: PageReading, id: string): PageNode => {
  const { copied, copy } = siteWords[language]
  return copyButton({ copy, copied }, id)
}

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
