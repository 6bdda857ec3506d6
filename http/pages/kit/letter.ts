import type { OutgoingEmail } from "../../ports/mail.ts"
import { html, type PageContent, type PageNode, writeHtml } from "./html.ts"

/** An email as it is read: its subject, and its words with and without looks. */
export interface Letter {
  readonly subject: string
  readonly lines: ReadonlyArray<string>
  readonly html: string
}

/** A letter as it goes to an address, which has been read by `readEmail`. */
export const letterTo = (to: string, { html: page, lines, subject }: Letter): OutgoingEmail => ({
  to,
  subject,
  text: `${lines.join("\n\n")}\n`,
  html: page,
})

/** What a letter is made of. */
export interface LetterParts {
  readonly subject: string
  /** What mailboxes show beside the subject. */
  readonly preview: string
  readonly sheets: ReadonlyArray<PageContent>
  readonly foot: ReadonlyArray<PageContent>
}

/**
 * A letter as HTML: tables and style attributes alone, as mail programs know little else. It loads
 * nothing, so that nobody learns when it is read.
 */
export const letterHtml = (
  language: string,
  { foot, preview, sheets, subject }: LetterParts,
): string => {
  const page = html`<html lang=${language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>${subject}</title>
      <style>
        ${sheet}
      </style>
    </head>
    <body class="bg">
      <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
      <div role="main" lang=${language}>
        <table ...${layout} width="100%" class="bg" bgcolor="#f3f6f6">
          <tr>
            <td align="center" class="pad" style="padding:28px 12px 36px">
              <table ...${layout} width="100%" style="width:100%;max-width:600px">
                <tr>
                  <td
                    class="ink"
                    style=${`padding:0 4px 16px;font:600 18px/26px ${display};color:#15242a`}
                  >
                    Viatica
                  </td>
                </tr>
                ${sheets.map(
                  (each) =>
                    html`<tr>
                        <td
                          class="sf"
                          bgcolor="#ffffff"
                          style="border:1px solid #d5dddf;border-radius:12px;padding:24px 28px"
                        >
                          ${each}
                        </td>
                      </tr>
                      <tr>
                        <td style="height:12px;font-size:0;line-height:0">${"\u00A0"}</td>
                      </tr>`,
                )}
                <tr>
                  <td
                    class="ink3"
                    style=${`padding:8px 4px 0;font:400 13px/1.55 ${letterFont};color:#5c6c73`}
                  >
                    ${foot.map((line) => html`<p style="margin:0 0 12px">${line}</p>`)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </div>
    </body>
  </html>`
  return `<!doctype html>\n${writeHtml(page)}\n`
}

/** The title of a letter. */
export const letterHeading = (words: string): PageNode =>
  html`<h1
    class="ink"
    style=${`margin:0;font:600 24px/1.2 ${display};letter-spacing:-.01em;color:#15242a`}
  >
    ${words}
  </h1>`

/** A paragraph under it. */
export const letterParagraph = (words: string): PageNode =>
  html`<p class="ink2" style=${`margin:10px 0 0;font:400 16px/1.5 ${letterFont};color:#465860`}>
    ${words}
  </p>`

/** Lines in small type. */
export const letterSmall = (lines: ReadonlyArray<PageContent>): ReadonlyArray<PageNode> =>
  lines.map(
    (line, index) =>
      html`<p
        class="ink3"
        style=${`margin:10px 0 ${index === lines.length - 1 ? "20px" : "0"};font:400 14px/1.5 ${letterFont};color:#5c6c73`}
      >
        ${line}
      </p>`,
  )

/** A link among words. */
export const letterLink = (address: string, words: string): PageNode =>
  html`<a class="lk" href=${address} style="color:#0b5a6b">${words}</a>`

/** The one button of a letter. */
export const letterButton = (address: string, label: string): PageNode =>
  html`<table ...${layout} style="margin:20px 0 0">
    <tr>
      <td class="bt" bgcolor="#0b5a6b" style="border-radius:8px">
        <a
          class="bta"
          href=${address}
          style=${`display:inline-block;padding:13px 22px;font:600 16px/1.25 ${letterFont};color:#ffffff;text-decoration:none`}
          >${label}</a
        >
      </td>
    </tr>
  </table>`

/** The heading of a further sheet. */
export const sheetHeading = (words: string): PageNode =>
  html`<h2 class="ink" style=${`margin:0;font:600 16px/1.4 ${letterFont};color:#15242a`}>
    ${words}
  </h2>`

/** A paragraph of a further sheet; of another language than the rest where one is named. */
export const sheetParagraph = (content: PageContent, language?: string): PageNode =>
  html`<p
    class="ink2"
    lang=${language}
    style=${`margin:6px 0 0;font:400 15px/1.5 ${letterFont};color:#465860`}
  >
    ${content}
  </p>`
/** What letters are set in; the fonts are those of the reader. */
export const letterFont = "'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const display = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif"

/** What no style attribute can say: narrow windows, and the dark. Where it is cut out, the rest still reads. */
const sheet = `body{margin:0;padding:0;background:#f3f6f6;-webkit-text-size-adjust:100%}table{border-spacing:0}
@media(max-width:480px){.pad{padding:16px 10px 28px!important}.sf{padding:20px 16px!important}.row>th,.row>td{display:block!important;text-align:left!important}.row>td{border-top:0!important;padding:0 0 14px!important}}
@media(prefers-color-scheme:dark){body,.bg{background:#0e1618!important}.sf{background:#152023!important;border-color:#2b393e!important}.ink{color:#e7eeef!important}.ink2{color:#b4c1c5!important}.ink3{color:#97a6ab!important}.lk{color:#74c5d2!important}.ok{color:#7fcba1!important}.ln{border-color:#2b393e!important}.bt{background:#74c5d2!important}.bta{color:#06242b!important}}`

/** A table without the space and the lines that mail programs would draw. */
export const tightTable = { cellpadding: "0", cellspacing: "0", border: "0" }

/** A table that lays a letter out, and is none to who hears it. */
const layout = { role: "presentation", ...tightTable }
