import { type DatedMovement, type ReplayedSale, replayRecord } from "./replay-record.ts"
import { commissionMinor } from "./commission.ts"
import { earnedMinor, type Sale } from "./sale.ts"
import type { Journal, SaleFault } from "./sale-fault.ts"
import type { SaleFacts, SaleRecord } from "./sale-record.ts"

/** A sale as the books hold it; the instants in milliseconds since 1970, with what is finer. */
export interface StoredSale extends SaleFacts, Sale {
  readonly bookedAtMs: number
  readonly changedAtMs: number
}

/** A sale under check: what its records come to so far, and what was found booked for it. */
export interface SaleCheck {
  readonly replayed: ReplayedSale | undefined
  readonly records: number
  readonly journals: number
  /** What the records so far had to have booked and no journal has been found for yet. */
  readonly due: ReadonlyArray<DatedMovement>
  readonly pendingMinor: bigint
  readonly payableMinor: bigint
  readonly faults: ReadonlyArray<SaleFault>
}

/** Nothing is known of a sale yet. */
export const newSaleCheck: SaleCheck = {
  replayed: undefined,
  records: 0,
  journals: 0,
  due: [],
  pendingMinor: 0n,
  payableMinor: 0n,
  faults: [],
}

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
  return step === undefined
    ? withFaults({ ...check, records }, [{ _tag: "RecordMisplaced", place: records }])
    : { ...check, records, replayed: step.replayed, due: [...check.due, ...step.due] }
}

const dueJournal = (movement: DatedMovement, { currency, partnerId }: SaleFacts): Journal => {
  const { amountMinor, atMs, from, kind, to } = movement
  const side = (account: string, signedMinor: number) => ({
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

const bookedIn = ({ entries }: Journal, account: string): bigint =>
  entries.reduce(
    (sum, entry) =>
      entry.account === account && isWhole(entry.amountMinor)
        ? sum + BigInt(entry.amountMinor)
        : sum,
    0n,
  )

const isJournalFault = ({ _tag }: SaleFault): boolean => _tag === "JournalDiffers"

/** Goes on to the next journal of a sale, once its records have been told that it may belong to. */
export const checkJournal = (check: SaleCheck, held: Journal): SaleCheck => {
  const journals = check.journals + 1
  const [next, ...due] = check.due
  const { replayed } = check
  const wanted =
    next === undefined || replayed === undefined ? null : dueJournal(next, replayed.facts)
  const differs = wanted === null || journalText(wanted) !== journalText(held)
  const isTold = check.faults.some(isJournalFault)
  return withFaults(
    {
      ...check,
      journals,
      due,
      pendingMinor: check.pendingMinor + bookedIn(held, "pending"),
      payableMinor: check.payableMinor + bookedIn(held, "payable"),
    },
    differs && !isTold ? [{ _tag: "JournalDiffers", place: journals, held, due: wanted }] : [],
  )
}

/** Goes on without the journals that are still due: no more of the sale's are there. */
export const missJournals = (check: SaleCheck): SaleCheck => {
  const [next] = check.due
  const { faults, journals, replayed } = check
  if (next === undefined || replayed === undefined) return check
  const wanted = dueJournal(next, replayed.facts)
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
  const { bookedAtMs, changedAtMs, facts, sale } = replayed
  const held = fieldTexts(stored)
  const due = fieldTexts({ ...facts, ...sale, bookedAtMs, changedAtMs })
  return Object.entries(due).flatMap(([field, text]) =>
    held[field] === text
      ? []
      : [{ _tag: "FieldDiffers", field, held: held[field] ?? "", due: text } as const],
  )
}

/** A sale from before records were kept earns what its rates say, too. */
const misreckoned = ({ facts, sale }: ReplayedSale): ReadonlyArray<SaleFault> => {
  const earned = commissionMinor(sale.amountMinor, sale.caps, facts)
  const [held, due] = [String(sale.commissionMinor), String(earned)]
  return held === due ? [] : [{ _tag: "FieldDiffers", field: "commissionMinor", held, due }]
}

const differingBalances = (
  { payableMinor, pendingMinor }: SaleCheck,
  { sale }: ReplayedSale,
): ReadonlyArray<SaleFault> =>
  (
    [
      ["pending", pendingMinor, sale.status === "pending"],
      ["payable", payableMinor, sale.status === "validated"],
    ] as const
  ).flatMap(([account, heldMinor, isThere]) => {
    const [held, due] = [String(heldMinor), String(isThere ? earnedMinor(sale) : 0)]
    return held === due ? [] : [{ _tag: "BalanceDiffers", account, held, due } as const]
  })

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
