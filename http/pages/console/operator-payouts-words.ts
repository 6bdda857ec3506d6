import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import { inFrench } from "./view.ts"
import type { InBoth } from "../../../core/vocabulary/written-language.ts"
import type { BatchState, PayoutRefusal } from "../../ports/payouts.ts"
import type { PayoutState } from "../../../rules/payouts/payout.ts"

const english = {
  title: "Payouts",
  nothing: "Nothing is due",
  due: (amounts: string) => `${amounts} can be drawn up`,
  waits: (amount: string) => `${amount} waits for a second approval`,
  dueIn: (currency: CurrencyCode) => `Due in ${currency}, and in no batch`,
  payOn: "Pay on",
  draw: "Draw up a batch",
  drawWhy:
    "What is due by that day goes into it. Left out are accounts that are suspended, those without a bank account, and those whose bank account was replaced of late.",
  shown: (count: string) => `The first ${count} are shown; all of them go into the batch.`,
  steps: { first: "First payouts", next: "More payouts" },
  batches: "Batches",
  noBatches: "No batch has been drawn up yet.",
  batch: "Batch",
  all: "All payouts",
  payouts: (count: string) => `${count} ${count === "1" ? "payout" : "payouts"}`,
  noPayouts: "Its payouts are due again.",
  partner: "Partner, statement",
  amount: "Amount",
  account: "To",
  notYet: "chosen when it is drawn up",
  state: "State",
  dueOn: (day: string) => `on ${day}`,
  payOnDay: (day: string) => `To be paid on ${day}`,
  total: "Total",
  drawnBy: "Drawn up by",
  approvedBy: "Approved by",
  by: "Drawn up, approved by",
  reason: "Reason",
  states: {
    due: "Due",
    sent: "Sent",
    returned: "Returned",
    withdrawn: "Taken back",
  } satisfies Readonly<Record<PayoutState, string>>,
  batchStates: {
    drawn: "Waits for approval",
    approved: "Approved",
    exported: "Exported",
    sent: "Sent",
    dissolved: "Dissolved",
  } satisfies Readonly<Record<BatchState, string>>,
  headlines: {
    drawn: (amount: string, count: string) => `You would pay ${amount} by ${count} payouts`,
    approved: (amount: string) => `${amount} is approved, and not sent yet`,
    exported: (amount: string) => `${amount} is exported for the bank`,
    sent: (amount: string) => `${amount} was sent`,
    dissolved: () => "This batch is dissolved",
  } satisfies Readonly<Record<BatchState, (amount: string, count: string) => string>>,
  secondOnly: "You have drawn it up: somebody else has to approve it.",
  approveWhy:
    "Compare each payout with its statement and its account. Nobody is paid by this alone.",
  approve: (amount: string) => `Approve ${amount}`,
  why: "Why?",
  dissolve: "Dissolve the batch",
  exportWhy:
    "A file in the form pain.001.001.09, to be uploaded at your bank. It is made once: asked for again, it is the same.",
  holder: "Holder of the account that pays",
  iban: "IBAN of the account that pays",
  bic: "BIC (optional)",
  export: "Download the file for the bank",
  sentOn: "Sent by the bank on",
  reference: "The bank’s reference (optional)",
  markSent: "Book it as sent",
  payout: "Payout",
  returnedOn: "Returned on",
  markReturned: "Book it as returned",
  wrong: {
    day: "Give a day, such as 2026-12-05.",
    why: "Say why, in a sentence.",
    debtor: "Give the holder and an IBAN that checks.",
  },
  refusals: (refusal: PayoutRefusal): string => {
    switch (refusal._tag) {
      case "NothingDue":
        return refusal.left.length === 0
          ? "Nothing is due by that day."
          : `All that is due by that day waits: ${refusal.left.map(({ partnerCode, why }) => `${partnerCode} (${leftEnglish[why]})`).join(", ")}.`
      case "SameOperator":
        return "You have drawn it up: somebody else has to approve it."
      case "NoFile":
        return `No file can be made of it: ${refusal.faults.map(({ _tag }) => faultEnglish[_tag]).join("; ")}.`
      case "NoSuchBatch":
      case "NoSuchPayout":
        return `There is no ${refusal.number}.`
      case "InBatch":
      case "WrongBatchState":
      case "WrongStep":
        return "It stands elsewhere by now: look at it as it is. Nothing has changed."
    }
  },
}

const leftEnglish = {
  no_account: "no bank account",
  account_changed: "its bank account was replaced of late",
  suspended: "suspended",
}

const faultEnglish = {
  NoTransfers: "it has no payout",
  OtherTotal: "its total is not what was approved",
  SameNumberTwice: "a payout stands in it twice",
  NotEuro: "it is not in euros",
  AmountOutOfRange: "an amount is out of range",
  WrongIban: "an IBAN does not check",
  WrongBic: "a BIC is none",
  OutsideSepa: "a bank is outside SEPA",
  NoStructuredAddress: "an address has no town or country",
}

/** What operators' pages of payouts say. */
export type PayoutsWords = typeof english

