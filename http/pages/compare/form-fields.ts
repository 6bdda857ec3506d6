import { describedBy, field } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"

/** What a list offers to choose from: the value that is sent, and what it is called. */
export interface SelectChoice {
  readonly value: string
  readonly label: string
  /** The countries of a currency, where it is offered first. */
  readonly countries?: string
}

/** One field of the form: what is in it, what helps, and what is wrong with it. */
export interface FieldParts {
  readonly id: string
  readonly name: string
  readonly label: PageContent
  readonly value: string
  readonly help?: PageContent
  readonly wrong?: PageContent
  readonly answers?: PageContent
  /** What takes the field out of its list. */
  readonly remove?: PageNode
}

/** A field to choose in; a value that its list lacks stands there as it is, so that it is not lost. */
export const choiceField = (
  parts: FieldParts & { readonly choices: ReadonlyArray<SelectChoice>; readonly none?: string },
): PageNode => {
  const { choices, none, value } = parts
  const { describedby, invalid } = told(parts)
  const isListed = value === "" || choices.some((choice) => choice.value === value)
  const shown = isListed ? choices : [{ value, label: value }, ...choices]
  return around(
    parts,
    html`<select
      id=${parts.id}
      name=${parts.name}
      aria-describedby=${describedby}
      aria-invalid=${invalid}
    >
      ${none === undefined ? null : html`<option value="">${none}</option>`}
      ${shown.map(
        (choice) =>
          html`<option
            value=${choice.value}
            selected=${choice.value === value}
            data-countries=${choice.countries}
          >
            ${choice.label}
          </option>`,
      )}
    </select>`,
  )
}

/** A field to write in. */
export const textField = (
  parts: FieldParts & {
    readonly type?: "date" | "text"
    /** The first day of a field for days. */
    readonly min?: string
    readonly inputMode?: "decimal" | "numeric" | "tel"
    readonly list?: string
    readonly charactersMax?: number
    /** `off` where browsers should keep nothing of it, or know less than the page. */
    readonly autocomplete?: "country-name" | "off"
    /** The letters of the country that is in it. */
    readonly code?: string | undefined
  },
): PageNode => {
  const { describedby, invalid } = told(parts)
  return around(
    parts,
    html`<input
      id=${parts.id}
      name=${parts.name}
      type=${parts.type ?? "text"}
      min=${parts.type === "date" ? parts.min : undefined}
      value=${parts.value}
      inputmode=${parts.inputMode}
      list=${parts.list}
      maxlength=${parts.charactersMax}
      autocomplete=${parts.autocomplete}
      data-code=${parts.code}
      aria-describedby=${describedby}
      aria-invalid=${invalid}
    />`,
  )
}

const told = ({ help, id, wrong }: FieldParts) => ({
  describedby: describedBy(id, { help: help !== undefined, wrong: wrong !== undefined }),
  invalid: wrong === undefined ? undefined : "true",
})

const around = (parts: FieldParts, control: PageNode): PageNode => {
  const { answers, help, id, label, remove, wrong } = parts
  return field({
    id,
    label,
    control:
      remove === undefined ? control : html`<div class="removable">${control}${remove}</div>`,
    ...(help === undefined ? {} : { help }),
    ...(wrong === undefined ? {} : { wrong }),
    ...(answers === undefined ? {} : { answers }),
  })
}
