import type { SharedComparison } from "./comparison-address.ts"
import type { CompareSpeech } from "./speech.ts"
import { copyButton, emailField, hiddenFields, submitButton } from "../kit/controls.ts"
import { html, type PageNode } from "../kit/html.ts"
import { symbol } from "../kit/symbols.ts"

/** A comparison that is kept, as its page shows it. */
export interface KeptPart extends SharedComparison {
  /** Its own path, by which this page is shown otherwise. */
  readonly path: string
  /** Whether emails go anywhere here. */
  readonly canMail: boolean
}

/** The id of the text that the button copies. */
const addressId = "comparison-address"

/** How to keep a comparison: by its address, by an email, on paper. */
export const keepPanel = (say: CompareSpeech, kept: KeptPart): PageNode =>
  html`<details class="card keep" id="keep">
    <summary>${symbol("external")} ${say("keep")}</summary>
    <div class="inside">
      <p class="small-text">${say("keep_about", { day: say.date(kept.until) })}</p>
      <p class="address">
        <code id=${addressId} tabindex="0">${kept.address}</code>
        ${copyButton({ copy: say("copy"), copied: say("copied") }, addressId)}
      </p>
      <p class="small-text second">${say("keep_who")}</p>
      ${kept.canMail ? mailForm({ say, comparison: kept.part, email: "" }) : null}
      <p>
        <button type="button" class="button small scripted" data-print>
          ${symbol("document")}<span>${say("print")}</span>
        </button>
      </p>
    </div>
  </details>`

/** Asks for the address that a comparison is to be sent to. */
export const mailForm = ({
  comparison,
  email,
  isWrong = false,
  say,
}: {
  readonly say: CompareSpeech
  readonly comparison: string
  readonly email: string
  readonly isWrong?: boolean
}): PageNode =>
  html`<form class="mail" method="post" action="/compare/send" novalidate>
    ${hiddenFields([
      ["comparison", comparison],
      ["lang", say.language],
    ])}
    ${emailField({
      label: say("mail_label"),
      help: say("mail_about"),
      email,
      isRequired: false,
      wrong: isWrong ? say("mail_bad") : undefined,
    })}
    ${submitButton({ label: say("mail_send"), look: "plain", isSmall: true })}
  </form>`