const french: PayoutsWords = {
  title: "Virements",
  nothing: "Rien n'est dû",
  due: (amounts) => `${amounts} peuvent être préparés`,
  waits: (amount) => `${amount} attendent une seconde approbation`,
  dueIn: (currency) => `Dû en ${currency}, dans aucun lot`,
  payOn: "Payer le",
  draw: "Préparer un lot",
  drawWhy:
    "Ce qui est dû ce jour-là y entre. Restent dehors les comptes suspendus, ceux sans compte bancaire, et ceux dont le compte bancaire vient d'être remplacé.",
  shown: (count) => `Les ${count} premiers sont affichés ; tous entrent dans le lot.`,
  steps: { first: "Premiers virements", next: "Virements suivants" },
  batches: "Lots",
  noBatches: "Aucun lot n'a encore été préparé.",
  batch: "Lot",
  all: "Tous les virements",
  payouts: (count) => `${count} ${count === "0" || count === "1" ? "virement" : "virements"}`,
  noPayouts: "Ses virements sont de nouveau dus.",
  partner: "Partenaire, relevé",
  amount: "Montant",
  account: "Vers",
  notYet: "choisi à la préparation",
  state: "État",
  dueOn: (day) => `le ${day}`,
  payOnDay: (day) => `À payer le ${day}`,
  total: "Total",
  drawnBy: "Préparé par",
  approvedBy: "Approuvé par",
  by: "Préparé, approuvé par",
  reason: "Motif",
  states: { due: "Dû", sent: "Envoyé", returned: "Revenu", withdrawn: "Retiré" },
  batchStates: {
    drawn: "Attend une approbation",
    approved: "Approuvé",
    exported: "Exporté",
    sent: "Envoyé",
    dissolved: "Défait",
  },
  headlines: {
    drawn: (amount, count) => `Vous paieriez ${amount} en ${count} virements`,
    approved: (amount) => `${amount} sont approuvés, pas encore envoyés`,
    exported: (amount) => `${amount} sont exportés pour la banque`,
    sent: (amount) => `${amount} sont envoyés`,
    dissolved: () => "Ce lot est défait",
  },
  secondOnly: "Vous l'avez préparé : quelqu'un d'autre doit l'approuver.",
  approveWhy:
    "Comparez chaque virement avec son relevé et son compte. Cela seul ne paie encore personne.",
  approve: (amount) => `Approuver ${amount}`,
  why: "Pourquoi ?",
  dissolve: "Défaire le lot",
  exportWhy:
    "Un fichier au format pain.001.001.09, à déposer à votre banque. Il est fait une fois : redemandé, c'est le même.",
  holder: "Titulaire du compte qui paie",
  iban: "IBAN du compte qui paie",
  bic: "BIC (facultatif)",
  export: "Télécharger le fichier pour la banque",
  sentOn: "Envoyé par la banque le",
  reference: "Référence de la banque (facultatif)",
  markSent: "Noter comme envoyé",
  payout: "Virement",
  returnedOn: "Revenu le",
  markReturned: "Noter comme revenu",
  wrong: {
    day: "Donnez un jour, comme 2026-12-05.",
    why: "Dites pourquoi, en une phrase.",
    debtor: "Donnez le titulaire et un IBAN valable.",
  },
  refusals: (refusal) => {
    switch (refusal._tag) {
      case "NothingDue":
        return refusal.left.length === 0
          ? "Rien n'est dû ce jour-là."
          : `Tout ce qui est dû ce jour-là attend : ${refusal.left.map(({ partnerCode, why }) => `${partnerCode} (${leftFrench[why]})`).join(", ")}.`
      case "SameOperator":
        return "Vous l'avez préparé : quelqu'un d'autre doit l'approuver."
      case "NoFile":
        return `Aucun fichier ne peut en être fait : ${refusal.faults.map(({ _tag }) => faultFrench[_tag]).join(" ; ")}.`
      case "NoSuchBatch":
      case "NoSuchPayout":
        return `${refusal.number} n'existe pas.`
      case "InBatch":
      case "WrongBatchState":
      case "WrongStep":
        return "Il en est ailleurs désormais : regardez où. Rien n'a changé."
    }
  },
}

const leftFrench: typeof leftEnglish = {
  no_account: "sans compte bancaire",
  account_changed: "compte bancaire remplacé récemment",
  suspended: "suspendu",
}

const faultFrench: typeof faultEnglish = {
  NoTransfers: "il n'a pas de virement",
  OtherTotal: "son total n'est pas celui qui a été approuvé",
  SameNumberTwice: "un virement y figure deux fois",
  NotEuro: "il n'est pas en euros",
  AmountOutOfRange: "un montant est hors limites",
  WrongIban: "un IBAN n'est pas valable",
  WrongBic: "un BIC n'en est pas un",
  OutsideSepa: "une banque est hors de la zone SEPA",
  NoStructuredAddress: "une adresse n'a pas de ville ou de pays",
}

/** What they say in each language. */
export const payoutsWords: InBoth<PayoutsWords> = { en: english, fr: inFrench(french) }
