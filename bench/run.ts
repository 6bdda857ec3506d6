import { makeDraws } from "../core/random/draws.ts"
import { makeOfflineCoach } from "../rules/coach/offline.ts"
import { conversionPlan, convertMinor } from "../rules/currency/convert.ts"
import { preparePricing } from "../rules/pricing/engine.ts"
import type { Trip } from "../rules/trip/trip.ts"
import { shippedTables as tables } from "../test/support/tables.ts"
import { type Comparison, compare, type Figure } from "./compare.ts"

const inputs = 1_024

const seed = Number(process.env["VIATICA_SEED"] ?? "20261121")
const draws = makeDraws(seed)
const random = (): number => draws.next() / 4_294_967_296

const pick = <Item>(items: ReadonlyArray<Item>): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error("nothing to pick from")
  return item
}

const many = <Item>(make: () => Item): ((index: number) => Item) => {
  const items = Array.from({ length: inputs }, make)
  return (index) => items[index & (inputs - 1)] as Item
}

const codes = tables.countries.rows.map(({ code }) => code)

const bilanComparison = (): Comparison => {
  const { bilan } = makeOfflineCoach(tables)
  const request = many(() => ({
    residence: pick(["FR", "FR", "US", "CA", "SG", "MY", "DE"]),
    destinations: [pick(codes), pick(codes)],
    card: { catalogueId: pick(tables.coachCards.rows).catalogueId },
    trip: { longTrip: random() < 0.2, friends: random() < 0.3, riskyActivity: random() < 0.2 },
  }))
  const answers = Array.from({ length: inputs }, (_, index) => bilan(request(index)))
  return {
    work: "offline bilan, request object to answer object",
    against: "JSON.stringify of the same answers",
    run: (index) => bilan(request(index)),
    peer: (index) => JSON.stringify(answers[index & (inputs - 1)]),
    same: false,
  }
}

const makeTrip = (): Trip => ({
  intent: pick(["forTourism", "schengenArea", "annual", "cruise", "mountainTrip", "expat"]),
  startDate: "2027-03-01",
  endDate: `2027-03-${String(2 + Math.floor(random() * 28)).padStart(2, "0")}`,
  countryResidence: pick(["FR", "US", "BR", "SG"]),
  arrivalCountries: [pick(codes)],
  travellers: Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
    age: Math.floor(random() * 90),
  })),
  tripPrice: Math.floor(random() * 500_000) / 100,
  currency: pick(tables.currencies.rows).code,
  shouldCoverCancellation: random() < 0.5,
  shouldCoverExtremeSports: random() < 0.2,
  isAnnual: false,
})

const quoteComparison = (): Comparison => {
  const { priceSandbox } = preparePricing(tables)
  const trip = many(makeTrip)
  const terms = { standardFeeBps: 1_000, upliftBps: 0, baseRateBps: 1_000 }
  const links = {
    iconUrl: (file: string) => `https://api.example/icons/${file}`,
    documentUrl: (id: number, kind: string) => `https://api.example/documents/${id}/${kind}`,
  }
  const price = (index: number) => priceSandbox(trip(index), terms, links)
  const answers = Array.from({ length: inputs }, (_, index) => price(index))
  return {
    work: "sandbox quote, normal trip to offers",
    against: "JSON.stringify of the same answers",
    run: price,
    peer: (index) => JSON.stringify(answers[index & (inputs - 1)]),
    same: false,
  }
}

const conversionComparison = (): Comparison => {
  const plans = tables.currencies.rows.flatMap((source) =>
    tables.currencies.rows.flatMap((target) => conversionPlan(source, target) ?? []),
  )
  const conversion = many(() => ({ plan: pick(plans), amountMinor: Math.floor(random() * 1e7) }))
  return {
    work: "exact conversion, prepared for its pair",
    against: "the same by one division of bigints",
    run: (index) => {
      const { amountMinor, plan } = conversion(index)
      return convertMinor(plan, amountMinor)
    },
    peer: (index) => {
      const { amountMinor, plan } = conversion(index)
      const { denominator, numerator } = plan.ratio
      return Number((2n * BigInt(amountMinor) * numerator + denominator) / (2n * denominator))
    },
    same: true,
  }
}

const line = ({ against, peerNs, ratio, work, workNs }: Figure): string =>
  `${work}: ${workNs.toFixed(0)} ns, ${ratio.toFixed(2)} of ${against} (${peerNs.toFixed(0)} ns)`

const figures = [bilanComparison(), quoteComparison(), conversionComparison()].map(compare)

if (process.argv.includes("--json")) console.log(JSON.stringify({ seed, figures }, null, 2))
else console.log([`seed ${seed}`, ...figures.map(line)].join("\n"))
