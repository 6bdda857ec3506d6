import { decimalsOf, type LinkName, type Report, type SaleStatus, type Told } from "./calls.ts"
import { baseRateBps, type Model, type ModelSale } from "./model.ts"
import { figuresOf, headersOf, refused, takePlace } from "./quota-model.ts"

const standardFeeBps = 1_000n
const validationMs = 14 * 86_400_000

/** What was declared to be the most, of the whole and of the uplift. */
type Caps = Pick<ModelSale, "wholeCapMinor" | "upliftCapMinor">

/**
 * What a sale earns. Everything is counted in parts of a minor unit, `whole` of which make one; the
 * halves are rounded up.
 */
const earnedMinor = (
  amountMinor: number,
  { upliftCapMinor, wholeCapMinor }: Caps,
  rates: { readonly feeBps: number; readonly upliftBps: number },
): number => {
  const whole = 10_000n + BigInt(rates.feeBps)
  const amount = BigInt(amountMinor)
  const atMost = (parts: bigint, capMinor: number | null) =>
    capMinor !== null && BigInt(capMinor) * whole < parts ? BigInt(capMinor) * whole : parts
  const uplift = atMost(amount * BigInt(rates.upliftBps), upliftCapMinor)
  const owed = atMost(amount * BigInt(baseRateBps) + uplift, wholeCapMinor)
  return Number((2n * owed + whole) / (2n * whole))
}

/** The caps after a report: what it says, else what was said before. */
const capsOf = (held: Caps, { commissionMinor, partnerFeeMinor, version }: Report): Caps => ({
  wholeCapMinor: commissionMinor === null ? held.wholeCapMinor : commissionMinor,
  upliftCapMinor:
    version !== "3.2"
      ? held.upliftCapMinor
      : (partnerFeeMinor ?? (held.upliftCapMinor === null ? 0 : held.upliftCapMinor)),
})

const signedAt = ({ nowMs }: Model, { signedAfterSeconds }: Report): number =>
  Math.floor(nowMs / 1_000) + signedAfterSeconds

/**
 * What a report makes of where a sale stands; a pair that is not here changes nothing, but that a sale
 * which is old enough to have validated itself is adjusted by reports that go on to call it pending.
 */
const moves: Readonly<Record<string, "adjusted" | "validation" | "reversal">> = {
  "pending pending": "adjusted",
  "validated validated": "adjusted",
  "pending validated": "validation",
  "pending cancelled": "reversal",
  "validated cancelled": "reversal",
}

const accountOf = { pending: "pending", validated: "payable" } as const

type Account = "commission_expense" | "pending" | "payable"

interface Posting {
  readonly kind: string
  readonly from: Account
  readonly to: Account
  readonly amountMinor: number
}

const post = (model: Model, order: string, sale: ModelSale, posting: Posting): void => {
  const { amountMinor, from, kind, to } = posting
  if (sale.mode === "sandbox" || amountMinor === 0) return
  const lines = model.journal.get(order) ?? []
  model.journal.set(order, [...lines, [kind, from, to, amountMinor, sale.currency].join(" ")])
  const owed = model.owed.get(sale.currency) ?? { pending: 0, payable: 0 }
  if (from !== "commission_expense") owed[from] -= amountMinor
  if (to !== "commission_expense") owed[to] += amountMinor
  model.owed.set(sale.currency, owed)
}

/** Takes a sale from where it stands, which is not cancelled, to where it is told to go. */
const move = (model: Model, order: string, sale: ModelSale, to: SaleStatus): void => {
  if (sale.status === "cancelled") throw new Error("a cancelled sale moves nowhere")
  const from = accountOf[sale.status]
  const posting: Posting =
    to === "cancelled"
      ? { kind: "reversal", from, to: "commission_expense", amountMinor: sale.commissionMinor }
      : { kind: "validation", from, to: "payable", amountMinor: sale.commissionMinor }
  post(model, order, sale, posting)
  sale.status = to
  sale.changedAtMs = model.nowMs
}

