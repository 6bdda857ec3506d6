import { inFrench } from "../typeset.ts"
import type { InBoth } from "../view.ts"

const english = {
  title: "Overview",
  allUsage: "All usage",
  recent: "Recent calls",
  allCalls: "All calls",
  keys: "Keys",
  allKeys: "All keys",
  sales: "Sales",
  allSales: "All sales",
  links: "Links",
  allLinks: "All links",
  exportCsv: "Export CSV",
  noKey: { sandbox: "No sandbox key is in use.", live: "No live key is in use." },
  clicks: (count: string) => `${count} ${count === "1" ? "click" : "clicks"}`,
  pending: (count: string) => `${count} pending`,
  validated: (count: string) => `${count} validated`,
  cancelled: (count: string) => `${count} cancelled`,
  quota: (reads: string, writes: string) => `${reads} reads and ${writes} writes a day`,
}

/** What the overview says. */
export type OverviewWords = typeof english

const french: OverviewWords = {
  title: "Vue d'ensemble",
  allUsage: "Toute la consommation",
  recent: "Derniers appels",
  allCalls: "Tous les appels",
  keys: "Clés",
  allKeys: "Toutes les clés",
  sales: "Ventes",
  allSales: "Toutes les ventes",
  links: "Liens",
  allLinks: "Tous les liens",
  exportCsv: "Exporter en CSV",
  noKey: {
    sandbox: "Aucune clé de test n'est utilisée.",
    live: "Aucune clé de production n'est utilisée.",
  },
  clicks: (count) => `${count} ${count === "0" || count === "1" ? "clic" : "clics"}`,
  pending: (count) => `en attente : ${count}`,
  validated: (count) => `validées : ${count}`,
  cancelled: (count) => `annulées : ${count}`,
  quota: (reads, writes) => `${reads} lectures et ${writes} écritures par jour`,
}

/** What the overview says in each language. */
export const overviewWords: InBoth<OverviewWords> = { en: english, fr: inFrench(french) }
