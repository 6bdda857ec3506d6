import type { JSX } from "preact"

/** One of the choices of a field, alone or in a group. */
export interface SelectOption {
  readonly value: string
  readonly text: string
  readonly group?: string
}

/** A field with a label that takes one of some choices; choices without a group stand alone. */
export const SelectField = ({
  className = "",
  id,
  label,
  onChoose,
  options,
  value,
}: {
  readonly id: string
  readonly className?: string
  readonly label: string
  readonly value: string
  readonly options: ReadonlyArray<SelectOption>
  readonly onChoose: (value: string) => void
}): JSX.Element => {
  const groups = [...new Set(options.map(({ group }) => group))]
  const listed = (group: string | undefined): ReadonlyArray<JSX.Element> =>
    options
      .filter((option) => option.group === group)
      .map(({ text, value: own }) => (
        <option value={own} selected={own === value}>
          {text}
        </option>
      ))
  return (
    <div class={`field ${className}`.trimEnd()}>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {groups.map((group) =>
          group === undefined ? listed(group) : <optgroup label={group}>{listed(group)}</optgroup>,
        )}
      </select>
    </div>
  )
}
