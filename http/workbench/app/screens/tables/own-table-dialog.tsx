import { signal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { call } from "../../kit/call.ts"
import { type InLanguages, inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { go } from "../../kit/route.ts"
import { SelectField } from "../../kit/select-field.tsx"
import { session } from "../../kit/session.ts"
import { FreeColumns, freePartsOf, shapeOfFree } from "./free-columns.tsx"
import { hookWords } from "./hook-words.ts"
import { useAsking } from "../../panels/asking.ts"
import { FormDialog } from "../../panels/form-dialog.tsx"
import type { HookShown } from "../../../protocol/table.ts"
import type { OwnTableShape } from "../../../../../rules/tables/own-table-texts.ts"

/** The table whose columns are open; empty for a new one, null where the dialog is closed. */
const opened = signal<string | null>(null)

/** Opens the dialog for a new table, or the columns of one of the analysts' own. */
export const openOwnTable = (file: string): void => {
  opened.value = file
}

/** A new table of one's own: what it is for and its columns; or those of one that there is. */
export const OwnTableDialog = (): JSX.Element | null => {
  const file = opened.value
  return file === null ? null : <OwnTable key={file} file={file} />
}

const close = (): void => {
  opened.value = null
}

interface Known {
  readonly hooks: ReadonlyArray<HookShown>
  readonly shape: OwnTableShape
}

const emptyShape: OwnTableShape = {
  name: "",
  about: "",
  hook: "refuse",
  hitPolicy: "first",
  conditions: [],
  results: [],
  notes: [],
}

/** What is known before anything can be chosen; undefined while it is asked. */
const useKnown = (file: string): Known | undefined => {
  const [known, setKnown] = useState<Known>()
  useEffect(() => {
    void Promise.all([
      call("hooks", {}),
      file === "" ? emptyShape : call("ownShape", { file }),
    ]).then(([hooks, shape]) => setKnown({ hooks, shape }))
  }, [file])
  return known
}

const OwnTable = ({ file }: { readonly file: string }): JSX.Element | null => {
  const known = useKnown(file)
  return known === undefined ? null : <OwnTableForm file={file} known={known} />
}

const OwnTableForm = ({
  file,
  known: { hooks, shape: first },
}: {
  readonly file: string
  readonly known: Known
}): JSX.Element => {
  const words = inWords(ownTableWords)
  const isNew = file === ""
  const asked = useAsking()
  const [shape, setShape] = useState(first)
  const [free, setFree] = useState(() => freePartsOf(first))
  const change = (changes: Partial<OwnTableShape>): void => setShape({ ...shape, ...changes })
  const isFree = shape.hook === ""
  const hook = hooks.find(({ name }) => name === shape.hook)
  const needed = neededBy(hook, shape.results)
  const columns = isFree
    ? shapeOfFree(free)
    : {
        conditions: shape.conditions,
        results: [...needed, ...shape.results.filter((name) => !needed.includes(name))],
      }
  const { results } = columns
  const missing = words.missing({
    isNameless: shape.name.trim() === "",
    isUnconditional: columns.conditions.length === 0,
    hasNoResult: results.length === 0,
  })
  const write = async (): Promise<void> => {
    const done = await call("shapeOwnTable", {
      file: isNew ? null : file,
      revision: session.peek()?.revision ?? 0,
      shape: { ...shape, ...columns, name: shape.name.trim(), about: aboutOf(shape) },
    })
    close()
    tell(isNew ? words.made : words.changed)
    if (isNew) go("tables", done.file)
  }
  const remove = async (): Promise<void> => {
    await call("removeOwnTable", { file })
    close()
    tell(words.removed)
    go("tables")
  }
  const offered = [...new Set([...policies, first.hitPolicy])]
  const title = isNew ? words.title : words.columnsOf(first.name)
  return (
    <FormDialog
      title={title}
      class="own-table"
      close={close}
      main={{
        label: isNew ? words.make : words.change,
        work: () => asked.ask(write),
        isReady: missing === "",
      }}
      leave={words.leave}
      asked={asked}
      told={missing}
      besides={
        isNew ? null : (
          <button
            type="button"
            class="button small"
            disabled={asked.isBusy}
            onClick={() => asked.ask(remove)}
          >
            {words.remove}
          </button>
        )
      }
    >
      <div class="field">
        <label for="own-name">{words.name}</label>
        <input
          id="own-name"
          type="text"
          autoFocus
          autocomplete="off"
          value={shape.name}
          onInput={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for="own-about">{words.about}</label>
        <input
          id="own-about"
          type="text"
          autocomplete="off"
          value={shape.about}
          onInput={({ currentTarget }) => change({ about: currentTarget.value })}
        />
      </div>
      <SelectField
        id="own-hook"
        label={words.hook}
        value={shape.hook}
        options={[
          ...hooks.map(({ name, place }) => ({
            value: name,
            text: words.hooks[name] ?? name,
            group: words.places[place] ?? place,
          })),
          { value: "", text: words.lookUp, group: words.byYou },
        ]}
        onChoose={(name) => change({ hook: name, conditions: [], results: [] })}
      />
      {isFree ? <p class="help">{words.lookUpAbout}</p> : null}
      <SelectField
        id="own-policy"
        label={words.policy}
        value={shape.hitPolicy}
        options={offered.map((value) => ({ value, text: words.policies[value] ?? value }))}
        onChoose={(value) =>
          change({ hitPolicy: offered.find((each) => each === value) ?? "first" })
        }
      />
      {isFree ? (
        <>
          <FreeColumns
            part="conditions"
            columns={free.conditions}
            change={(conditions) => setFree({ ...free, conditions })}
          />
          <FreeColumns
            part="results"
            columns={free.results}
            change={(outcomes) => setFree({ ...free, results: outcomes })}
          />
        </>
      ) : (
        <>
          <ColumnTicks
            legend={words.conditions}
            columns={hook?.facts ?? []}
            chosen={shape.conditions}
            choose={(name, isChosen) =>
              change({ conditions: toggled(shape.conditions, name, isChosen) })
            }
          />
          <ColumnTicks
            legend={words.results}
            columns={hook?.results ?? []}
            chosen={results}
            isFixed={(name) => hook !== undefined && isFixed(hook, name)}
            choose={(name, isChosen) => change({ results: toggled(shape.results, name, isChosen) })}
          />
        </>
      )}
      <div class="field">
        <label for="own-notes">{words.notes}</label>
        <input
          id="own-notes"
          type="text"
          autocomplete="off"
          aria-describedby="own-notes-help"
          value={shape.notes.join(", ")}
          onChange={({ currentTarget }) => change({ notes: namesIn(currentTarget.value) })}
        />
        <p id="own-notes-help" class="help">
          {words.notesHelp}
        </p>
      </div>
    </FormDialog>
  )
}

const policies: ReadonlyArray<OwnTableShape["hitPolicy"]> = ["first", "unique", "any", "collect"]

/** Columns to tick, with what each says. */
const ColumnTicks = ({
  choose,
  chosen,
  columns,
  isFixed: isKept,
  legend,
}: {
  readonly legend: string
  readonly columns: HookShown["facts" | "results"]
  readonly chosen: ReadonlyArray<string>
  readonly isFixed?: (name: string) => boolean
  readonly choose: (name: string, isChosen: boolean) => void
}): JSX.Element => (
  <fieldset class="own-columns">
    <legend>{legend}</legend>
    {columns.map(({ about, name }) => (
      <label key={name} class="tick">
        <input
          type="checkbox"
          checked={chosen.includes(name)}
          disabled={isKept?.(name) ?? false}
          onChange={({ currentTarget }) => choose(name, currentTarget.checked)}
        />
        <span>
          <b class="code">{name}</b> <span class="second">{inWords(hookWords)[name] ?? about}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

/** The results that a table must have at its hook: those that are begun, else the first choice. */
const neededBy = (
  hook: HookShown | undefined,
  chosen: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const begun = hook?.needs.find((names) => names.some((name) => chosen.includes(name)))
  return begun ?? hook?.needs[0] ?? []
}

/** Whether a table has a result at its hook in any case. */
const isFixed = ({ needs }: HookShown, name: string): boolean =>
  needs.length === 1 && needs[0]?.includes(name) === true

const toggled = (
  names: ReadonlyArray<string>,
  name: string,
  isChosen: boolean,
): ReadonlyArray<string> => (isChosen ? [...names, name] : names.filter((each) => each !== name))

const namesIn = (text: string): ReadonlyArray<string> =>
  text
    .split(/[,;\s]+/)
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** What a table says where nobody has written it: its name. */
const aboutOf = ({ about, name }: OwnTableShape): string =>
  about.trim() === "" ? `${name.trim()}.` : about.trim()

interface Missing {
  readonly isNameless: boolean
  readonly isUnconditional: boolean
  readonly hasNoResult: boolean
}

const en = {
  open: "New table…",
  title: "New table",
  columnsOf: (name: string) => `Columns of ${name}`,
  name: "Name",
  about: "What it says, in a sentence",
  hook: "What it is for",
  hooks: {
    refuse: "Refuse: the offer is not sold for the trip",
    refer: "Refer: a person has to look at the trip",
    surcharge: "Surcharge: the premium rises",
    drop: "Drop: the argument is not told",
    weaken: "Weaken: the argument weighs less",
    prefer: "Prefer: the argument comes first",
  } as Readonly<Record<string, string>>,
  places: { offers: "Offers", arguments: "Arguments" } as Readonly<Record<string, string>>,
  policy: "When several rows apply",
  policies: {
    first: "The first row counts",
    unique: "Only one may apply",
    any: "They must agree",
    collect: "All of them count",
  } as Readonly<Record<string, string>>,
  conditions: "Conditions",
  results: "Results",
  notes: "Columns of your own, such as notes and codes",
  notesHelp: "Small letters, digits and underscores, with commas between them.",
  lookUp: "Look up: nothing asks it yet",
  byYou: "By you",
  lookUpAbout:
    "Prices and bilans stay as they are. Cases beside it ask it, and so does “tables evaluate”; a gap in it is a finding.",
  missing: ({ hasNoResult, isNameless, isUnconditional }: Missing): string => {
    if (isNameless) return "It has no name yet."
    if (isUnconditional) return "It has no condition yet."
    return hasNoResult ? "It has no result yet." : ""
  },
  make: "Make it",
  change: "Change it",
  remove: "Delete the table",
  leave: "Leave it",
  made: "The table is there. Until it has a row, everything goes on as before. Ctrl Z takes it back.",
  changed: "The columns are changed. Ctrl Z takes it back.",
  removed: "The table is gone. Ctrl Z brings it back.",
}

/** The words of the dialog for tables of one's own. */
export const ownTableWords: InLanguages<typeof en> = {
  en,
  fr: {
    open: "Nouvelle table…",
    title: "Nouvelle table",
    columnsOf: (name) => `Colonnes de ${name}`,
    name: "Nom",
    about: "Ce qu’elle dit, en une phrase",
    hook: "À quoi elle sert",
    hooks: {
      refuse: "Refuser\u00a0: l’offre n’est pas vendue pour ce voyage",
      refer: "Soumettre\u00a0: une personne doit regarder ce voyage",
      surcharge: "Majorer\u00a0: la prime augmente",
      drop: "Retirer\u00a0: l’argument ne se dit pas",
      weaken: "Affaiblir\u00a0: l’argument pèse moins",
      prefer: "Préférer\u00a0: l’argument passe devant",
    },
    places: { offers: "Offres", arguments: "Arguments" },
    policy: "Quand plusieurs lignes s’appliquent",
    policies: {
      first: "La première ligne compte",
      unique: "Une seule peut s’appliquer",
      any: "Elles doivent s’accorder",
      collect: "Toutes comptent",
    },
    conditions: "Conditions",
    results: "Résultats",
    notes: "Vos propres colonnes, comme des notes ou des codes",
    notesHelp: "Des minuscules, des chiffres et des tirets bas, séparés par des virgules.",
    lookUp: "Consulter\u00a0: rien ne l’interroge encore",
    byYou: "Par vous",
    lookUpAbout:
      "Les prix et les bilans restent tels quels. Des cas d’essai l’interrogent, et «\u00a0tables evaluate\u00a0» aussi\u202f; un trou y est signalé.",
    missing: ({ hasNoResult, isNameless, isUnconditional }) => {
      if (isNameless) return "Elle n’a pas encore de nom."
      if (isUnconditional) return "Elle n’a pas encore de condition."
      return hasNoResult ? "Elle n’a pas encore de résultat." : ""
    },
    make: "La créer",
    change: "La changer",
    remove: "Supprimer la table",
    leave: "Laisser",
    made: "La table est là. Tant qu’elle n’a pas de ligne, tout reste comme avant. Ctrl Z revient en arrière.",
    changed: "Les colonnes ont changé. Ctrl Z revient en arrière.",
    removed: "La table n’est plus là. Ctrl Z la ramène.",
  },
}
