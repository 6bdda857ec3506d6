import type { LawsView } from "../../protocol/check.ts"
import { durationText, type InLanguages } from "../kit/language.ts"

const en = {
  title: "Findings",
  none: "Nothing to repair in this table.",
  waiting: "Not checked yet",
  summary: (count: number, tookMs: number) => `${count}, checked in ${durationText(tookMs)}`,
  running: "Checking what spans several tables…",
  laws: (laws: LawsView): string => {
    switch (laws.state) {
      case "untouched":
        return "price laws unaffected"
      case "proving":
        return "proving the price laws…"
      case "hidden":
        return "price laws cannot be checked until the mistakes are fixed"
      case "told":
        return laws.refuted === 0 ? "price laws proven" : "price laws broken"
    }
  },
  goToRow: (line: number) => `Go to row ${line}`,
  more: (count: number) => `${count} more`,
  severity: { error: "Error", warning: "Warning", note: "Note" },
  announced: (count: number, first: string) =>
    count === 1 ? `New finding: ${first}` : `${count} new findings, first: ${first}`,
  reasonTitle: "Why is it intended?",
  reasonHelp: "The reason is kept in the table as a comment, for the next reader.",
  reasonLabel: "Reason",
  reasonMissing: "Say why it is intended: a short sentence is enough.",
  declare: "Write it into the table",
  cancel: "Leave it",
  asTable: "As a table",
  chartName: (over: string, from: string, to: string) =>
    `Figure over ${over}: it turns the wrong way from ${from} to ${to}`,
  at: (over: string) => over,
  now: "Now",
  before: "Before",
  noRow: "no row",
  step: (over: string, from: string, to: string) =>
    over === "days" ? `day ${from} to ${to}` : `${over.replaceAll("_", " ")} ${from} to ${to}`,
}

/** The words around findings. */
export const findingsWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Constats",
    none: "Rien à réparer dans cette table.",
    waiting: "Pas encore vérifié",
    summary: (count, tookMs) => `${count}, vérifié en ${durationText(tookMs)}`,
    running: "Vérification de ce qui touche plusieurs tables…",
    laws: (laws) => {
      switch (laws.state) {
        case "untouched":
          return "lois des prix inchangées"
        case "proving":
          return "démonstration des lois des prix…"
        case "hidden":
          return "lois des prix masquées par des erreurs"
        case "told":
          return laws.refuted === 0 ? "lois des prix démontrées" : "lois des prix enfreintes"
      }
    },
    goToRow: (line) => `Aller à la ligne ${line}`,
    more: (count) => `${count} de plus`,
    severity: { error: "Erreur", warning: "Attention", note: "À noter" },
    announced: (count, first) =>
      count === 1
        ? `Nouveau constat\u00a0: ${first}`
        : `${count} nouveaux constats, le premier\u00a0: ${first}`,
    reasonTitle: "Pourquoi est-ce voulu\u202f?",
    reasonHelp: "La raison reste dans la table en commentaire, pour qui la lira ensuite.",
    reasonLabel: "Raison",
    reasonMissing: "Dites pourquoi c’est voulu\u00a0: une courte phrase suffit.",
    declare: "L’écrire dans la table",
    cancel: "Laisser",
    asTable: "En tableau",
    chartName: (over, from, to) =>
      `Chiffre selon ${over}\u00a0: il va dans le mauvais sens de ${from} à ${to}`,
    at: (over) => over,
    now: "Maintenant",
    before: "Avant",
    noRow: "aucune ligne",
    step: (over, from, to) => {
      if (over === "days") return `jour ${from} à ${to}`
      const way = `${from} à ${to}`.replaceAll("_", " ")
      return over.endsWith("age") ? `${way} ans` : way
    },
  },
}
