import { type InLanguages, numberText } from "../../kit/language.ts"

const en = {
  menuOf: (column: string) => `What can be done to ${column}`,
  sort: "Sort by it",
  filter: "Filter…",
  pinTo: "Freeze up to here",
  unpin: "Freeze none",
  pinsFit: (drawn: number, asked: number) =>
    `There is room for ${drawn} of ${asked} frozen columns; the others scroll until there is more.`,
  hide: (count: number) => (count === 1 ? "Hide" : `Hide ${count} columns`),
  showAll: (count: number) =>
    count === 1 ? "Show 1 hidden column" : `Show ${count} hidden columns`,
  group: (count: number) => `Group ${count} selected columns`,
  fold: "Fold its group",
  ungroup: "Ungroup",
  fit: "Fit all widths",
  list: "Columns…",
  foldGroup: (title: string, count: number, isFolded: boolean) =>
    isFolded ? `Show all ${count} columns of ${title}` : `Fold ${title} to its first column`,
  open: "Columns",
  hidden: (count: number) => `${numberText(count)} hidden`,
  pinned: (count: number) => `${numberText(count)} frozen`,
  isHidden: "hidden",
  foundIn: (columns: string) => `Also found in ${columns}: show`,
  view: "View",
  allColumns: "All columns",
  changedSince: "changed since",
  name: "Keep it as",
  keep: "Keep view",
  drop: "Forget view",
  find: "Find a column",
  all: "Show all",
  none: "Hide all",
  pin: (column: string) => `Freeze ${column}`,
  pinShort: "freeze",
  titleOf: "Title of the group",
  noneFound: "No column is called so.",
  ownColumns: "Your own columns…",
  shape: "Change the table…",
  close: "Close",
  about: "What you hide stays in the file, and is neither copied nor pasted into.",
  inFile: "Columns of the file",
  inFileAbout:
    "A ticked column is in the file. Unticking one deletes what it holds; Ctrl Z takes it back.",
  needed: "always there",
}

/** The words for what is done to columns. */
export const columnWords: InLanguages<typeof en> = {
  en,
  fr: {
    menuOf: (column) => `Ce qu’on peut faire de ${column}`,
    sort: "Trier par elle",
    filter: "Filtrer…",
    pinTo: "Figer jusqu’ici",
    unpin: "Ne rien figer",
    pinsFit: (drawn, asked) =>
      `Il y a la place de figer ${drawn} colonnes sur ${asked}\u202f; les autres défilent jusqu’à ce qu’il y en ait plus.`,
    hide: (count) => (count < 2 ? "Masquer" : `Masquer ${count} colonnes`),
    showAll: (count) =>
      count < 2 ? "Afficher la colonne masquée" : `Afficher ${count} colonnes masquées`,
    group: (count) => `Grouper ${count} colonnes sélectionnées`,
    fold: "Replier son groupe",
    ungroup: "Dégrouper",
    fit: "Ajuster toutes les largeurs",
    list: "Colonnes…",
    foldGroup: (title, count, isFolded) =>
      isFolded
        ? `Afficher les ${count} colonnes de ${title}`
        : `Replier ${title} sur sa première colonne`,
    open: "Colonnes",
    hidden: (count) => `${numberText(count)} ${count < 2 ? "masquée" : "masquées"}`,
    pinned: (count) => `${numberText(count)} ${count < 2 ? "figée" : "figées"}`,
    isHidden: "masquée",
    foundIn: (columns) => `Aussi dans ${columns}\u00a0: afficher`,
    view: "Vue",
    allColumns: "Toutes les colonnes",
    changedSince: "modifiée depuis",
    name: "La garder sous",
    keep: "Garder la vue",
    drop: "Oublier la vue",
    find: "Chercher une colonne",
    all: "Tout afficher",
    none: "Tout masquer",
    pin: (column) => `Figer ${column}`,
    pinShort: "figer",
    titleOf: "Titre du groupe",
    noneFound: "Aucune colonne ne s’appelle ainsi.",
    ownColumns: "Vos propres colonnes…",
    shape: "Changer la table…",
    close: "Fermer",
    about: "Ce que vous masquez reste dans le fichier\u202f; rien n’y est copié ni collé.",
    inFile: "Colonnes du fichier",
    inFileAbout:
      "Une colonne cochée est dans le fichier. La décocher supprime ce qu’elle contient\u202f; Ctrl Z revient en arrière.",
    needed: "toujours là",
  },
}
