import type { JSX } from "preact"
import { plainColumnName } from "../../../../../core/table/names.ts"
import type { OwnColumnKind, OwnTableShape } from "../../../../../rules/tables/own-table-texts.ts"
import { type InLanguages, inWords } from "../../kit/language.ts"

/** A column of a table that nothing asks, as it is being written. */
export interface FreeColumn {
  readonly name: string
  readonly type: OwnColumnKind["type"]
  /** The words that a condition knows, with commas between them; empty for any. */
  readonly words: string
  readonly from: string
  readonly to: string
  /** The cell of the answer where no row applies. */
  readonly otherwise: string
}

/** The conditions and results of a table that nothing asks, as they are being written. */
export interface FreeParts {
  readonly conditions: ReadonlyArray<FreeColumn>
  readonly results: ReadonlyArray<FreeColumn>
}

/** The columns of a table as a form has them; one of each where it has none yet. */
export const freePartsOf = ({ conditions, kinds = {}, results }: OwnTableShape): FreeParts => {
  const columnsOf = (names: ReadonlyArray<string>, fresh: FreeColumn) =>
    names.length === 0 ? [fresh] : names.map((name) => writtenOf(name, kinds[name] ?? fresh))
  return {
    conditions: columnsOf(conditions, emptyColumn("words")),
    results: columnsOf(results, emptyColumn("text")),
  }
}

/** What a form says of the columns of a table; those without a name are none. */
export const shapeOfFree = (
  parts: FreeParts,
): Required<Pick<OwnTableShape, "conditions" | "kinds" | "results">> => {
  const named = (columns: ReadonlyArray<FreeColumn>) =>
    columns.filter(({ name }) => plainColumnName(name) !== "")
  const [conditions, results] = [named(parts.conditions), named(parts.results)]
  const namesOf = (columns: ReadonlyArray<FreeColumn>) =>
    columns.map(({ name }) => plainColumnName(name))
  return {
    conditions: namesOf(conditions),
    results: namesOf(results),
    kinds: Object.fromEntries(
      [...conditions, ...results].map((column) => [plainColumnName(column.name), kindOf(column)]),
    ),
  }
}

/** A list of columns to name, each with what it holds. */
export const FreeColumns = ({
  change,
  columns,
  part,
}: {
  readonly part: keyof FreeParts
  readonly columns: ReadonlyArray<FreeColumn>
  readonly change: (columns: ReadonlyArray<FreeColumn>) => void
}): JSX.Element => {
  const words = inWords(freeWords)
  const replaced = (index: number, changes: Partial<FreeColumn>): void =>
    change(columns.map((each, at) => (at === index ? { ...each, ...changes } : each)))
  return (
    <fieldset class="own-columns free">
      <legend>{words[part]}</legend>
      {columns.map((column, index) => (
        <FreeFields
          key={index}
          column={column}
          part={part}
          change={(changes) => replaced(index, changes)}
          remove={() => change(columns.filter((_, at) => at !== index))}
        />
      ))}
      <button
        type="button"
        class="link"
        onClick={() => change([...columns, emptyColumn(typesOf[part][0] ?? "text")])}
      >
        {words.add[part]}
      </button>
    </fieldset>
  )
}

const typesOf: Readonly<Record<keyof FreeParts, ReadonlyArray<FreeColumn["type"]>>> = {
  conditions: ["words", "number", "day", "boolean"],
  results: ["text", "number", "day", "boolean"],
}

