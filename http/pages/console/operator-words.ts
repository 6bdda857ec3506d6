import { inFrench } from "./view.ts"
import type { InBoth } from "../../../core/vocabulary/written-language.ts"

const english = {
  title: "Partners",
  headline: (waiting: number, count: string) =>
    waiting === 0
      ? "No partner waits for review"
      : waiting === 1
        ? "1 partner waits for review"
        : `${count} partners wait for review`,
  firstWaiting: (count: string) =>
    `The first ${count} are shown, the oldest request first; the others follow as these are decided.`,
  over: (count: string) => `over ${count}`,
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
    `The default is ${reads} reads; the declared volume comes to ${daily} calls a day.`,
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
  coach: "The Coach shows",
  advice: "facts and advice",
  factsAlone: "facts alone",
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
  steps: { first: "First partners", next: "More partners" },
  audited: "Each approval, quota and suspension is in the audit, with who did it.",
  suspend: "Suspend",
  suspendWhy:
    "Every call of its keys is refused until it is approved again. Its links keep redirecting travellers.",
  suspendNow: "Suspend this partner",
  overview: (name: string) => name,
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
  auditSteps: { first: "Newest entries", next: "Older entries" },
  noAudit: "Nothing is recorded yet.",
  back: "All partners",
  noKeys: "It has no key.",
  moreKeys: "More keys are left out; `viatica key list` lists all of them.",
  noSales: "It has no sale.",
}

/** What the pages of operators say. */
export type OperatorWords = typeof english

const french: OperatorWords = {
  title: "Partenaires",
  headline: (waiting, count) =>
    waiting === 0
      ? "Aucun partenaire n'attend de validation"
      : waiting === 1
        ? "1 partenaire attend sa validation"
        : `${count} partenaires attendent leur validation`,
  firstWaiting: (count) =>
    `Voici les ${count} premiers, de la demande la plus ancienne à la plus récente ; les autres suivent à mesure que ceux-ci sont traités.`,
  over: (count) => `plus de ${count}`,
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
  coach: "Le Coach montre",
  advice: "faits et conseils",
  factsAlone: "les faits seuls",
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
  steps: { first: "Premiers partenaires", next: "Partenaires suivants" },
  audited: "Chaque validation, quota et suspension est dans le journal d'audit, avec qui l'a fait.",
  suspend: "Suspendre",
  suspendWhy:
    "Tous les appels de ses clés sont refusés jusqu'à une nouvelle validation. Ses liens mènent encore les voyageurs.",
  suspendNow: "Suspendre ce partenaire",
  overview: (name) => name,
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
  auditSteps: { first: "Dernières entrées", next: "Entrées plus anciennes" },
  noAudit: "Rien n'est encore consigné.",
  back: "Tous les partenaires",
  noKeys: "Il n'a pas de clé.",
  moreKeys: "D'autres clés manquent ici ; `viatica key list` les liste toutes.",
  noSales: "Il n'a pas de vente.",
}

/** What the pages of operators say in each language. */
export const operatorWords: InBoth<OperatorWords> = { en: english, fr: inFrench(french) }
