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
  exportSales: "Export sales (CSV)",
  exportLedger: "Export ledger (CSV)",
  none: "A sale appears here when it is reported under one of your links.",
  sandbox:
    "Reports of a sandbox key are checked and answered, and book nothing. Change to Live to see your sales.",
  newer: "Oldest sales",
  older: "Later sales",
  all: "All states",
  filter: "Which sales",
  ledger: "Ledger",
  ledgerWhy:
    "Each report moves a commission between three accounts: pending, payable, and what the house spends. The export holds every entry.",
  count: (sales: number, text: string) => `${text} ${sales === 1 ? "sale" : "sales"}`,
  order1: "The oldest first.",
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
  exportSales: "Exporter les ventes (CSV)",
  exportLedger: "Exporter le grand livre (CSV)",
  none: "Une vente apparaît ici dès qu'elle est déclarée sous l'un de vos liens.",
  sandbox:
    "Les déclarations d'une clé de test sont vérifiées, répondues et n'inscrivent rien. Passez en Production pour voir vos ventes.",
  newer: "Premières ventes",
  older: "Ventes suivantes",
  all: "Tous les états",
  filter: "Quelles ventes",
  ledger: "Grand livre",
  ledgerWhy:
    "Chaque déclaration déplace une commission entre trois comptes : en attente, à payer et charge de la maison. L'export contient chaque écriture.",
  count: (sales, text) => `${text} ${sales === 1 ? "vente" : "ventes"}`,
  order1: "Les plus anciennes d'abord.",
  seeAll: "Toutes les ventes",
}

/** What the page of sales says in each language. */
export const salesWords: InBoth<SalesWords> = { en: english, fr: inFrench(french) }
