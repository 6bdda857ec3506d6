import type { AdditionKind } from "../../../../../rules/additions/kinds.ts"
import { type InLanguages, numberText } from "../../kit/language.ts"

const rowsText = (rows: number, one: string, many: string, isOne: boolean): string =>
  `${numberText(rows)} ${isOne ? one : many}`

const en = {
  titles: {
    argument: "New argument",
    card: "New card",
    insurer: "New insurer",
    destination: "New rule of a destination",
    market: "New market",
  } satisfies Readonly<Record<AdditionKind, string>>,
  kinds: "What is added",
  comesTo: (rows: number, tables: number): string =>
    `${rowsText(rows, "row", "rows", rows === 1)} in ${rowsText(tables, "table", "tables", tables === 1)}, written in one step`,
  reading: "Reading the tables…",
  like: (label: string): string => `Begin from another (${label.toLowerCase()})`,
  likeHelp: "Fills in what the two may share. Names and texts stay yours to write.",
  fromNothing: "From nothing",
  noWord: "Nothing is called that",
  nothing: "Nothing",
  any: "Any",
  another: "And one more",
  asWritten: (text: string): string => `As written: ${text}`,
  takeOut: (label: string): string => `Take out ${label}`,
  missing: "Missing",
  stillMissing: "Still missing",
  checking: "Looking what is missing…",
  nothingMissing: "Nothing is missing.",
  elsewhere: "In the tables",
  goThere: (label: string): string => `Go to ${label}`,
  add: (rows: number): string => `Add ${rowsText(rows, "row", "rows", rows === 1)}`,
  possibleOnce:
    "Possible once nothing is missing. Kept here meanwhile, also while you look elsewhere.",
  notYet: "Not yet: the list says what is missing, or is being looked up.",
  addKey: "Add it, once nothing is missing",
  writes: "What it will write",
  noRow: "No row yet",
  asCopied: (rows: number): string => `${rowsText(rows, "row", "rows", rows === 1)} as copied`,
  discard: "Discard what is filled in…",
  discardSure: (answers: number): string =>
    `${rowsText(answers, "answer is", "answers are", answers === 1)} lost.`,
  discardYes: "Discard",
  discardNo: "Keep",
  done: (rows: number): string =>
    `${rowsText(rows, "row is", "rows are", rows === 1)} there. Ctrl Z takes all of it back.`,
}

/** The words of the forms that add something. */
export const additionWords: InLanguages<typeof en> = {
  en,
  fr: {
    titles: {
      argument: "Nouvel argument",
      card: "Nouvelle carte",
      insurer: "Nouvel assureur",
      destination: "Nouvelle règle d’une destination",
      market: "Nouveau marché",
    },
    kinds: "Ce qui s’ajoute",
    comesTo: (rows, tables) =>
      `${rowsText(rows, "ligne", "lignes", rows < 2)} dans ${rowsText(tables, "table", "tables", tables < 2)}, en une seule étape`,
    reading: "Lecture des tables…",
    like: (label) => `Partir d’un autre élément (${label.toLowerCase()})`,
    likeHelp: "Remplit ce que les deux peuvent partager. Noms et textes restent à écrire.",
    fromNothing: "De rien",
    noWord: "Rien ne s’appelle ainsi",
    nothing: "Rien",
    any: "N’importe",
    another: "Et encore",
    asWritten: (text) => `Tel quel\u00a0: ${text}`,
    takeOut: (label) => `Retirer ${label}`,
    missing: "Manque",
    stillMissing: "Il manque encore",
    checking: "Recherche de ce qui manque…",
    nothingMissing: "Il ne manque rien.",
    elsewhere: "Dans les tables",
    goThere: (label) => `Aller à ${label}`,
    add: (rows) => `Ajouter ${rowsText(rows, "ligne", "lignes", rows < 2)}`,
    possibleOnce:
      "Possible quand il ne manque plus rien. Gardé ici entre-temps, même pendant que vous regardez ailleurs.",
    notYet: "Pas encore\u00a0: la liste dit ce qui manque, ou se cherche.",
    addKey: "Ajouter, quand il ne manque plus rien",
    writes: "Ce qui sera écrit",
    noRow: "Pas encore de ligne",
    asCopied: (rows) =>
      `${rowsText(rows, "ligne copiée telle quelle", "lignes copiées telles quelles", rows < 2)}`,
    discard: "Abandonner la saisie…",
    discardSure: (answers) =>
      `${rowsText(answers, "réponse est perdue", "réponses sont perdues", answers < 2)}.`,
    discardYes: "Abandonner",
    discardNo: "Garder",
    done: (rows) =>
      `${rowsText(rows, "ligne est là", "lignes sont là", rows < 2)}. Ctrl Z reprend tout.`,
  },
}
