import { type InLanguages, numberText } from "../../kit/language.ts"
import type { TypesetSign } from "../../../../../core/vocabulary/french-typography.ts"

const signsInFrench: Readonly<Record<TypesetSign, string>> = {
  quotes: "guillemets",
  apostrophe: "apostrophe",
  space: "espace",
}

const frenchSigns = (signs: ReadonlyArray<TypesetSign>): string =>
  signs.map((sign) => signsInFrench[sign]).join(", ")

const namedMax = 5

/** The first of some names, and how many there are besides. */
const someNames = (names: ReadonlyArray<string>): string =>
  names.length <= namedMax
    ? names.join(", ")
    : `${names.slice(0, namedMax).join(", ")} (+\u202f${names.length - namedMax})`

const en = {
  tables: "Tables",
  tablesByTask: "Tables by task",
  chooseTable:
    "Choose a table: its rows open as a grid, and each edit is written to its file at once.",
  changedRows: (count: number) => `${numberText(count)} ${count === 1 ? "row" : "rows"} changed`,
  rowCount: (count: number) => `${numberText(count)} ${count === 1 ? "row" : "rows"}`,
  findings: (count: number) => `${count} ${count === 1 ? "finding" : "findings"}`,
  noSuchTable: "There is no such table.",
  reading: "Reading the rows…",
  unreadable: "This file cannot be read as a table. Repair it in a text editor:",
  unreadableAt: (line: number, expected: string) => `line ${line}: expected ${expected}`,
  rowsShown: (shown: number, all: number) =>
    shown === all
      ? `${numberText(all)} ${all === 1 ? "row" : "rows"}`
      : `${numberText(shown)} of ${numberText(all)} rows`,
  filter: "Show only rows with",
  filterHint: "Filter rows",
  onlyThis: "Only this value",
  removeFilter: (text: string) => `Show rows without “${text}” again`,
  sortedBy: (column: string, isDown: boolean) =>
    `Sorted by ${column}, ${isDown ? "highest first" : "lowest first"}; the file keeps its order`,
  unsort: "Order of the file",
  multiply: "Multiply…",
  fillDown: "Fill down",
  addRow: "Add row",
  more: "More",
  duplicate: "Duplicate rows",
  moveUp: "Move up",
  moveDown: "Move down",
  deleteRows: "Delete rows",
  splitBands: "Split bands…",
  replaceIn: "Find and replace…",
  showHits: "Show how often rows count",
  hits: {
    title: "Hits",
    about: "In how many own cases and situations of the corpus each row counts",
    counting: "Counting…",
    which: "Rows by hits",
    all: "all rows",
    never: "never hit",
    "no-case": "hit by no own case",
    sort: "Sort by hits",
    counted: (cases: number, corpus: number) =>
      `${numberText(cases)} own ${cases === 1 ? "case" : "cases"}, ${numberText(corpus)} of the corpus`,
    none: "never",
  },
  mergeBands: (column: string) => `Merge bands of ${column}`,
  bandsMerged: (before: number, after: number) =>
    `${numberText(before)} rows merged into ${numberText(after)}.`,
  rowHead: "Lines of the file",
  cellAt: (column: string, line: number) => `${column}, row ${line}`,
  idle: (kind: string | undefined): string =>
    kind === "ghost"
      ? "No row applies here. Enter adds the one that is drawn."
      : kind === "fold"
        ? "Enter shows or folds these comments."
        : kind === "remedies"
          ? "Enter goes to the buttons."
          : "Choose a cell to see and change what it says.",
  folded: (count: number, first: string) =>
    `${count} lines of comments${first === "" ? "" : `: ${first}`}`,
  proving: "A moment: the row is being tried against all others.",
  written: "written",
  nothing: "nothing",
  was: (text: string) => `was ${text}`,
  gone: "gone",
  savedAgo: (words: string) => `Saved to the file ${words}`,
  savedNever: "Every edit is saved to the file at once",
  secondsAgo: (count: number) => `${count} s ago`,
  minutesAgo: (count: number) => `${count} min ago`,
  hoursAgo: (count: number) => `${count} h ago`,
  legend: "changed, old value struck",
  allKeys: "all keys",
  changedOutside: "Another program has changed the tables; the grid shows them as they are now.",
  merged: "Another program had changed other rows meanwhile; both changes are in the file.",
  rewritten: (before: string, after: string) => `“${before}” is written as ${after}.`,
  typeset: (signs: ReadonlyArray<TypesetSign>) => `Typeset: ${signs.join(", ")}.`,
  pasted: (cells: number, rows: number) =>
    `${numberText(cells)} cells pasted${rows > 0 ? `, ${numberText(rows)} rows added` : ""}.`,
  pastedRewritten: (count: number, before: string, after: string) =>
    `${numberText(count)} were read as tables write them, such as “${before}” as ${after}.`,
  pastedTypeset: (count: number, signs: ReadonlyArray<TypesetSign>) =>
    `${numberText(count)} were typeset: ${signs.join(", ")}.`,
  pastedRefused: (count: number) =>
    `${numberText(count)} are not allowed in their cells; they are marked.`,
  pastedLeftOut: (count: number) =>
    `${numberText(count)} fell outside the table and were left out.`,
  pastedBesides: (names: ReadonlyArray<string>) =>
    `Left as they are, because they are hidden: ${someNames(names)}.`,
  pasteTooWide: (wide: number, room: number, names: ReadonlyArray<string>) =>
    `Nothing is pasted: the block has ${wide} columns and ${room} are shown from here on. Hidden: ${someNames(names)}.`,
  cannotMoveSorted: "Rows move in the order of the file. Show that order first.",
  fillNeedsRows: "Select the cells to fill: the first row and those below it.",
  multiplyNeedsFigures: "Select cells with figures to multiply.",
  ghostUnknown: "?",
  takenBy: "Taken by",
  goToRow: (line: number) => `Go to row ${line}`,
  keepOrUndo: "It is in the file as you typed it.",
  takeItBack: "Take it back",
  write: (text: string) => `Write ${text}`,
  leaveEmpty: "Leave it empty",
  asideLabel: "Findings and impact",
  keysTitle: "Grid",
  keys: {
    move: "Go from cell to cell; with Shift, select (Tab: go back)",
    ends: "First or last cell of the row; with Ctrl, of the table",
    edit: "Change the cell by what it means; on a gap, add the row; on buttons, go into them",
    editWritten: "Change the cell as it is written, in its place",
    leave: "Leave the cell as it was",
    type: "Write over the cell; Tab, Enter and arrows write it and go on, Enter to where the Tabs began",
    empty: "Empty the selected cells",
    row: "Select whole rows",
    copyPaste: "Copy, cut and paste, from and to a spreadsheet",
    fill: "Fill down",
    insert: "Add a row",
    moveRow: "Move rows up or down",
    sort: "Sort by this column, in this view only; with Shift, as one more",
    filter: "Filter by this column",
    column: "What can be done to this column; with Shift, all columns",
    wholeColumn: "Select whole columns",
    replace: "Find and replace",
  },
}

