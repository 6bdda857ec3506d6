import type { JSX } from "preact"
import type { MissingFact } from "../../../../../rules/additions/missing-facts.ts"
import type { ShownFact } from "../../../protocol/additions.ts"
import { Combobox, type ComboboxOption } from "../../kit/combobox.tsx"
import { inWords, language } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { additionWords } from "./addition-words.ts"

/** The id of the field of a fact. */
export const fieldId = (name: string): string => `fact-${name.replaceAll(/\W/g, "-")}`

/** What is asked of one fact, and what is missing of it. */
interface FieldAsked {
  readonly fact: ShownFact
  /** What was answered; undefined where it follows from the rest. */
  readonly answer: string | undefined
  readonly missing: MissingFact | undefined
  readonly onAnswer: (text: string) => void
}

/** A fact: its field, what helps to answer it, and what is wrong with the answer. */
export const AdditionField = (asked: FieldAsked): JSX.Element => {
  const { answer, fact, missing } = asked
  const id = fieldId(fact.name)
  const help = fact.help?.[language.value]
  const isEmpty = (answer ?? fact.value) === ""
  return (
    <div class={missing !== undefined && !isEmpty ? "field wrong" : "field"} data-fact={fact.name}>
      <label for={id}>{fact.label[language.value]}</label>
      {fact.words === null ? <TextField {...asked} /> : <WordsField {...asked} />}
      <p id={`${id}-told`} class={missing === undefined ? "help" : "help addition-missing"}>
        {missing === undefined ? null : (
          <>
            <Symbol name={isEmpty ? "missing" : "error"} size={12} />{" "}
            {isEmpty ? inWords(additionWords).missing : missing.title[language.value]}
            {". "}
          </>
        )}
        {help ??
          (missing === undefined || fact.words !== null || (isEmpty && isPlain(fact))
            ? null
            : missing.detail[language.value])}
        {help === undefined && fact.unit !== null && !isPlain(fact) ? (
          <span lang="en">{fact.unit}</span>
        ) : null}
      </p>
    </div>
  )
}

/** Whether what it takes needs no word. */
const isPlain = ({ type, unit }: ShownFact): boolean =>
  type === "text" || unit === "units of currency"

/** A text is written as it comes, and stands as it is printed once it is left. */
const TextField = ({ answer, fact, missing, onAnswer }: FieldAsked): JSX.Element => {
  const id = fieldId(fact.name)
  const shared = {
    id,
    value: answer ?? fact.value,
    autocomplete: "off",
    "aria-describedby": `${id}-told`,
    "aria-invalid": missing !== undefined,
  } as const
  return !fact.isLong ? (
    <input
      {...shared}
      type="text"
      inputMode={fact.type === "number" ? "decimal" : undefined}
      spellcheck={false}
      {...(fact.language === null ? {} : { lang: fact.language })}
      onInput={({ currentTarget }) => onAnswer(currentTarget.value)}
    />
  ) : (
    <textarea
      {...shared}
      rows={2}
      lang={fact.language ?? undefined}
      onInput={({ currentTarget }) => onAnswer(currentTarget.value)}
    />
  )
}

/** Words are searched and chosen; several stand above the field, each with the way to take it out. */
const WordsField = ({ answer, fact, missing, onAnswer }: FieldAsked): JSX.Element => {
  const words = inWords(additionWords)
  const id = fieldId(fact.name)
  const value = answer ?? fact.value
  const options = optionsOf(fact)
  const isSeveral = fact.isList && !/[()<>[\]]/.test(value)
  const chosen = isSeveral ? value.split("|").filter((word) => word !== "") : []
  const isKnown = (written: string): boolean => options.some((one) => one.value === written)
  const shared = {
    id,
    none: words.noWord,
    describedBy: `${id}-told`,
    isWrong: missing !== undefined,
    // What no table lists may be written all the same: it is checked like any cell.
    lastOptionsFor: (written: string): ReadonlyArray<ComboboxOption> => {
      const text = written.trim()
      return text === "" || isKnown(text) ? [] : [{ value: text, label: words.asWritten(text) }]
    },
  }
  if (!isSeveral) {
    return (
      <Combobox
        {...shared}
        optionsFor={(written) =>
          written === "" && value !== "" ? [{ value: "", label: words.nothing }] : []
        }
        options={options}
        value={value}
        onChoose={onAnswer}
      />
    )
  }
  return (
    <>
      {chosen.length === 0 ? null : (
        <span class="addition-chosen">
          {chosen.map((word) => {
            const label = options.find((option) => option.value === word)?.label ?? word
            return (
              <button
                key={word}
                type="button"
                class="chip"
                aria-label={words.takeOut(label)}
                onClick={() => onAnswer(chosen.filter((each) => each !== word).join("|"))}
              >
                {label} <Symbol name="cross" size={12} />
              </button>
            )
          })}
        </span>
      )}
      <Combobox
        {...shared}
        options={options.filter((option) => !chosen.includes(option.value))}
        value=""
        placeholder={
          chosen.length > 0 ? words.another : fact.isCondition ? words.any : words.nothing
        }
        onChoose={(word) => {
          if (word !== "") onAnswer([...chosen, word].join("|"))
        }}
      />
    </>
  )
}

const optionsOf = ({ words }: ShownFact): ReadonlyArray<ComboboxOption> =>
  (words ?? []).map((named) => {
    const label = named[language.value] ?? named.word
    return label === named.word
      ? { value: named.word, label }
      : { value: named.word, label, hint: named.word }
  })
