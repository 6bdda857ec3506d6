import { inFrench } from "../typeset.ts"
import type { InBoth } from "../view.ts"

const english = {
  title: "Sales",
  payable: "payable now",
  pending: (days: string) => `pending, payable within ${days} days`,
  cancelled: "cancelled",
  order: "Order",
  amount: "Paid by the traveller",
  commission: "Commission",
  state: "State",
  booked: "Reported",
  ref: "Ref",
  status: { pending: "Pending", validated: "Validated", cancelled: "Cancelled" },
  validates: (day: string) => `validates ${day}`,
  validated: (day: string) => `since ${day}`,
  reversed: (day: string) => `booked back ${day}`,
  corrected: (day: string) => `put right by our check ${day}`,
  exportSales: "Export sales (CSV)",
  exportLedger: "Export ledger (CSV)",
  none: "A sale appears here when it is reported under one of your links.",
  sandbox:
    "Reports of a sandbox key are checked and answered, and book nothing. Change to Live to see your sales.",
  sorting: "In which order",
  newestFirst: "Newest first",
  oldestFirst: "Oldest first",
  stepsBack: { first: "Newest sales", next: "Older sales" },
  stepsOn: { first: "Oldest sales", next: "Later sales" },
  all: "All states",
  filter: "Which sales",
  exports: "Exports",
  from: "Reported from",
  until: "Until, that day included",
  allDays: "Left empty, all of them.",
  ledger: "Ledger",
  ledgerWhy:
    "Each report moves a commission between three accounts: pending, payable, and what the house spends. The export holds every entry. Entries of the kind correction are what our check of the ledger has put right.",
  seeAll: "All sales",
}

/** What the page of sales says. */
export type SalesWords = typeof english

const french: SalesWords = {
  title: "Ventes",
  payable: "à payer maintenant",
  pending: (days) => `en attente, à payer sous ${days} jours`,
  cancelled: "annulé",
  order: "Commande",
  amount: "Payé par le voyageur",
  commission: "Commission",
  state: "État",
  booked: "Déclarée",
  ref: "Référence",
  status: { pending: "En attente", validated: "Validée", cancelled: "Annulée" },
  validates: (day) => `validée le ${day}`,
  validated: (day) => `depuis le ${day}`,
  reversed: (day) => `contre-passée le ${day}`,
  corrected: (day) => `rectifiée par notre contrôle le ${day}`,
  exportSales: "Exporter les ventes (CSV)",
  exportLedger: "Exporter le grand livre (CSV)",
  none: "Une vente apparaît ici dès qu'elle est déclarée sous l'un de vos liens.",
  sandbox:
    "Les déclarations d'une clé de test sont vérifiées, répondues et n'inscrivent rien. Passez en Production pour voir vos ventes.",
  sorting: "Dans quel ordre",
  newestFirst: "Les plus récentes d'abord",
  oldestFirst: "Les plus anciennes d'abord",
  stepsBack: { first: "Dernières ventes", next: "Ventes plus anciennes" },
  stepsOn: { first: "Premières ventes", next: "Ventes suivantes" },
  all: "Tous les états",
  filter: "Quelles ventes",
  exports: "Exports",
  from: "Déclarées depuis le",
  until: "Jusqu'au, ce jour compris",
  allDays: "Vides, toutes.",
  ledger: "Grand livre",
  ledgerWhy:
    "Chaque déclaration déplace une commission entre trois comptes : en attente, à payer et charge de la maison. L'export contient chaque écriture. Celles du genre correction rétablissent ce que notre contrôle du grand livre a trouvé faux.",
  seeAll: "Toutes les ventes",
}

/** What the page of sales says in each language. */
export const salesWords: InBoth<SalesWords> = { en: english, fr: inFrench(french) }