/** The words of the grid. */
export const gridWords: InLanguages<typeof en> = {
  en,
  fr: {
    tables: "Tables",
    tablesByTask: "Tables par tâche",
    chooseTable:
      "Choisissez une table\u00a0: ses lignes s’ouvrent en grille, et chaque modification est aussitôt écrite dans son fichier.",
    changedRows: (count) =>
      `${numberText(count)} ${count < 2 ? "ligne modifiée" : "lignes modifiées"}`,
    rowCount: (count) => `${numberText(count)} ${count < 2 ? "ligne" : "lignes"}`,
    findings: (count) => `${count} ${count < 2 ? "constat" : "constats"}`,
    noSuchTable: "Cette table n’existe pas.",
    reading: "Lecture des lignes…",
    unreadable:
      "Ce fichier ne peut pas être lu comme une table. Réparez-le dans un éditeur de texte\u00a0:",
    unreadableAt: (line, expected) => `à la ligne ${line}, il faut ${expected}`,
    rowsShown: (shown, all) =>
      shown === all
        ? `${numberText(all)} ${all < 2 ? "ligne" : "lignes"}`
        : `${numberText(shown)} lignes sur ${numberText(all)}`,
    filter: "Ne montrer que les lignes avec",
    filterHint: "Filtrer les lignes",
    onlyThis: "Cette valeur seulement",
    removeFilter: (text) => `Montrer de nouveau les lignes sans «\u00a0${text}\u00a0»`,
    sortedBy: (column, isDown) =>
      `Trié par ${column}, ${isDown ? "le plus grand d’abord" : "le plus petit d’abord"}\u202f; le fichier garde son ordre`,
    unsort: "Ordre du fichier",
    multiply: "Multiplier…",
    fillDown: "Recopier vers le bas",
    addRow: "Ajouter une ligne",
    more: "Plus",
    duplicate: "Dupliquer les lignes",
    moveUp: "Monter",
    moveDown: "Descendre",
    deleteRows: "Supprimer les lignes",
    splitBands: "Couper des tranches…",
    replaceIn: "Chercher et remplacer…",
    showHits: "Montrer les passages par ligne",
    hits: {
      title: "Passages",
      about: "Dans combien de cas à vous et de situations du corpus chaque ligne compte",
      counting: "Décompte…",
      which: "Lignes selon leurs passages",
      all: "toutes les lignes",
      never: "jamais atteintes",
      "no-case": "atteintes par aucun de vos cas",
      sort: "Trier par passages",
      counted: (cases, corpus) =>
        `${numberText(cases)} cas à vous, ${numberText(corpus)} du corpus`,
      none: "jamais",
    },
    mergeBands: (column) => `Réunir les tranches\u00a0: ${column}`,
    bandsMerged: (before, after) => `${numberText(before)} lignes réunies en ${numberText(after)}.`,
    rowHead: "Lignes du fichier",
    cellAt: (column, line) => `${column}, ligne ${line}`,
    idle: (kind) =>
      kind === "ghost"
        ? "Aucune ligne ne s’applique ici. Entrée ajoute la ligne telle qu’elle serait."
        : kind === "fold"
          ? "Entrée affiche ou replie ces commentaires."
          : kind === "remedies"
            ? "Entrée mène aux boutons."
            : "Choisissez une cellule pour lire et changer ce qu’elle dit.",
    folded: (count, first) =>
      `${count} lignes de commentaires${first === "" ? "" : `\u00a0: ${first}`}`,
    proving: "Un instant\u00a0: la ligne est essayée avec toutes les autres.",
    written: "s’écrit",
    nothing: "rien",
    was: (text) => `avant\u00a0: ${text}`,
    gone: "supprimée",
    savedAgo: (words) => `Enregistré dans le fichier ${words}`,
    savedNever: "Chaque modification est aussitôt enregistrée dans le fichier",
    secondsAgo: (count) => `il y a ${count}\u00a0s`,
    minutesAgo: (count) => `il y a ${count}\u00a0min`,
    hoursAgo: (count) => `il y a ${count}\u00a0h`,
    legend: "modifié, ancienne valeur barrée",
    allKeys: "toutes les touches",
    changedOutside:
      "Un autre programme a modifié les tables\u202f; la grille les montre telles qu’elles sont maintenant.",
    merged:
      "Un autre programme avait modifié d’autres lignes entre-temps\u202f; les deux changements sont dans le fichier.",
    rewritten: (before, after) => `«\u00a0${before}\u00a0» s’écrit ${after}.`,
    typeset: (signs) => `Typographie\u00a0: ${frenchSigns(signs)}.`,
    pasted: (cells, rows) =>
      `${numberText(cells)} cellules collées${rows > 0 ? `, ${numberText(rows)} lignes ajoutées` : ""}.`,
    pastedRewritten: (count, before, after) =>
      `${numberText(count)} ont été lues comme les tables les écrivent, par exemple «\u00a0${before}\u00a0» comme ${after}.`,
    pastedTypeset: (count, signs) =>
      `${numberText(count)} ont été mises en forme\u00a0: ${frenchSigns(signs)}.`,
    pastedRefused: (count) =>
      `${numberText(count)} ne sont pas admises à leur place\u202f; elles sont marquées.`,
    pastedLeftOut: (count) =>
      `${numberText(count)} se trouvent hors de la table et ont été laissées de côté.`,
    pastedBesides: (names) => `Laissées telles quelles, car masquées\u00a0: ${someNames(names)}.`,
    pasteTooWide: (wide, room, names) =>
      `Rien n’est collé\u00a0: le bloc a ${wide} colonnes et ${room} sont affichées à partir d’ici. Masquées\u00a0: ${someNames(names)}.`,
    cannotMoveSorted:
      "Les lignes se déplacent dans l’ordre du fichier. Affichez d’abord cet ordre.",
    fillNeedsRows:
      "Sélectionnez les cellules à remplir\u00a0: la première ligne et celles du dessous.",
    multiplyNeedsFigures: "Sélectionnez des cellules chiffrées à multiplier.",
    ghostUnknown: "?",
    takenBy: "Prise par",
    goToRow: (line) => `Aller à la ligne ${line}`,
    keepOrUndo: "Elle est dans le fichier telle que vous l’avez tapée.",
    takeItBack: "Revenir en arrière",
    write: (text) => `Écrire ${text}`,
    leaveEmpty: "Laisser vide",
    asideLabel: "Constats et effets",
    keysTitle: "Grille",
    keys: {
      move: "Aller de cellule en cellule\u202f; avec Maj, sélectionner (Tab\u202f: revenir)",
      ends: "Première ou dernière cellule de la ligne\u202f; avec Ctrl, de la table",
      edit: "Modifier la cellule selon son sens\u202f; sur un trou, ajouter la ligne\u202f; sur des boutons, y entrer",
      editWritten: "Modifier la cellule telle qu’elle est écrite, sur place",
      leave: "Laisser la cellule comme elle était",
      type: "Remplacer la cellule\u202f; Tab, Entrée et les flèches l’écrivent et continuent, Entrée sous le premier Tab",
      empty: "Vider les cellules sélectionnées",
      row: "Sélectionner des lignes entières",
      copyPaste: "Copier, couper et coller, depuis et vers un tableur",
      fill: "Recopier vers le bas",
      insert: "Ajouter une ligne",
      moveRow: "Monter ou descendre les lignes",
      sort: "Trier par cette colonne, pour regarder seulement\u202f; avec Maj, en plus",
      filter: "Filtrer par cette colonne",
      column: "Ce qu’on peut faire de cette colonne\u202f; avec Maj, toutes les colonnes",
      wholeColumn: "Sélectionner des colonnes entières",
      replace: "Chercher et remplacer",
    },
  },
}
