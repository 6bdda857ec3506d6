import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import { counted } from "../../core/plain-text.ts"
import { type TellingOf, toldBy } from "../../core/told-by.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import type { BankAccount, Payee } from "../../rules/payouts/payee.ts"
import type { PayoutState, PayoutStepRefused } from "../../rules/payouts/payout.ts"
import type { StatementLine } from "../../rules/payouts/statement.ts"
import type { Statement } from "../../rules/payouts/statement-record.ts"
import type { TransferFault } from "../../rules/payouts/transfer-file.ts"
import { cannotBeUsed } from "../platform/system-error.ts"
import type { PartnerNotFound } from "./account-errors.ts"
import type { Balance, SaleOwner } from "./sales.ts"
import type { LedgerRow } from "./usage.ts"

/** The store of statements and payouts did not answer. */
export class PayoutStoreUnavailable extends Data.TaggedError("PayoutStoreUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("store of statements and payouts", this.cause)
  }
}

/** Why an act on payouts is refused. */
export type PayoutRefusal =
  | { readonly _tag: "NoSuchPayout"; readonly number: string }
  | { readonly _tag: "NoSuchBatch"; readonly number: string }
  | {
      readonly _tag: "NothingDue"
      readonly currency: CurrencyCode
      readonly left: ReadonlyArray<LeftPayout>
    }
  | { readonly _tag: "SameOperator"; readonly number: string; readonly by: string }
  | { readonly _tag: "WrongBatchState"; readonly number: string; readonly state: BatchState }
  | { readonly _tag: "InBatch"; readonly number: string; readonly batch: string }
  | ({ readonly _tag: "WrongStep"; readonly number: string } & PayoutStepRefused)
  | {
      readonly _tag: "NoFile"
      readonly number: string
      readonly faults: ReadonlyArray<TransferFault>
    }

/** An act on payouts that is refused; nothing has changed. */
export class PayoutRefused extends Data.TaggedError("PayoutRefused")<{
  readonly refusal: PayoutRefusal
}> {
  override get message() {
    return toldBy(telling, this.refusal)
  }
}

/** Why a payout that is due is left out of a batch. */
export type LeftWhy = "account_changed" | "no_account" | "suspended"

/** A payout that is due and was left out of a batch. */
export interface LeftPayout {
  readonly number: string
  readonly partnerCode: PartnerCode
  readonly amountMinor: bigint
  readonly why: LeftWhy
}

/**
 * Where a batch stands: drawn up, approved by a second operator, exported for the bank, sent, or
 * dissolved before it was exported.
 */
export type BatchState = "drawn" | "approved" | "exported" | "sent" | "dissolved"

/** A payout; amounts in minor units of its currency. */
export interface Payout {
  readonly number: string
  readonly statement: string
  readonly partnerCode: PartnerCode
  readonly currency: CurrencyCode
  readonly minorUnits: number
  readonly amountMinor: bigint
  /** The day on which it is paid, `YYYY-MM-DD`. */
  readonly dueOn: string
  readonly state: PayoutState
  readonly batch: string | null
  /** The bank account that it goes to, as people are shown it; null while it is in no batch. */
  readonly account: string | null
  readonly sentOn: string | null
  /** What the bank calls the transfer. */
  readonly bankReference: string | null
  /** When it was returned or withdrawn, and why; null while it is neither. */
  readonly endedOn: string | null
  readonly reason: string | null
}

/** What is due and in no batch. */
export interface OpenPayouts {
  readonly totals: ReadonlyArray<{
    readonly currency: CurrencyCode
    readonly minorUnits: number
    readonly payouts: number
    readonly amountMinor: bigint
    /** The first day on which some of it is due. */
    readonly dueOn: string
  }>
  readonly payouts: ReadonlyArray<Payout>
}

/** A batch of payouts. */
export interface PayoutBatch {
  readonly number: string
  readonly currency: CurrencyCode
  readonly minorUnits: number
  readonly payOn: string
  readonly state: BatchState
  readonly payouts: number
  readonly totalMinor: bigint
  readonly drawnBy: string
  readonly drawnAt: string
  readonly approvedBy: string | null
  readonly approvedAt: string | null
  /** SHA-256 of the file for the bank, in hex; null while none is made. */
  readonly fileDigest: string | null
  readonly reason: string | null
}

