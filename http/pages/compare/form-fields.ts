import { describedBy, field } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { SelectChoice } from "./choices.ts"

/** One field of the form: what is in it, what helps, and what is wrong with it. */
export interface FieldParts {
  readonly id: string
  readonly name: string
  readonly label: PageContent
  readonly value: string
  readonly help?: PageContent
  readonly wrong?: PageContent
}

const told = ({ help, id, wrong }: FieldParts) => ({
  describedby: describedBy(id, { help: help !== undefined, wrong: wrong !== undefined }),
  invalid: wrong === undefined ? undefined : "true",
})

const around = (parts: FieldParts, control: PageNode): PageNode => {
  const { help, id, label, wrong } = parts
  return field({
    id,
    label,
    control,
    ...(help === undefined ? {} : { help }),
    ...(wrong === undefined ? {} : { wrong }),
  })
}

/** A field to write in. */
export const textField = (
  parts: FieldParts & {
    readonly type?: "date" | "text"
    readonly inputMode?: "decimal" | "numeric"
    readonly list?: string
    readonly charactersMax?: number
  },
): PageNode => {
  const { describedby, invalid } = told(parts)
  return around(
    parts,
    html`<input
      id=${parts.id}
      name=${parts.name}
      type=${parts.type ?? "text"}
      value=${parts.value}
      inputmode=${parts.inputMode}
      list=${parts.list}
      maxlength=${parts.charactersMax}
      autocomplete="off"
      aria-describedby=${describedby}
      aria-invalid=${invalid}
    />`,
  )
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
          html`<option value=${choice.value} selected=${choice.value === value}>
            ${choice.label}
          </option>`,
      )}
    </select>`,
  )
}

/** A choice that is ticked or not. */
export const tick = (name: string, label: string, isTicked: boolean): PageNode =>
  html`<label class="tick"
    ><input type="checkbox" name=${name} value="yes" checked=${isTicked} /><span
      >${label}</span
    ></label
  >`

/** Fields that are carried on unseen. */
export const hiddenFields = (
  fields: ReadonlyArray<readonly [name: string, value: string]>,
): ReadonlyArray<PageNode> =>
  fields.map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)
