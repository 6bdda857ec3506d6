import type { Hindrance } from "../../ports/hindrance.ts"
import type { StatusWords } from "./status-words.ts"

const databaseReasons = {
  unreachable: "la base de données ne répond pas à temps",
  "not migrated": "les tables de la base de données manquent ou sont plus anciennes que ce code",
  "takes no writes": "la base de données n’accepte pas d’écriture",
  "disk full": "le disque de la base de données est plein",
} as const

const reason = (hindrance: Hindrance): string => {
  if ("process" in hindrance) return "l’arrêt a été demandé"
  if ("masterKey" in hindrance) return "la base de données est scellée sous une autre clé maîtresse"
  if ("database" in hindrance) return databaseReasons[hindrance.database]
  const { aheadSeconds } = hindrance.clock
  const side = aheadSeconds > 0 ? "en avance" : "en retard"
  return `l’horloge de cette machine est ${side} de ${Math.abs(aheadSeconds)} secondes sur celle de la base de données`
}

/** How the service stands, in French. */
export const statusWordsFr: StatusWords = {
  title: "État du service",
  ready: "Tout répond",
  readyMeans: "Une lecture et une écriture signées, faites maintenant, réussiraient.",
  hindered: "Les appels signés ne sont pas pris en ce moment",
  why: (hindrance) =>
    `La raison : ${reason(hindrance)}. Rien n’est perdu ; renvoyez le même appel plus tard.`,
  allAnswers: "Prix, liens, ventes et lectures de carte.",
  notNow: "Appels non pris",
  answering: "Répond",
  waits: "Pas maintenant",
  whatAnswers: "Ce qui répond",
  heads: { what: "Partie", state: "État", facts: "Faits" },
  process: "Pages et documents",
  processFacts: (apiVersion) => `Version ${apiVersion} de l’interface.`,
  signedCalls: "Appels signés",
  signedFacts:
    "Prix, liens, ventes et lectures de carte : la base de données répond et garde ce qui est écrit.",
  tables: "Tables",
  inForce: "Tables en vigueur",
  past: "Tables au-delà de leur dernier jour",
  tablesFacts: ({ count, hash, since, until }) =>
    `${hash}, depuis le ${since}${until === undefined ? "" : `, jusqu’au ${until}`} : ${count} tables, sans erreur.`,
  loaded: (at) => `Lues le ${at}.`,
  waiting: (hash, from) => `${hash} attend le ${from}.`,
  refused: (count, at) =>
    `Le contenu du dossier au ${at} est refusé pour ${count} ${count === 1 ? "erreur" : "erreurs"} ; les tables précédentes restent en vigueur.`,
  rates: (day) => `Taux du ${day}`,
  noRates: "Aucun taux de change",
  ratesSource: (source) =>
    source === "tables"
      ? "Les taux de change viennent avec les tables."
      : `Les taux de change viennent de ${source}.`,
  ratesFresh: "Chaque devis convertit avec un seul relevé, exactement.",
  ratesStale: (days) =>
    `Vieux de plus de ${days} jours. Chaque devis convertit avec un seul relevé, exactement.`,
  ratesRefused: "La dernière réponse de la source n’a pas été prise ; les taux précédents restent.",
  releases: "Versions nommées",
  noReleases: "Une version nommée des tables apparaît ici dès qu’elle est posée à côté d’elles.",
  release: { name: "Version", from: "Premier jour", state: "État" },
  releaseStates: {
    inForce: "en vigueur",
    waiting: "attend son jour",
    refused: "refusée",
    withdrawn: "retirée",
  },
  noDay: "—",
  asOf: (at) => `Au ${at}.`,
  forMachines: "Les mêmes faits pour les machines",
}