/** A statement with what became of its payout, and its fingerprint. */
export interface StatementFound {
  readonly statement: Statement
  /** The first digits of its hash, which depends on every statement before it. */
  readonly fingerprint: string
  /** The signed root over all lines of its account and currency up to it; null until it is signed. */
  readonly checkpoint: string | null
  readonly payout: Payout | null
}

/** A statement as it is read, amounts in the main unit of its currency, as numbers or as texts. */
export const shownStatement = <Amount>(
  { checkpoint, fingerprint, payout, statement }: StatementFound,
  amountOf: (minor: bigint, minorUnits: number) => Amount,
) => {
  const amount = (minor: bigint): Amount => amountOf(minor, statement.minorUnits)
  const figure = ({ amountMinor, sales }: StatementLine) => ({ amount: amount(amountMinor), sales })
  const { owed, pending } = statement
  return {
    number: statement.number,
    month: statement.month,
    currency: statement.currency,
    closedAt: new Date(statement.closedAtMs).toISOString(),
    fingerprint,
    checkpoint,
    pending: {
      opening: amount(pending.openingMinor),
      opened: figure(pending.opened),
      changed: figure(pending.changed),
      validated: figure(pending.validated),
      cancelled: figure(pending.cancelled),
      corrected: figure(pending.corrected),
      closing: amount(pending.closingMinor),
    },
    owed: {
      opening: amount(owed.openingMinor),
      validated: figure(owed.validated),
      changed: figure(owed.changed),
      reversed: figure(owed.reversed),
      corrected: figure(owed.corrected),
      returned: figure(owed.returned),
      closing: amount(owed.closingMinor),
    },
    held: amount(statement.heldMinor),
    minimum: amount(statement.minimumMinor),
    due: amount(statement.dueMinor),
    carried: amount(statement.carriedMinor),
    payOn: statement.payOn,
    payout:
      payout === null
        ? null
        : {
            number: payout.number,
            state: payout.state,
            amount: amount(payout.amountMinor),
            dueOn: payout.dueOn,
            sentOn: payout.sentOn,
            bankReference: payout.bankReference,
            endedOn: payout.endedOn,
            reason: payout.reason,
          },
  }
}

/** Which statements of an account are asked for, a page at a time. */
export interface StatementsQuery {
  /** Null asks for every currency. */
  readonly currency: CurrencyCode | null
  /** The number within the store of the statement that the page before ended with. */
  readonly after: bigint | null
  readonly limit: number
  readonly isNewestFirst: boolean
}

/** A page of statements, and where it ended; null where no more follow. */
export interface StatementsPage {
  readonly statements: ReadonlyArray<StatementFound>
  readonly next: bigint | null
}

/** What was validated in a month, by link. */
export interface StatementLink {
  readonly ref: string
  readonly sales: number
  /** What travellers paid for them, as they stand now. */
  readonly amountMinor: bigint
  readonly commissionMinor: bigint
}

/** A booking that a statement is made of: one side of it. */
export type StatementEntry = LedgerRow

/** A page of the bookings of a statement, the oldest first. */
export interface StatementEntriesPage {
  readonly entries: ReadonlyArray<StatementEntry>
  readonly next: bigint | null
}

/**
 * A page of the books of a statement: the head, which all pages have, and lines. The head and all lines,
 * each with a line feed behind it, are the text that partners verify.
 */
export interface StatementBooksPage {
  readonly head: string
  readonly lines: ReadonlyArray<string>
  readonly next: bigint | null
}

/** What an account is owed in one currency right now; what is on its way is not counted as payable. */
export interface Owed extends Balance {
  /** Due by statements, and not sent yet. */
  readonly onItsWayMinor: bigint
  /** The least that a payout comes to. */
  readonly minimumMinor: bigint
}

/** The payee of an account, as people are shown it. */
export interface ShownPayee {
  readonly holder: string
  readonly account: string
  readonly address: Payee["address"]
  readonly vatNumber: string | null
  readonly vatNote: string | null
  readonly since: string
}

