import type { AmountMinor } from "../../core/money/minor.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { type DatedMovement, type ReplayedSale, replayRecord } from "./replay-record.ts"
import { commissionMinor } from "./commission.ts"
import {
  earnedMinor,
  type NotingRecord,
  type Sale,
  type SaleFacts,
  type SaleRecord,
} from "./sale-record.ts"
import type { Journal, JournalEntry, SaleFault } from "./sale-fault.ts"

/** A sale as the books hold it; the instants in milliseconds since 1970, with what is finer. */
export interface StoredSale extends SaleFacts, Sale {
  readonly bookedAtMs: number
  readonly changedAtMs: number
  readonly correctedAtMs: number | null
}

/** What an account's books hold of a sale in one currency, in minor units. */
export interface HeldBalance {
  readonly partnerId: string
  readonly currency: CurrencyCode
  readonly pendingMinor: bigint
  readonly payableMinor: bigint
}

/** A sale under check: what its records come to so far, and what was found booked for it. */
export interface SaleCheck {
  readonly replayed: ReplayedSale | undefined
  readonly records: number
  /** How many of them cannot be read. */
  readonly unreadable: number
  readonly journals: number
  /** What the records so far had to have booked and no journal has been found for yet. */
  readonly due: ReadonlyArray<DatedMovement>
  readonly balances: ReadonlyArray<HeldBalance>
  /** The journals that the last of the records noted that note them, as they have to stand from then on. */
  readonly acknowledged: ReadonlyArray<Journal>
  /** Records still to come that note the journals: what was due before them is settled by the last one. */
  readonly notesLeft: number
  /** Adoptions among them: what came before the first one may not say how the sale began. */
  readonly adoptionsLeft: number
  readonly faults: ReadonlyArray<SaleFault>
}

/** Nothing is known of a sale yet. */
export const newSaleCheck: SaleCheck = {
  replayed: undefined,
  records: 0,
  unreadable: 0,
  journals: 0,
  due: [],
  balances: [],
  acknowledged: [],
  notesLeft: 0,
  adoptionsLeft: 0,
  faults: [],
}

/** Nothing is known yet of a sale of which some records note the journals; those in their order. */
export const notedSaleCheck = (notes: ReadonlyArray<NotingRecord>): SaleCheck => ({
  ...newSaleCheck,
  acknowledged: notes.at(-1)?.held ?? [],
  notesLeft: notes.length,
  adoptionsLeft: notes.filter(({ _tag }) => _tag === "Adopted").length,
})

/** Faults of one sale that are told: what is wrong once often makes the rest wrong. */
const faultsMax = 20

const withFaults = (check: SaleCheck, faults: ReadonlyArray<SaleFault>): SaleCheck =>
  faults.length === 0
    ? check
    : { ...check, faults: [...check.faults, ...faults].slice(0, faultsMax) }

/** Goes on to the next record of a sale; undefined is one that cannot be read. */
export const checkRecord = (check: SaleCheck, record: SaleRecord | undefined): SaleCheck => {
  const records = check.records + 1
  const step = record === undefined ? undefined : replayRecord(check.replayed, record)
  if (step === undefined) {
    const isPassed = record !== undefined && check.replayed === undefined && check.adoptionsLeft > 0
    const unreadable = check.unreadable + (record === undefined ? 1 : 0)
    return withFaults(
      { ...check, records, unreadable },
      isPassed ? [] : [{ _tag: "RecordMisplaced", place: records }],
    )
  }
  const isAdoption = record?._tag === "Adopted"
  const notesLeft = check.notesLeft - (isAdoption || record?._tag === "Corrected" ? 1 : 0)
  const adoptionsLeft = check.adoptionsLeft - (isAdoption ? 1 : 0)
  const due = notesLeft > 0 ? [] : [...check.due, ...step.due]
  return { ...check, records, replayed: step.replayed, due, notesLeft, adoptionsLeft }
}

const dueJournal = (movement: DatedMovement, facts: SaleFacts): Journal => {
  const { amountMinor, atMs, from, kind, to } = movement
  const { currency = facts.currency, partnerId = facts.partnerId } = movement
  const side = (account: string, signedMinor: AmountMinor) => ({
    account,
    partnerId,
    currency,
    amountMinor: String(signedMinor),
  })
  return { kind, atMs, entries: [side(from, -amountMinor), side(to, amountMinor)] }
}

const journalText = ({ atMs, entries, kind }: Journal): string =>
  [
    kind,
    atMs,
    ...entries.map((entry) =>
      [entry.account, entry.partnerId, entry.currency, entry.amountMinor].join(" "),
    ),
  ].join("\n")

const isWhole = (text: string): boolean => /^-?\d+$/.test(text)

const zero = { pendingMinor: 0n, payableMinor: 0n }

/** Adds an entry to what is held, unless it is the house's own side. */
const addEntry = (held: ReadonlyArray<HeldBalance>, entry: JournalEntry) => {
  const { account, currency, partnerId } = entry
  if (!isWhole(entry.amountMinor) || (account !== "pending" && account !== "payable")) return held
  const isOf = (one: HeldBalance) => one.partnerId === partnerId && one.currency === currency
  const before = held.find(isOf) ?? { partnerId, currency, ...zero }
  const name = account === "pending" ? "pendingMinor" : "payableMinor"
  const after = { ...before, [name]: before[name] + BigInt(entry.amountMinor) }
  return [...held.filter((one) => !isOf(one)), after]
}

const isJournalFault = ({ _tag }: SaleFault): boolean => _tag === "JournalDiffers"

