import { html, type PageContent, type PageNode } from "./html.ts"
import { symbol, type SymbolName } from "./symbols.ts"

/** How a button or a link that looks like one stands out. */
export type ButtonLook = "main" | "plain" | "quiet" | "danger"

const buttonClass = (look: ButtonLook, isSmall: boolean): string =>
  `button ${look}${isSmall ? " small" : ""}`

interface ButtonParts {
  readonly label: PageContent
  readonly look?: ButtonLook
  readonly isSmall?: boolean
  readonly symbol?: SymbolName
}

const content = ({ label, symbol: name }: ButtonParts): PageContent => [
  name === undefined ? null : symbol(name),
  label,
]

/** A button that sends its form, with a name and a value where a form has several of them. */
export const submitButton = (
  parts: ButtonParts & {
    readonly name?: string
    readonly value?: string
    /** The id of its form, where it stands outside of it. */
    readonly form?: string
  },
): PageNode =>
  html`<button
    class=${buttonClass(parts.look ?? "main", parts.isSmall ?? false)}
    form=${parts.form}
    name=${parts.name}
    value=${parts.value}
  >
    ${content(parts)}
  </button>`

/** A link that looks like a button. */
export const linkButton = (parts: ButtonParts & { readonly href: string }): PageNode =>
  html`<a class=${buttonClass(parts.look ?? "plain", parts.isSmall ?? false)} href=${parts.href}
    >${content(parts)}</a
  >`

/** A button that copies the text of the element with an id; it shows only where scripts run. */
export const copyButton = (
  words: { readonly copy: string; readonly copied: string },
  targetId: string,
): PageNode =>
  html`<button
    type="button"
    class="button quiet small scripted"
    data-copy=${targetId}
    data-copied=${words.copied}
  >
    ${symbol("copy")}<span>${words.copy}</span>
  </button>`

/** A field of a form with its label, and with its help and what is wrong with it or asked where there is any. */
export const field = (parts: {
  readonly id: string
  readonly label: PageContent
  /** The control, whose id is `id`; it names `describedBy(…)` by `aria-describedby`. */
  readonly control: PageNode
  readonly help?: PageContent
  readonly wrong?: PageContent
  /** Answers to choose from, where what is wrong is a question. */
  readonly answers?: PageContent
}): PageNode =>
  html`<div class=${parts.wrong === undefined ? "field" : "field wrong"}>
    <label for=${parts.id}>${parts.label}</label>
    ${parts.control}
    ${parts.help === undefined ? null : html`<p class="help" id=${`${parts.id}-help`}>${parts.help}</p>`}
    ${parts.wrong === undefined ? null : fault(parts.id, parts.wrong, parts.answers)}
  </div>`

/** A field whose control is an input: its attributes beside those that its help and what is wrong call for. */
export const inputField = ({
  input,
  ...parts
}: Omit<Parameters<typeof field>[0], "control"> & {
  /** Its name is its id, unless it says another. */
  readonly input: Readonly<Record<string, unknown>>
}): PageNode => {
  const [help, wrong] = [parts.help !== undefined, parts.wrong !== undefined]
  return field({
    ...parts,
    control: html`<input
      id=${parts.id}
      name=${parts.id}
      ...${input}
      aria-describedby=${describedBy(parts.id, { help, wrong })}
      aria-invalid=${wrong ? "true" : undefined}
    />`,
  })
}

/** The field of an email address, with what is wrong with it, if anything is. */
export const emailField = (parts: {
  readonly label: PageContent
  readonly help: PageContent
  readonly email: string
  readonly isRequired: boolean
  readonly wrong: PageContent | undefined
}): PageNode =>
  inputField({
    id: "email",
    label: parts.label,
    help: parts.help,
    ...(parts.wrong === undefined ? {} : { wrong: parts.wrong }),
    input: {
      type: "text",
      inputmode: "email",
      autocomplete: "email",
      autocapitalize: "none",
      spellcheck: false,
      maxlength: 254,
      required: parts.isRequired,
      value: parts.email,
    },
  })

/** What is wrong with the field of an id; a question with its answers, where there are any. */
export const fault = (id: string, wrong: PageContent, answers?: PageContent): PageNode =>
  answers === undefined
    ? html`<p class="fault" id=${`${id}-wrong`}>${symbol("error", 14)}<span>${wrong}</span></p>`
    : html`<div class="question" role="group" aria-labelledby=${`${id}-wrong`}>
        <p id=${`${id}-wrong`}>${wrong}</p>
        <div class="answers">${answers}</div>
      </div>`

/** What is wrong with a form, over it, with links to its fields; the focus goes there first. */
export const errorSummary = (
  heading: string,
  faults: ReadonlyArray<{
    readonly id: string
    readonly told: PageContent
    /** What the API calls it, for those who help; nothing shows it. */
    readonly code?: string | undefined
  }>,
): PageNode =>
  html`<div
    class="notice error"
    role="group"
    aria-labelledby="faults"
    tabindex="-1"
    autofocus
    data-faults
  >
    ${symbol("error")}
    <div>
      <h2 id="faults">${heading}</h2>
      <ul>
        ${faults.map(
          ({ code, id, told }) => html`<li data-code=${code}><a href=${`#${id}`}>${told}</a></li>`,
        )}
      </ul>
    </div>
  </div>`

/**
 * The ids of what stands under a field, for its control's `aria-describedby`.
 *
 * ```ts
 * import { describedBy } from "../http/pages/kit/controls.ts"
 *
 * describedBy("email", { help: true, wrong: true }) // => "email-help email-wrong"
 * describedBy("email", {}) // => undefined
 * ```
 */
export const describedBy = (
  id: string,
  { help = false, wrong = false }: { readonly help?: boolean; readonly wrong?: boolean },
): string | undefined => {
  const ids = [...(help ? [`${id}-help`] : []), ...(wrong ? [`${id}-wrong`] : [])]
  return ids.length === 0 ? undefined : ids.join(" ")
}

/** A sentence that stands out: what happened, why, and what one can do. */
export const notice = (
  kind: "info" | "ok" | "warning" | "error",
  content: PageContent,
): PageNode => {
  const name = kind === "ok" ? "held" : kind
  return html`<div class=${`notice ${kind}`} role=${kind === "error" ? "alert" : "status"}>
    ${symbol(name)}
    <div>${content}</div>
  </div>`
}

/** Fields that are carried on unseen. */
export const hiddenFields = (
  fields: ReadonlyArray<readonly [name: string, value: string]>,
): ReadonlyArray<PageNode> =>
  fields.map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)