/** What a check of all statements and payouts found; empty where they agree with the ledger. */
export interface PayoutFindings {
  readonly statements: number
  readonly payouts: number
  readonly wrong: ReadonlyArray<PayoutFinding>
}

/** Something that does not hold. */
export interface PayoutFinding {
  /** The number of the statement or of the payout. */
  readonly number: string
  /**
   * `altered`: its text or its hash is not what it was; `opening`: it does not open with what the one
   * before has left; `lines`: its bookings come to something else; `payout`: what is booked for its
   * payout is not what was due, or not where that stands; `books`: its lines are not what was signed.
   */
  readonly fault: "altered" | "books" | "opening" | "lines" | "payout"
}

type Refusable<Value> = Effect.Effect<Value, PayoutRefused | PayoutStoreUnavailable>

/** Monthly statements of what partners earn, and payouts of what is due by them. */
export class Payouts extends Context.Service<
  Payouts,
  {
    /** Closes every month that is over, each once over all processes; how many statements that makes. */
    readonly closeMonths: Effect.Effect<number, PayoutStoreUnavailable>
    readonly statements: (
      owner: SaleOwner,
      query: StatementsQuery,
    ) => Effect.Effect<StatementsPage, PayoutStoreUnavailable>
    /** One statement of an account; undefined where it has none of the number. */
    readonly statement: (
      owner: SaleOwner,
      number: string,
    ) => Effect.Effect<StatementFound | undefined, PayoutStoreUnavailable>
    /** What a statement has validated, by link. */
    readonly statementLinks: (
      owner: SaleOwner,
      number: string,
    ) => Effect.Effect<ReadonlyArray<StatementLink>, PayoutStoreUnavailable>
    /** The bookings of a statement, a page at a time; `reversed` asks for reversals after validation. */
    readonly statementEntries: (
      owner: SaleOwner,
      number: string,
      query: { readonly after: bigint | null; readonly limit: number; readonly reversed: boolean },
    ) => Effect.Effect<StatementEntriesPage, PayoutStoreUnavailable>
    /** The books of a statement, a page at a time; undefined where there is none, or none is signed. */
    readonly statementBooks: (
      owner: SaleOwner,
      number: string,
      query: { readonly after: bigint | null; readonly limit: number },
    ) => Effect.Effect<StatementBooksPage | undefined, PayoutStoreUnavailable>
    /** The proofs that a sale stands in a statement, one for each of its lines. */
    readonly lineProofs: (
      owner: SaleOwner,
      number: string,
      externalOrderId: string,
    ) => Effect.Effect<ReadonlyArray<string>, PayoutStoreUnavailable>
    /** The public half of the key that statements are signed with, in base64. */
    readonly publicKey: Effect.Effect<string>
    /** What an account is owed, by currency. */
    readonly owed: (owner: SaleOwner) => Effect.Effect<ReadonlyArray<Owed>, PayoutStoreUnavailable>
    /** Verifies every statement and payout against the ledger. */
    readonly check: Effect.Effect<PayoutFindings, PayoutStoreUnavailable>
  }
>()("viatica/Payouts") {}

