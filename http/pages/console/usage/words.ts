import { inFrench } from "../typeset.ts"
import type { InBoth } from "../view.ts"

const english = {
  title: "Usage",
  reads: "Reads, last 30 days",
  writes: "Links, last 30 days",
  today: (limit: string) => `today, of ${limit}`,
  todayBare: "today",
  inDays: "in 30 days",
  refused: "refused",
  refusedCalls: "Refused",
  prices: "Prices",
  bilans: "Card readings",
  cards: "Cards looked up",
  others: "Others",
  links: "Links",
  limit: "Daily quota",
  day: "Day",
  total: "Total",
  asTable: "As a table",
  lastDays: (days: number) => `The last ${days} days; the table has all of them.`,
  readsName: (today: string, limit: string, most: string, day: string) =>
    `Reads a day: ${today} today, of ${limit}; the most were ${most} on ${day}`,
  writesName: (today: string, limit: string, most: string, day: string) =>
    `Links made a day: ${today} today, of ${limit}; the most were ${most} on ${day}`,
  endpoint: "Call",
  calls: "Calls",
  code: "Error code",
  by: "By call",
  errors: "What was refused",
  byKey: "Today, by key",
  key: "Key",
  readsToday: "Reads today",
  writesToday: "Writes today",
  of: (used: string, limit: string) => `${used} of ${limit}`,
  anew: "Quotas begin anew at 00:00 UTC. A refused call costs nothing.",
  newestKeys: (count: string) =>
    `The newest ${count} keys are listed; the figures above are of all.`,
  none: "A call appears here a few seconds after it is made.",
  noErrors: "Nothing was refused in 30 days.",
  seeCalls: "See the calls",
  endpoints: {
    quotes: "Prices",
    bilan: "Card readings",
    cards: "Cards looked up",
    links: "Links",
    meta: "Vocabulary of trips",
    conversion: "Sales reported",
    sales: "Sales listed",
  } as Readonly<Record<string, string>>,
}

/** What the page of usage says. */
export type UsageWords = typeof english

const french: UsageWords = {
  title: "Consommation",
  reads: "Lectures, 30 derniers jours",
  writes: "Liens, 30 derniers jours",
  today: (limit) => `aujourd'hui, sur ${limit}`,
  todayBare: "aujourd'hui",
  inDays: "en 30 jours",
  refused: "refusés",
  refusedCalls: "Refusés",
  prices: "Prix",
  bilans: "Bilans de carte",
  cards: "Cartes cherchées",
  others: "Autres",
  links: "Liens",
  limit: "Quota par jour",
  day: "Jour",
  total: "Total",
  asTable: "En tableau",
  lastDays: (days) => `Les ${days} derniers jours ; le tableau les donne tous.`,
  readsName: (today, limit, most, day) =>
    `Lectures par jour : ${today} aujourd'hui, sur ${limit} ; le plus, ${most}, le ${day}`,
  writesName: (today, limit, most, day) =>
    `Liens créés par jour : ${today} aujourd'hui, sur ${limit} ; le plus, ${most}, le ${day}`,
  endpoint: "Appel",
  calls: "Appels",
  code: "Code d'erreur",
  by: "Par appel",
  errors: "Ce qui a été refusé",
  byKey: "Aujourd'hui, par clé",
  key: "Clé",
  readsToday: "Lectures du jour",
  writesToday: "Écritures du jour",
  of: (used, limit) => `${used} sur ${limit}`,
  anew: "Les quotas repartent de zéro à 00:00 UTC. Un appel refusé ne coûte rien.",
  newestKeys: (count) =>
    `Les ${count} clés les plus récentes sont listées ; les chiffres ci-dessus les comptent toutes.`,
  none: "Un appel apparaît ici quelques secondes après avoir été fait.",
  noErrors: "Rien n'a été refusé en 30 jours.",
  seeCalls: "Voir les appels",
  endpoints: {
    quotes: "Prix",
    bilan: "Bilans de carte",
    cards: "Cartes cherchées",
    links: "Liens",
    meta: "Vocabulaire des voyages",
    conversion: "Ventes déclarées",
    sales: "Ventes listées",
  },
}

/** What the page of usage says in each language. */
export const usageWords: InBoth<UsageWords> = { en: english, fr: inFrench(french) }
