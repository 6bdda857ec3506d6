import type { JSX } from "preact"
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { type InLanguages, inWords } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { wordName } from "./cell-text.ts"
import { foundWords } from "./found-words.ts"
import type { EditAsked } from "./grid-state.ts"
import type { NamedWord } from "../../../../../rules/changes/grid/grid-view.ts"

/** What a picker of words is given. */
interface WordPickerProps {
  readonly label: string
  readonly words: ReadonlyArray<NamedWord>
  readonly chosen: ReadonlyArray<string>
  /** Whether several words may be chosen. */
  readonly isMany: boolean
  /** What was typed before the picker had the focus. */
  readonly asked: EditAsked
  readonly nameOf: (word: string) => string
  readonly choose: (words: ReadonlyArray<string>) => void
  /** The choice is made: Enter where nothing is searched. */
  readonly done: (words: ReadonlyArray<string>) => void
  /**
   * Where the cell is typed over: told what it would say, the word that is found or else what was typed.
   * Enter, Tab and the arrows to the sides are the cell's then.
   */
  readonly typed?: (text: string) => void
}

/** Picks words by what people call them, with a search over names and codes. */
export const WordPicker = (props: WordPickerProps): JSX.Element => {
  const { choose, chosen, done, isMany, label, nameOf, asked, typed, words } = props
  const [searched, setSearched] = useState(asked.typed ?? "")
  const [isOpen, setOpen] = useState(asked.typed !== null)
  const [at, setAt] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  // At once: keys that follow are typed after what is there already.
  useLayoutEffect(() => {
    if (asked.typed === null) return
    setSearched(asked.typed)
    setOpen(true)
    typed?.(foundWords(words, wordName, asked.typed)[0]?.word ?? asked.typed)
  }, [asked])
  const texts = inWords(pickerWords)
  const listed = foundWords(words, wordName, searched)
  const pick = ({ word }: NamedWord): void => {
    setSearched("")
    setAt(0)
    if (!isMany) {
      setOpen(false)
      return done([word])
    }
    choose(chosen.includes(word) ? chosen.filter((each) => each !== word) : [...chosen, word])
  }
  const go = (to: number): void => {
    setOpen(true)
    const next = Math.max(0, Math.min(listed.length - 1, to))
    setAt(next)
    if (listed[next] !== undefined) typed?.(listed[next].word)
    list.current?.children[next]?.scrollIntoView({ block: "nearest" })
  }
  const keys = (event: KeyboardEvent): void => {
    const option = listed[at]
    if (event.key === "ArrowDown") go(isOpen ? at + 1 : at)
    else if (event.key === "ArrowUp") go(at - 1)
    else if (typed !== undefined) return
    else if (event.key === "Enter" && isOpen && searched !== "" && option !== undefined)
      pick(option)
    else if (event.key === " " && isMany && isOpen && searched === "" && option !== undefined) {
      pick(option)
    } else if (event.key === "Enter" && !isMany && isOpen && option !== undefined) pick(option)
    else if (event.key === "Enter") done(chosen)
    else if (event.key === "Backspace" && searched === "" && chosen.length > 0 && isMany) {
      choose(chosen.slice(0, -1))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="picker">
      {isMany || chosen.length === 0 ? null : (
        <span class="picked second">{chosen.map(nameOf).join(", ")}</span>
      )}
      {isMany
        ? chosen.map((word) => (
            <button
              key={word}
              type="button"
              class="chip picked"
              aria-label={texts.leaveOut(nameOf(word))}
              onClick={() => choose(chosen.filter((each) => each !== word))}
            >
              {nameOf(word)} <Symbol name="cross" size={12} />
            </button>
          ))
        : null}
      <input
        type="text"
        role="combobox"
        data-first
        class="search"
        aria-label={texts.search(label)}
        aria-expanded={isOpen}
        aria-controls={`${id}-words`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && listed.length > 0 ? `${id}-${at}` : undefined}
        placeholder={texts.placeholder}
        value={searched}
        onInput={({ currentTarget }) => {
          const { value } = currentTarget
          setSearched(value)
          setAt(0)
          setOpen(true)
          typed?.(value === "" ? "" : (foundWords(words, wordName, value)[0]?.word ?? value))
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={keys}
      />
      <ul
        ref={list}
        id={`${id}-words`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMany}
        class="picker-words"
        hidden={!isOpen}
      >
        {listed.map((named, index) => (
          <li
            key={named.word}
            id={`${id}-${index}`}
            role="option"
            aria-selected={chosen.includes(named.word)}
            class={index === at ? "at" : undefined}
            onMouseDown={(event) => {
              event.preventDefault()
              pick(named)
            }}
          >
            <span>{wordName(named)}</span>
            {wordName(named) === named.word ? null : <span class="code third">{named.word}</span>}
          </li>
        ))}
        {listed.length === 0 ? (
          <li role="option" aria-selected={false} aria-disabled={true} class="third">
            {texts.none}
          </li>
        ) : null}
      </ul>
    </div>
  )
}

const en = {
  search: (label: string) => `Search ${label} by name or code`,
  placeholder: "name or code",
  leaveOut: (name: string) => `Leave ${name} out`,
  none: "Nothing is called that.",
}

/** The words of the picker of words. */
const pickerWords: InLanguages<typeof en> = {
  en,
  fr: {
    search: (label) => `Chercher ${label} par nom ou code`,
    placeholder: "nom ou code",
    leaveOut: (name) => `Retirer ${name}`,
    none: "Rien ne s’appelle ainsi.",
  },
}
