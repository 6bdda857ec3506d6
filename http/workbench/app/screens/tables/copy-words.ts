import type { InLanguages } from "../../kit/language.ts"
import { numberText } from "../../kit/format.ts"

const en = {
  open: (noun: string): string =>
    noun === "offer" ? "Copy an offer with its rows…" : "Copy a card with its covers…",
  title: (from: string) => `Copy ${from}`,
  about: (noun: string): string =>
    noun === "offer"
      ? "All rows that belong to the offer come once more, under the new id."
      : "The product and all its covers come once more, under the new name.",
  to: (noun: string): string => (noun === "offer" ? "New id" : "New name"),
  adds: (rows: number, tables: number) =>
    `Adds ${numberText(rows)} ${rows === 1 ? "row" : "rows"} in ${tables} ${tables === 1 ? "table" : "tables"}.`,
  shared: (words: string) => `Shared as before: ${words}.`,
  copy: "Copy it",
  leave: "Leave it",
  done: (to: string, rows: number) =>
    `${to} is there, with ${numberText(rows)} rows. Ctrl Z takes it back.`,
  complete: (to: string) => `${to} is there with its covers. Write the name of the card.`,
  chooseRow: "Choose a row of what is to be copied first.",
}

/** The words of the dialog that copies an offer or a card. */
export const copyWords: InLanguages<typeof en> = {
  en,
  fr: {
    open: (noun) =>
      noun === "offer"
        ? "Copier une offre avec ses lignes…"
        : "Copier une carte avec ses garanties…",
    title: (from) => `Copier ${from}`,
    about: (noun) =>
      noun === "offer"
        ? "Toutes les lignes de l’offre reviennent une fois, sous le nouvel identifiant."
        : "Le produit et toutes ses garanties reviennent une fois, sous le nouveau nom.",
    to: (noun) => (noun === "offer" ? "Nouvel identifiant" : "Nouveau nom"),
    adds: (rows, tables) =>
      `Ajoute ${numberText(rows)} ${rows < 2 ? "ligne" : "lignes"} dans ${tables} ${tables < 2 ? "table" : "tables"}.`,
    shared: (words) => `Partagé comme avant\u00a0: ${words}.`,
    copy: "Copier",
    leave: "Laisser",
    done: (to, rows) => `${to} est là, avec ${numberText(rows)} lignes. Ctrl Z revient en arrière.`,
    complete: (to) => `${to} est là avec ses garanties. Écrivez le nom de la carte.`,
    chooseRow: "Choisissez d’abord une ligne de ce qui est à copier.",
  },
}
