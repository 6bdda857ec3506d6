import type { SigningHeaderNames } from "../../../rules/signing/headers.ts"
import { siteWords } from "../front/site-words.ts"
import { copyButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"
import { docsWords } from "./docs-words.ts"
import type { ClientLanguage } from "./snippets/client-language.ts"
import { clientLanguages } from "./snippets/client-languages.ts"
import type { ExampleRequest } from "./snippets/example-request.ts"

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

const panel = (
  reading: PageReading,
  { file, id: language, label, run }: ClientLanguage,
  {
    code,
    id,
    isProgram,
  }: { readonly code: string; readonly id: string; readonly isProgram: boolean },
): PageNode => {
  const { saveAs, thenRun } = docsWords[reading.language]
  const codeId = `${id}-${language}-code`
  return html`<div class="panel" data-language=${language}>
    <pre id=${codeId} tabindex="0" role="group" aria-label=${label}>${code}</pre>
    <div class="panel-foot">
      ${
        isProgram
          ? html`<span class="third"
              >${saveAs} <code>${file}</code>, ${thenRun} <code>${run}</code></span
            >`
          : html`<span></span>`
      }
      ${copyOf(reading, codeId)}
    </div>
  </div>`
}

/**
 * A call in every language, one shown at a time. The first is a program of its own; the others are
 * too where `isWhole`, else one call by the function of the quickstart.
 */
export const clientTabs = (
  reading: PageReading,
  parts: {
    readonly id: string
    readonly request: ExampleRequest
    readonly headers: SigningHeaderNames
    readonly isWhole: boolean
  },
): PageNode => {
  const { headers, id, isWhole, request } = parts
  return html`<fieldset class="box tabs">
    <legend class="unseen">${docsWords[reading.language].exampleLanguage}</legend>
    <div class="box-head">
      ${clientLanguages.map(
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
    ${clientLanguages.map((language, index) => {
      const isProgram = isWhole || index === 0
      const code = isProgram ? language.program(request, headers) : language.line(request)
      return panel(reading, language, { code, id, isProgram })
    })}
  </fieldset>`
}
