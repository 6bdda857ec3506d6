import { durationText, type InLanguages, numberText } from "../../kit/language.ts"

const en = {
  noChange: "No open change",
  noChangeAbout:
    "Everything is as it was. Choose a table and change a row; what that does to customers appears here.",
  openChange: (rows: number, title: string, others: number) =>
    `Open change, ${numberText(rows)} ${rows === 1 ? "row" : "rows"} of ${title}${others === 0 ? "" : ` and ${others} more ${others === 1 ? "table" : "tables"}`}`,
  goOnRow: (line: number) => `Continue with row ${line}`,
  goOnTable: (title: string) => `Continue with ${title}`,
  seeImpact: "See impact",
  errors: (count: number) =>
    count === 1 ? "1 error blocks a release" : `${numberText(count)} errors block a release`,
  warnings: (count: number) =>
    count === 1 ? "1 warning needs a reason" : `${numberText(count)} warnings need a reason`,
  noErrors: "No error blocks a release",
  checking: "Checking the tables…",
  checkedIn: (tookMs: number) => `Checked in ${durationText(tookMs)}`,
  situations: (count: number) => `${numberText(count)} situations re-run`,
  ownCases: (count: number) =>
    count === 1 ? "1 of your own cases changes" : `${numberText(count)} of your own cases change`,
  tables: "Tables by task",
  filters: "Which tables",
  all: "All",
  changed: "Changed",
  withFindings: "With findings",
  rows: (count: number) => `${numberText(count)} ${count === 1 ? "row" : "rows"}`,
  changedRows: (count: number) => `${numberText(count)} changed`,
  noneChanged: "A table appears here once one of its rows is changed.",
  noneFound: "A table appears here when a check finds something in it.",
  waiting: "Waiting for you",
}

/** The words of the first screen. */
export const homeWords: InLanguages<typeof en> = {
  en,
  fr: {
    noChange: "Aucun changement en cours",
    noChangeAbout:
      "Tout est comme avant. Choisissez une table et changez une ligne\u00a0: l’effet pour les clients s’affiche ici.",
    openChange: (rows, title, others) =>
      `Changement en cours, ${numberText(rows)} ${rows < 2 ? "ligne" : "lignes"} de ${title}${others === 0 ? "" : ` et ${others} ${others < 2 ? "autre table" : "autres tables"}`}`,
    goOnRow: (line) => `Reprendre à la ligne ${line}`,
    goOnTable: (title) => `Reprendre ${title}`,
    seeImpact: "Voir les effets",
    errors: (count) =>
      count < 2
        ? `${count} erreur bloque la publication`
        : `${numberText(count)} erreurs bloquent la publication`,
    warnings: (count) =>
      count < 2
        ? `${count} avertissement demande une raison`
        : `${numberText(count)} avertissements demandent une raison`,
    noErrors: "Aucune erreur ne bloque la publication",
    checking: "Vérification des tables…",
    checkedIn: (tookMs) => `Vérifié en ${durationText(tookMs)}`,
    situations: (count) => `${numberText(count)} situations rejouées`,
    ownCases: (count) =>
      count < 2
        ? `${count} de vos propres cas change`
        : `${numberText(count)} de vos propres cas changent`,
    tables: "Tables par tâche",
    filters: "Quelles tables",
    all: "Toutes",
    changed: "Changées",
    withFindings: "Avec constats",
    rows: (count) => `${numberText(count)} ${count < 2 ? "ligne" : "lignes"}`,
    changedRows: (count) => `${numberText(count)} ${count < 2 ? "changée" : "changées"}`,
    noneChanged: "Une table apparaît ici dès qu’une de ses lignes change.",
    noneFound: "Une table apparaît ici quand une vérification y trouve quelque chose.",
    waiting: "Vous attend",
  },
}
