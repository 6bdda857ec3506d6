import { inFrench } from "../typeset.ts"
import type { InBoth } from "../view.ts"

const english = {
  title: "Partners",
  headline: (waiting: number) =>
    waiting === 0
      ? "No partner waits for review"
      : waiting === 1
        ? "1 partner waits for review"
        : `${waiting} partners wait for review`,
  since: (day: string) => `Since ${day}`,
  sandbox: "Sandbox",
  done: (prices: string, of: string, links: string, ofLinks: string) =>
    `${prices} of ${of} prices, ${links} of ${ofLinks} links`,
  signatures: "Calls, 30 days",
  refused: (refused: string, calls: string) => `${refused} refused of ${calls}`,
  declares: "Declares",
  volumes: (calls: string, sales: string) => `${calls} calls and ${sales} sales a month`,
  standsOn: "Will stand on",
  asker: "Asked by",
  people: "People",
  quotas: "Quotas a day",
  reads: "Reads",
  writes: "Writes",
  usual: (reads: string, daily: string) =>
    `The house default is ${reads} reads; what is declared comes to ${daily} calls a day.`,
  approve: "Approve with these quotas",
  approveAgain: "Approve and lift the suspension",
  change: "Set these quotas",
  decline: "Decline",
  reason: "Why? The partner reads this sentence.",
  declineNow: "Decline the request",
  all: "All partners",
  any: "All",
  search: "Name or code",
  find: "Search",
  partner: "Partner",
  state: "State",
  commission: "Commission",
  quota: "Reads a day",
  made: "Opened",
  status: {
    created: "Sandbox",
    approved: "Approved",
    suspended: "Suspended",
    waiting: "In review",
  },
  open: "Open",
  none: "No partner matches.",
  next: "More partners",
  audited: "Each approval, quota and suspension is in the audit, with who did it.",
  suspend: "Suspend",
  suspendWhy:
    "Every call of its keys is refused until it is approved again. Its links go on leading travellers.",
  suspendNow: "Suspend this partner",
  overview: (name: string) => name,
  readOnly: "What the partner sees, to read.",
  keys: "Keys",
  usage: "Reads, last 30 days",
  sales: "Sales",
  audit: "Audit",
  auditTitle: "Audit",
  when: "When",
  who: "Who",
  action: "What",
  subject: "Of what",
  details: "Details",
  more: "Older entries are left out; `viatica audit` reads all of them.",
  noAudit: "Nothing is recorded yet.",
  back: "All partners",
  noKeys: "It has no key.",
  noSales: "It has no sale.",
}

/** What the pages of operators say. */
export type OperatorWords = typeof english

const french: OperatorWords = {
  title: "Partenaires",
  headline: (waiting) =>
    waiting === 0
      ? "Aucun partenaire n'attend de validation"
      : waiting === 1
        ? "1 partenaire attend sa validation"
        : `${waiting} partenaires attendent leur validation`,
  since: (day) => `Depuis le ${day}`,
  sandbox: "Test",
  done: (prices, of, links, ofLinks) => `${prices} prix sur ${of}, ${links} lien sur ${ofLinks}`,
  signatures: "Appels, 30 jours",
  refused: (refused, calls) => `${refused} refusés sur ${calls}`,
  declares: "Déclare",
  volumes: (calls, sales) => `${calls} appels et ${sales} ventes par mois`,
  standsOn: "Sera montré sur",
  asker: "Demandé par",
  people: "Équipe",
  quotas: "Quotas par jour",
  reads: "Lectures",
  writes: "Écritures",
  usual: (reads, daily) =>
    `La maison donne ${reads} lectures d'ordinaire ; la déclaration revient à ${daily} appels par jour.`,
  approve: "Valider avec ces quotas",
  approveAgain: "Valider et lever la suspension",
  change: "Fixer ces quotas",
  decline: "Refuser",
  reason: "Pourquoi ? Le partenaire lit cette phrase.",
  declineNow: "Refuser la demande",
  all: "Tous les partenaires",
  any: "Tous",
  search: "Nom ou code",
  find: "Chercher",
  partner: "Partenaire",
  state: "État",
  commission: "Commission",
  quota: "Lectures par jour",
  made: "Ouvert",
  status: {
    created: "Test",
    approved: "Validé",
    suspended: "Suspendu",
    waiting: "En validation",
  },
  open: "Ouvrir",
  none: "Aucun partenaire ne correspond.",
  next: "Partenaires suivants",
  audited: "Chaque validation, quota et suspension est dans le journal d'audit, avec qui l'a fait.",
  suspend: "Suspendre",
  suspendWhy:
    "Tous les appels de ses clés sont refusés jusqu'à une nouvelle validation. Ses liens mènent encore les voyageurs.",
  suspendNow: "Suspendre ce partenaire",
  overview: (name) => name,
  readOnly: "Ce que voit le partenaire, en lecture.",
  keys: "Clés",
  usage: "Lectures, 30 derniers jours",
  sales: "Ventes",
  audit: "Journal d'audit",
  auditTitle: "Journal d'audit",
  when: "Quand",
  who: "Qui",
  action: "Quoi",
  subject: "De quoi",
  details: "Détails",
  more: "Les entrées plus anciennes manquent ici ; `viatica audit` les lit toutes.",
  noAudit: "Rien n'est encore consigné.",
  back: "Tous les partenaires",
  noKeys: "Il n'a pas de clé.",
  noSales: "Il n'a pas de vente.",
}

/** What the pages of operators say in each language. */
export const operatorWords: InBoth<OperatorWords> = { en: english, fr: inFrench(french) }
