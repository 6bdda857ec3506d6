import type { ComponentChildren, JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { answers } from "./traveller-answers.ts"
import { travellerWords } from "./traveller-words.ts"

/** What is wrong with a field, in the language of the page; null where nothing is. */
export const faultOf = (field: string): { readonly text: string; readonly code: string } | null => {
  const found = answers.value?.faults.find((fault) => fault.field === field)
  if (found === undefined) return null
  const { faults, faultsOf } = inWords(travellerWords)
  return { text: faults[found.code] ?? faultsOf[field] ?? found.rule, code: found.code }
}

/** A field of the form with its label, and what is wrong with it. */
export const FormField = ({
  children,
  field,
  help,
  label,
}: {
  readonly field: string
  readonly label: string
  readonly help?: string
  readonly children: ComponentChildren
}): JSX.Element => {
  const fault = faultOf(field)
  return (
    <div class={fault === null ? "field" : "field wrong"}>
      <label for={`traveller-${field}`}>{label}</label>
      {children}
      {help === undefined ? null : (
        <p class="help" id={`traveller-${field}-help`}>
          {help}
        </p>
      )}
      {fault === null ? null : (
        <p class="fault" id={`traveller-${field}-fault`}>
          <Symbol name="error" size={14} />
          <span>
            {fault.text} <span class="code">{fault.code}</span>
          </span>
        </p>
      )}
    </div>
  )
}

/** What describes a field to who hears the page. */
export const describedBy = (field: string, hasHelp = false): string | undefined => {
  const ids = [
    ...(hasHelp ? [`traveller-${field}-help`] : []),
    ...(faultOf(field) === null ? [] : [`traveller-${field}-fault`]),
  ]
  return ids.length === 0 ? undefined : ids.join(" ")
}
