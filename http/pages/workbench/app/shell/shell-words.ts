import type { InLanguages } from "../kit/language.ts"

const en = {
  name: "Workbench",
  skip: "Skip to the content",
  screens: "Screens",
  before: "held against",
  search: "Search cells and texts",
  undo: "Undo",
  redo: "Redo",
  language: "Language",
  review: "Review change",
  gone: "The workbench does not answer. Look at the terminal in which it runs.",
  loading: "Reading the tables…",
  tabs: {
    home: "Home",
    tables: "Tables",
    shape: "Shape",
    impact: "Impact",
    traveller: "Traveller",
    cases: "Cases",
    sources: "Sources",
    review: "Review",
  },
  nowhere: "There is no such screen.",
}

/** The words of the frame around all screens. */
export const shellWords: InLanguages<typeof en> = {
  en,
  fr: {
    name: "Atelier",
    skip: "Aller au contenu",
    screens: "Écrans",
    before: "comparé à",
    search: "Chercher dans les cellules et les textes",
    undo: "Annuler",
    redo: "Rétablir",
    language: "Langue",
    review: "Relire le changement",
    gone: "L’atelier ne répond plus. Regardez le terminal dans lequel il tourne.",
    loading: "Lecture des tables…",
    tabs: {
      home: "Accueil",
      tables: "Tables",
      shape: "Formes",
      impact: "Effets",
      traveller: "Voyageur",
      cases: "Cas",
      sources: "Sources",
      review: "Relecture",
    },
    nowhere: "Cet écran n’existe pas.",
  },
}