const adjust = (model: Model, sale: ModelSale, report: Report): boolean => {
  if (sale.status === "cancelled") return false
  const { amountMinor } = report
  const caps = capsOf(sale, report)
  const [before, after] = [sale.commissionMinor, earnedMinor(amountMinor, caps, sale)]
  const account = accountOf[sale.status]
  const [from, to] =
    after > before
      ? (["commission_expense", account] as const)
      : ([account, "commission_expense"] as const)
  const differenceMinor = Math.abs(after - before)
  post(model, report.order, sale, { kind: "adjustment", from, to, amountMinor: differenceMinor })
  const isChange = amountMinor !== sale.amountMinor || after !== before
  Object.assign(sale, { ...caps, amountMinor, commissionMinor: after })
  if (isChange) sale.changedAtMs = model.nowMs
  return isChange
}

const book = (model: Model, report: Report): ModelSale => {
  const { amountMinor, currency, link, mode, order, status } = report
  const upliftBps = model.commissionBps - baseRateBps
  const feeBps = Number(standardFeeBps) + upliftBps
  const caps = capsOf({ wholeCapMinor: null, upliftCapMinor: null }, report)
  const commissionMinor = earnedMinor(amountMinor, caps, { feeBps, upliftBps })
  const frozen = { mode, link, currency, feeBps, upliftBps, bookedAtMs: model.nowMs }
  const sale: ModelSale = {
    ...frozen,
    ...caps,
    signedAtSeconds: signedAt(model, report),
    changedAtMs: model.nowMs,
    status: "pending",
    amountMinor,
    commissionMinor,
  }
  model.sales.set(`${mode}/${order}`, sale)
  const from = "commission_expense"
  post(model, order, sale, { kind: "booking", from, to: "pending", amountMinor: commissionMinor })
  if (status !== "pending") move(model, order, sale, status)
  return sale
}

const change = (model: Model, sale: ModelSale, report: Report): boolean => {
  const isOfAge = model.nowMs - sale.bookedAtMs >= validationMs
  const pair = `${sale.status} ${report.status}`
  const kind = pair === "validated pending" && isOfAge ? "adjusted" : moves[pair]
  const signedAtSeconds = signedAt(model, report)
  if (kind === undefined || signedAtSeconds < sale.signedAtSeconds) return false
  const adjusted = adjust(model, sale, report)
  sale.signedAtSeconds = signedAtSeconds
  if (kind !== "adjusted") move(model, report.order, sale, report.status)
  return adjusted || kind !== "adjusted"
}

const inMainUnit = (amountMinor: number, currency: ModelSale["currency"]): number =>
  amountMinor / 10 ** decimalsOf[currency]

const isOwn = ({ links }: Model, name: LinkName): boolean =>
  links.some((link) => link.name === name)

/** What a report of a sale should be answered, and books it. */
export const expectReport = (model: Model, report: Report): Told => {
  const { currency, link, mode, order, version } = report
  const noPlace = takePlace(model, mode, "reads")
  if (noPlace !== undefined) return noPlace
  const refuse = (status: number, error: string) => refused(model, mode, "reads", status, error)
  if (version === "3.3") return refuse(400, "UNKNOWN_CONTRACT_VERSION")
  if (!isOwn(model, link)) return refuse(404, "LINK_NOT_FOUND")
  const held = model.sales.get(`${mode}/${order}`)
  if (held !== undefined && (held.link !== link || held.currency !== currency)) {
    return refuse(400, "BAD_CONVERSION")
  }
  const updated = held !== undefined && change(model, held, report)
  const sale = held ?? book(model, report)
  return {
    status: 200,
    body: {
      ok: true,
      mode,
      externalOrderId: order,
      ref: `partner-${link}`,
      status: sale.status,
      amount: inMainUnit(sale.amountMinor, currency),
      commission: sale.status === "cancelled" ? 0 : inMainUnit(sale.commissionMinor, currency),
      currency,
      created: held === undefined,
      updated,
    },
    headers: headersOf(model, figuresOf(model, mode), "reads"),
  }
}

/** Validates the sales that have been pending for 14 days; how many. */
export const validateDue = (model: Model): number => {
  const due = [...model.sales].filter(
    ([, { bookedAtMs, status }]) =>
      status === "pending" && model.nowMs - bookedAtMs >= validationMs,
  )
  for (const [name, sale] of due) move(model, name.slice(name.indexOf("/") + 1), sale, "validated")
  return due.length
}

/** The next moment at which a sale validates itself; undefined when none is pending. */
export const nextDueMs = ({ sales }: Model): number | undefined => {
  const pending = [...sales.values()].filter(({ status }) => status === "pending")
  return pending.length === 0
    ? undefined
    : Math.min(...pending.map(({ bookedAtMs }) => bookedAtMs)) + validationMs
}
