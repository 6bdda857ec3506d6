import type { JSX } from "preact"
import { useRef, useState } from "preact/hooks"

/** Something to choose by name. */
export interface ComboboxOption {
  readonly value: string
  readonly label: string
  /** Said beside the name, in small. */
  readonly hint?: string
  /** The address of a picture. */
  readonly picture?: string
}

/** So many options are listed at once; writing more finds the others. */
const listedMax = 80

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase()

/** The options in whose names every word that was written begins a word or stands within one. */
const matching = (
  options: ReadonlyArray<ComboboxOption>,
  written: string,
): ReadonlyArray<ComboboxOption> => {
  const words = plain(written).split(/\s+/).filter(Boolean)
  const found = options.filter(({ hint = "", label, value }) => {
    const text = plain(`${label} ${hint} ${value}`)
    return words.every((word) => text.includes(word))
  })
  const first = words[0] ?? ""
  const begins = ({ label }: ComboboxOption): number => Number(!plain(label).startsWith(first))
  return found.toSorted((left, right) => begins(left) - begins(right)).slice(0, listedMax)
}

/** How a choice by name is shown. */
export interface ComboboxProps {
  readonly id: string
  readonly options: ReadonlyArray<ComboboxOption>
  /** What is chosen now; empty for nothing. */
  readonly value: string
  readonly onChoose: (value: string) => void
  readonly placeholder?: string
  readonly describedBy?: string | undefined
  readonly isWrong?: boolean
  /** Options that follow from what is written, such as a number that was typed. */
  readonly optionsFor?: (written: string) => ReadonlyArray<ComboboxOption>
  /** The same, behind all that is found: what was written may be meant as it is. */
  readonly lastOptionsFor?: (written: string) => ReadonlyArray<ComboboxOption>
  readonly none: string
}

const OptionRow = ({
  isActive,
  onPick,
  option,
  ownId,
}: {
  readonly isActive: boolean
  readonly onPick: () => void
  readonly option: ComboboxOption
  readonly ownId: string
}): JSX.Element => (
  <li
    id={ownId}
    role="option"
    aria-selected={isActive}
    // Pressed, not clicked: the input would lose the focus first and close the list.
    onMouseDown={(event) => {
      event.preventDefault()
      onPick()
    }}
  >
    {option.picture === undefined ? null : <img src={option.picture} alt="" loading="lazy" />}
    <span>
      {option.label}
      {option.hint === undefined ? null : <small>{option.hint}</small>}
    </span>
  </li>
)

/** A field in which one searches and chooses by name: arrows move, Enter chooses, Escape leaves. */
export const Combobox = (props: ComboboxProps): JSX.Element => {
  const { describedBy, id, isWrong = false, none, onChoose, options, placeholder, value } = props
  const [written, setWritten] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const chosen = options.find((option) => option.value === value)
  const isOpen = written !== null
  const own = props.optionsFor?.(written ?? "") ?? []
  const last = props.lastOptionsFor?.(written ?? "") ?? []
  const shown = isOpen ? [...own, ...matching(options, written), ...last] : []
  const optionId = (index: number): string => `${id}-option-${index}`

  const close = (): void => {
    setWritten(null)
    setActive(0)
  }
  const pick = (option: ComboboxOption | undefined): void => {
    if (option !== undefined) onChoose(option.value)
    close()
  }
  const move = (to: number): void => {
    const next = (to + shown.length) % Math.max(1, shown.length)
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: "nearest" })
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      if (isOpen) move(active + (event.key === "ArrowDown" ? 1 : -1))
      else setWritten("")
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault()
      pick(shown[active])
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <div class="combobox">
      {chosen?.picture !== undefined && !isOpen ? (
        <img class="chosen" src={chosen.picture} alt="" />
      ) : null}
      <input
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown.length > 0 ? optionId(active) : undefined}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        placeholder={chosen?.label ?? placeholder}
        value={written ?? chosen?.label ?? value}
        class={chosen?.picture !== undefined && !isOpen ? "pictured" : undefined}
        onInput={({ currentTarget }) => {
          setWritten(currentTarget.value)
          setActive(0)
        }}
        // What is chosen gives way to what is written.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => setWritten(written ?? "")}
        onBlur={close}
        onKeyDown={press}
      />
      <ul
        id={`${id}-list`}
        ref={list}
        role="listbox"
        aria-label={placeholder ?? id}
        hidden={!isOpen}
      >
        {shown.map((option, index) => (
          <OptionRow
            key={option.value}
            option={option}
            isActive={index === active}
            ownId={optionId(index)}
            onPick={() => pick(option)}
          />
        ))}
        {isOpen && shown.length === 0 ? (
          <li role="option" aria-selected={false} aria-disabled={true}>
            {none}
          </li>
        ) : null}
      </ul>
    </div>
  )
}