const FreeFields = ({
  change,
  column,
  part,
  remove,
}: {
  readonly column: FreeColumn
  readonly part: keyof FreeParts
  readonly change: (changes: Partial<FreeColumn>) => void
  readonly remove: () => void
}): JSX.Element => {
  const words = inWords(freeWords)
  const field = (
    label: string,
    name: Exclude<keyof FreeColumn, "type">,
    inputMode?: "decimal",
  ): JSX.Element => (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        autocomplete="off"
        {...(inputMode === undefined ? {} : { inputMode })}
        value={column[name]}
        onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
      />
    </label>
  )
  const types = [...new Set([...typesOf[part], column.type])]
  return (
    <div class="free-column">
      <label class="field">
        <span>{words.name}</span>
        <input
          type="text"
          autocomplete="off"
          value={column.name}
          onInput={({ currentTarget }) => change({ name: currentTarget.value })}
          onChange={({ currentTarget }) => change({ name: plainColumnName(currentTarget.value) })}
        />
      </label>
      <label class="field">
        <span>{words.kind}</span>
        <select
          value={column.type}
          onChange={({ currentTarget }) => {
            const type = types.find((each) => each === currentTarget.value)
            if (type !== undefined) change({ type })
          }}
        >
          {types.map((type) => (
            <option value={type} selected={type === column.type}>
              {words.kinds[type] ?? type}
            </option>
          ))}
        </select>
      </label>
      {part === "results" ? field(words.otherwise, "otherwise") : null}
      {part === "conditions" && column.type === "words" ? field(words.words, "words") : null}
      {part === "conditions" && column.type === "number" ? (
        <>
          {field(words.from, "from", "decimal")}
          {field(words.to, "to", "decimal")}
        </>
      ) : null}
      <button type="button" class="link" onClick={remove}>
        {words.remove(column.name)}
      </button>
    </div>
  )
}

const emptyColumn = (type: FreeColumn["type"]): FreeColumn => ({
  name: "",
  type,
  words: "",
  from: "",
  to: "",
  otherwise: "",
})

const writtenOf = (name: string, kind: OwnColumnKind | FreeColumn): FreeColumn => ({
  ...emptyColumn(kind.type),
  name,
  ...("otherwise" in kind
    ? {}
    : {
        words: kind.words?.join(", ") ?? "",
        from: kind.minimum?.toString() ?? "",
        to: kind.maximum?.toString() ?? "",
        otherwise: kind.default ?? "",
      }),
})

/** What a column holds, from how it was written. */
const kindOf = ({ from, otherwise, to, type, words }: FreeColumn): OwnColumnKind => {
  const known = words
    .split(/[,;\n]+/)
    .map((word) => word.trim())
    .filter((word) => word !== "")
  const [minimum, maximum] = [numberIn(from), numberIn(to)]
  return {
    type,
    ...(type === "words" && known.length > 0 ? { words: [...new Set(known)] } : {}),
    ...(type === "number" && minimum !== undefined ? { minimum } : {}),
    ...(type === "number" && maximum !== undefined ? { maximum } : {}),
    ...(otherwise.trim() === "" ? {} : { default: otherwise.trim() }),
  }
}

const numberIn = (text: string): number | undefined => {
  const plain = text.replaceAll(/\s/g, "").replace(",", ".")
  const value = Number(plain)
  return plain === "" || !Number.isFinite(value) ? undefined : value
}

const en = {
  conditions: "Conditions",
  results: "Results",
  add: { conditions: "Add a condition", results: "Add a result" },
  name: "Column",
  kind: "Holds",
  kinds: {
    words: "words",
    text: "text",
    number: "numbers",
    day: "days",
    boolean: "yes or no",
    seconds: "durations in seconds",
    months: "durations in months",
  } as Readonly<Record<string, string>>,
  words: "Its words; none for any",
  from: "From",
  to: "To",
  otherwise: "Where no row applies",
  remove: (name: string) => (name === "" ? "Remove" : `Remove ${name}`),
}

const freeWords: InLanguages<typeof en> = {
  en,
  fr: {
    conditions: "Conditions",
    results: "Résultats",
    add: { conditions: "Ajouter une condition", results: "Ajouter un résultat" },
    name: "Colonne",
    kind: "Contient",
    kinds: {
      words: "des mots",
      text: "du texte",
      number: "des nombres",
      day: "des jours",
      boolean: "oui ou non",
      seconds: "des durées en secondes",
      months: "des durées en mois",
    },
    words: "Ses mots\u202f; aucun, tous conviennent",
    from: "De",
    to: "À",
    otherwise: "Si aucune ligne ne s’applique",
    remove: (name) => (name === "" ? "Enlever" : `Enlever ${name}`),
  },
}
