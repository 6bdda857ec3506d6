import type { InLanguages } from "../../kit/language.ts"

const en = {
  title: "The same rows have changed on disk",
  about: (table: string, rows: number) =>
    `Another program has changed ${rows === 1 ? "a row" : `${rows} rows`} of ${table} that your edit changes, too. Nothing has been overwritten: choose what each row is to say.`,
  row: (line: number) => `Row ${line}`,
  version: "Version",
  base: "Before both",
  mine: "Yours",
  theirs: "On disk",
  noRow: "this row is not there",
  settle: "Write what is chosen",
  keepTheirs: "Keep all as on disk",
}

/** The words of the choice between an edit and what is on disk. */
export const conflictWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Les mêmes lignes ont changé sur le disque",
    about: (table, rows) =>
      `Un autre programme a modifié ${rows === 1 ? "une ligne" : `${rows} lignes`} de ${table} que votre modification change aussi. Rien n’a été écrasé\u00a0: choisissez ce que chaque ligne doit dire.`,
    row: (line) => `Ligne ${line}`,
    version: "Version",
    base: "Avant les deux",
    mine: "La vôtre",
    theirs: "Sur le disque",
    noRow: "cette ligne n’y est pas",
    settle: "Écrire ce qui est choisi",
    keepTheirs: "Tout garder comme sur le disque",
  },
}
