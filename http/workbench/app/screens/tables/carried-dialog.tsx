import { signal } from "@preact/signals"
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { plainColumnName } from "../../../../../core/table/names.ts"
import { call } from "../../kit/call.ts"
import { type InLanguages, inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { session } from "../../kit/session.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { useAsking } from "../../panels/asking.ts"
import { FormDialog } from "../../panels/form-dialog.tsx"
import { useGrid } from "./grid.ts"

/** The table whose own columns are being chosen; null while none are. */
const opened = signal<string | null>(null)

/** What names of columns of one's own begin with, in the file. */
const prefix = "own_"

/** Opens the columns that analysts have given a shipped table. */
export const openCarried = (file: string): void => {
  opened.value = file
}

/** The columns of one's own of a shipped table: notes and codes that are kept, and that nothing reads. */
export const CarriedDialog = (): JSX.Element | null => {
  const { grid } = useGrid()
  const file = opened.value
  const table = grid.value
  if (file === null || table?.file !== file) return null
  const names = table.columns.flatMap(({ name }) => (name.startsWith(prefix) ? [name] : []))
  return <Carried key={file} file={file} first={names} />
}

const close = (): void => {
  opened.value = null
}

const Carried = ({
  file,
  first,
}: {
  readonly file: string
  readonly first: ReadonlyArray<string>
}): JSX.Element => {
  const words = inWords(carriedWords)
  const asked = useAsking()
  const [text, setText] = useState(first.map((name) => name.slice(prefix.length)).join(", "))
  const columns = columnsIn(text)
  const gone = first.filter((name) => !columns.includes(name))
  const write = async (): Promise<void> => {
    await call("carryColumns", { file, revision: session.peek()?.revision ?? 0, columns })
    close()
    tell(words.changed)
  }
  return (
    <FormDialog
      title={words.title(tableTitle(file))}
      class="own-table"
      close={close}
      main={{ label: words.change, work: () => asked.ask(write), isReady: true }}
      leave={words.leave}
      asked={asked}
      told={gone.length === 0 ? "" : words.gone(gone.join(", "))}
    >
      <p class="second">{words.about}</p>
      <div class="field">
        <label for="carried-names">{words.names}</label>
        <input
          id="carried-names"
          type="text"
          autoFocus
          autocomplete="off"
          aria-describedby="carried-help"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p id="carried-help" class="help">
          {columns.length === 0 ? words.help : words.inFile(columns.join(", "))}
        </p>
      </div>
    </FormDialog>
  )
}

/** Names as the file has them, from how people type them. */
const columnsIn = (text: string): ReadonlyArray<string> => {
  const names = text.split(/[,;\n]+/).map(plainColumnName)
  return [...new Set(names.filter((name) => name !== "").map((name) => `${prefix}${name}`))]
}

const en = {
  title: (table: string) => `Your columns in ${table}`,
  about:
    "Notes and codes of yours beside each row. They are kept, shown, compared and released; no price and no bilan reads them.",
  names: "Names",
  help: "With commas between them.",
  inFile: (names: string) => `In the file: ${names}`,
  gone: (names: string) => `This deletes all that ${names} holds.`,
  change: "Change it",
  leave: "Leave it",
  changed: "The columns are changed. Ctrl Z takes it back.",
}

const carriedWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: (table) => `Vos colonnes dans ${table}`,
    about:
      "Vos notes et vos codes à côté de chaque ligne. Ils sont gardés, montrés, comparés et publiés\u00a0; aucun prix et aucun bilan ne les lit.",
    names: "Noms",
    help: "Séparés par des virgules.",
    inFile: (names) => `Dans le fichier\u00a0: ${names}`,
    gone: (names) => `Ce qui se trouve dans ${names} est supprimé.`,
    change: "Changer",
    leave: "Laisser",
    changed: "Les colonnes ont changé. Ctrl Z revient en arrière.",
  },
}