/** What operators do about payouts. Every change is audited; no bank is ever called. */
export class PayoutDesk extends Context.Service<
  PayoutDesk,
  {
    readonly setPayee: (
      partnerCode: PartnerCode,
      payee: Payee,
    ) => Effect.Effect<ShownPayee, PartnerNotFound | PayoutStoreUnavailable>
    /** Null while nobody has told where payouts go. */
    readonly payee: (
      partnerCode: PartnerCode,
    ) => Effect.Effect<ShownPayee | null, PartnerNotFound | PayoutStoreUnavailable>
    /** Payouts of one account, or of all; of one state, or of all; the newest first. */
    readonly payouts: (query: {
      readonly partnerCode: PartnerCode | null
      readonly state: PayoutState | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Payout>, PayoutStoreUnavailable>
    readonly batches: (
      limit: number,
    ) => Effect.Effect<ReadonlyArray<PayoutBatch>, PayoutStoreUnavailable>
    /** What is due and in no batch: how much of each currency, and the first so many of them. */
    readonly open: (limit: number) => Effect.Effect<OpenPayouts, PayoutStoreUnavailable>
    /** A batch with its payouts; with a page, so many of them behind one of a number. */
    readonly batch: (
      number: string,
      page?: { readonly after: string; readonly limit: number },
    ) => Refusable<{ readonly batch: PayoutBatch; readonly payouts: ReadonlyArray<Payout> }>
    /** Draws up a batch of all that is due on a day in one currency. */
    readonly draw: (wish: {
      readonly currency: CurrencyCode
      readonly payOn: string
    }) => Refusable<{ readonly batch: PayoutBatch; readonly left: ReadonlyArray<LeftPayout> }>
    /** Approves a batch that somebody else has drawn up. */
    readonly approve: (number: string) => Refusable<PayoutBatch>
    /** Dissolves a batch of which no file was made: its payouts join another. */
    readonly dissolve: (number: string, reason: string) => Refusable<PayoutBatch>
    /** The file for the bank of an approved batch; made once, and the same bytes from then on. */
    readonly transferFile: (number: string, debtor: BankAccount) => Refusable<string>
    /** Books the payouts of an approved batch as sent on a day. */
    readonly send: (
      number: string,
      sentOn: string,
      bankReference: string | null,
    ) => Refusable<PayoutBatch>
    /** Books a payout that the bank has returned: it is owed again. */
    readonly markReturned: (number: string, on: string, reason: string) => Refusable<Payout>
    /** Takes back a payout that is in no batch: it is owed again. */
    readonly withdraw: (number: string, reason: string) => Refusable<Payout>
  }
>()("viatica/PayoutDesk") {}

const batchStands: Readonly<Record<BatchState, string>> = {
  drawn: "waits for a second operator to approve it",
  approved: "is approved",
  exported: "is exported for the bank",
  sent: "is sent",
  dissolved: "is dissolved",
}

const telling: TellingOf<PayoutRefusal> = {
  NoSuchPayout: ({ number }) => `There is no payout ${number}.`,
  NoSuchBatch: ({ number }) => `There is no batch ${number}.`,
  NothingDue: ({ currency, left }) =>
    `No payout in ${currency} can go into a batch.${
      left.length === 0
        ? ""
        : ` ${counted(left.length, "payout")} that ${left.length === 1 ? "is" : "are"} due: ${left
            .map(
              ({ number, partnerCode, why }) => `${number} of ${partnerCode} (${leftWords[why]})`,
            )
            .join(", ")}.`
    }`,
  SameOperator: ({ by, number }) =>
    `${number} was drawn up by ${by}: somebody else has to approve it.`,
  WrongBatchState: ({ number, state }) => `${number} ${batchStands[state]}. Nothing has changed.`,
  InBatch: ({ batch, number }) => `${number} stands in ${batch}: dissolve that first.`,
  WrongStep: ({ number, state, step }) => `${number} is ${state}: one cannot ${step} it.`,
  NoFile: ({ faults, number }) =>
    `No file is made of ${number}: ${faults.map((fault) => toldBy(faultTelling, fault)).join("; ")}.`,
}

/** Why a payout is left out, in words. */
export const leftWords: Readonly<Record<LeftWhy, string>> = {
  no_account: "no bank account is known",
  account_changed: "its bank account was changed of late",
  suspended: "the account is suspended",
}

const faultTelling: TellingOf<TransferFault> = {
  NoTransfers: () => "it has no payout",
  OtherTotal: ({ approvedMinor, totalMinor }) =>
    `its payouts come to ${totalMinor} cents, and ${approvedMinor} were approved`,
  SameNumberTwice: ({ of }) => `${of} stands in it twice`,
  NotEuro: ({ currency, of }) => `${of} is in ${currency}, and such a file holds euros alone`,
  AmountOutOfRange: ({ amountMinor, of }) =>
    `${of} is of ${amountMinor} cents, and a transfer is of 1 to 99,999,999,999`,
  WrongIban: ({ of }) => `the IBAN of ${of} does not check`,
  WrongBic: ({ of }) => `the BIC of ${of} is none`,
  OutsideSepa: ({ of }) => `the bank of ${of} is outside SEPA`,
  NoStructuredAddress: ({ of }) => `the address of ${of} has no town and country`,
}
