import type { InLanguages } from "../../kit/language.ts"

const en = {
  title: "Multiply amounts",
  about: (rows: number, columns: string) =>
    `${rows} ${rows === 1 ? "row" : "rows"}: ${columns}. A minus sign lowers them.`,
  by: "By",
  unit: "As",
  percent: "per cent more",
  factor: "factor",
  round: "Round to",
  roundNone: "decimals of the cell",
  row: "Row",
  column: "Column",
  before: "Before",
  after: "After",
  changes: (count: string, isCut: boolean) =>
    isCut ? `${count} cells change; the first of them:` : `${count} cells change:`,
  write: (count: string) => `Multiply ${count} cells`,
  leave: "Leave them as they are",
}

/** The words of the dialog that multiplies amounts. */
export const multiplyWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Multiplier des montants",
    about: (rows, columns) =>
      `${rows} ${rows < 2 ? "ligne" : "lignes"}\u00a0: ${columns}. Un signe moins les baisse.`,
    by: "De",
    unit: "En",
    percent: "pour cent de plus",
    factor: "facteur",
    round: "Arrondir à",
    roundNone: "décimales de la cellule",
    row: "Ligne",
    column: "Colonne",
    before: "Avant",
    after: "Après",
    changes: (count, isCut) =>
      isCut
        ? `${count} cellules changent\u202f; les premières\u00a0:`
        : `${count} cellules changent\u00a0:`,
    write: (count) => `Multiplier ${count} cellules`,
    leave: "Les laisser telles quelles",
  },
}
