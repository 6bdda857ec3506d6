import { copyButton } from "../../kit/controls.ts"
import { html, type PageNode } from "../../kit/html.ts"

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