/** The journal that has to stand where the next one does; null where none is due. */
const wantedJournal = ({ acknowledged, due, journals, replayed }: SaleCheck): Journal | null => {
  const noted = acknowledged[journals]
  if (noted !== undefined) return noted
  const [next] = due
  return next === undefined || replayed === undefined ? null : dueJournal(next, replayed.facts)
}

/**
 * Goes on to the next journal of a sale, once its records have been told that it may belong to. The
 * journals that a correction found come before all records.
 */
export const checkJournal = (check: SaleCheck, held: Journal): SaleCheck => {
  const wanted = wantedJournal(check)
  const isNoted = check.journals < check.acknowledged.length
  const journals = check.journals + 1
  const differs = wanted === null || journalText(wanted) !== journalText(held)
  const isTold = check.faults.some(isJournalFault)
  return withFaults(
    {
      ...check,
      journals,
      due: isNoted ? check.due : check.due.slice(1),
      balances: held.entries.reduce(addEntry, check.balances),
    },
    differs && !isTold ? [{ _tag: "JournalDiffers", place: journals, held, due: wanted }] : [],
  )
}

/** Goes on without the journals that are still due: no more of the sale's are there. */
export const missJournals = (check: SaleCheck): SaleCheck => {
  const wanted = wantedJournal(check)
  if (wanted === null) return check
  const { faults, journals } = check
  const fault = { _tag: "JournalDiffers", place: journals + 1, held: null, due: wanted } as const
  return withFaults({ ...check, due: [] }, faults.some(isJournalFault) ? [] : [fault])
}

const fieldTexts = (sale: StoredSale): Readonly<Record<string, string>> => {
  const { caps, ...fields } = sale
  const flat = {
    ...fields,
    commissionCapMinor: caps.commissionMinor,
    upliftCapMinor: caps.upliftMinor,
  }
  return Object.fromEntries(Object.entries(flat).map(([name, value]) => [name, String(value)]))
}

const differingFields = (stored: StoredSale, replayed: ReplayedSale): ReadonlyArray<SaleFault> => {
  const { bookedAtMs, changedAtMs, correctedAtMs, facts, sale } = replayed
  const held = fieldTexts(stored)
  const due = fieldTexts({ ...facts, ...sale, bookedAtMs, changedAtMs, correctedAtMs })
  return Object.entries(due).flatMap(([field, text]) =>
    held[field] === text
      ? []
      : [{ _tag: "FieldDiffers", field, held: held[field] ?? "", due: text } as const],
  )
}

/** A sale from before records were kept earns what its rates say, too. */
export const misreckoned = ({ facts, sale }: ReplayedSale): ReadonlyArray<SaleFault> => {
  const earned = commissionMinor(sale.amountMinor, sale.caps, facts)
  const [held, due] = [String(sale.commissionMinor), String(earned)]
  return held === due ? [] : [{ _tag: "FieldDiffers", field: "commissionMinor", held, due }]
}

/**
 * What the sale's own account and others hold, and are to hold: what the sale earns stands in the
 * books of its own account alone.
 */
export const balancesDue = (
  { balances }: SaleCheck,
  { facts, sale }: ReplayedSale,
): ReadonlyArray<{
  readonly held: HeldBalance
  readonly due: HeldBalance
  readonly isOwn: boolean
}> => {
  const { currency, partnerId } = facts
  const isOwn = (one: HeldBalance) => one.partnerId === partnerId && one.currency === currency
  const earned = BigInt(earnedMinor(sale))
  const due = {
    partnerId,
    currency,
    pendingMinor: sale.status === "pending" ? earned : 0n,
    payableMinor: sale.status === "validated" ? earned : 0n,
  }
  const own = balances.find(isOwn) ?? { partnerId, currency, ...zero }
  return [
    { held: own, due, isOwn: true },
    ...balances
      .filter((one) => !isOwn(one))
      .map((held) => ({ held, due: { ...held, ...zero }, isOwn: false })),
  ]
}

const differingBalances = (check: SaleCheck, replayed: ReplayedSale): ReadonlyArray<SaleFault> =>
  balancesDue(check, replayed).flatMap(({ due, held, isOwn }) =>
    (["pending", "payable"] as const).flatMap((account): ReadonlyArray<SaleFault> => {
      const [was, is] = [String(held[`${account}Minor`]), String(due[`${account}Minor`])]
      if (was === is) return []
      const { currency, partnerId } = held
      const fault = { _tag: "BalanceDiffers", account, held: was, due: is } as const
      return [isOwn ? fault : { ...fault, elsewhere: { partnerId, currency } }]
    }),
  )

/**
 * What is wrong with a sale once all of its records and journals have been gone through; `stored` is
 * the sale as the books hold it, undefined where they do not. Nothing is when the records, done once
 * more at the frozen rates, come to the very sale and the very journals that are there.
 *
 * ```ts
 * import { checkedSale, newSaleCheck } from "../rules/sales/check-sale.ts"
 *
 * checkedSale(newSaleCheck, undefined) // => [{ _tag: "SaleMissing" }]
 * ```
 */
export const checkedSale = (
  check: SaleCheck,
  stored: StoredSale | undefined,
): ReadonlyArray<SaleFault> => {
  const { faults, replayed } = missJournals(check)
  const found: ReadonlyArray<SaleFault> =
    stored === undefined
      ? [{ _tag: "SaleMissing" }]
      : check.records === 0
        ? [{ _tag: "RecordsMissing" }]
        : replayed === undefined
          ? []
          : [
              ...differingFields(stored, replayed),
              ...misreckoned(replayed),
              ...differingBalances(check, replayed),
            ]
  return [...found, ...faults].slice(0, faultsMax)
}
