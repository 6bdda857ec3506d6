import { groupBy } from "../../core/group-by.ts"
import type { Draws } from "../../core/random/draws.ts"
import { readRuns } from "../coach/tables/bin-ranges.ts"
import type { CardRow } from "../coach/tables/index.ts"
import { evenly, type Share, weighted, weightedBy } from "./shares.ts"
import type { CardBody } from "./situation.ts"
import type { CorpusTables } from "./corpus-tables.ts"
import type { CardForm } from "./card-forms.ts"

/** Draws the card of a request for a residence; null sends none. */
export type DrawCard = (residence: string, draws: Draws) => CardBody | null

/** Even draws by country; a country without rows draws among all of them. */
const byCountry = <Row extends { readonly country: string }>(
  rows: ReadonlyArray<Row>,
): ((country: string) => Share<Row>) => {
  const all = evenly(rows)
  const groups = new Map(
    [...groupBy(rows, ({ country }) => country)].map(
      ([country, group]) => [country, evenly(group)] as const,
    ),
  )
  return (country) => groups.get(country) ?? all
}

/** The words that stand for something, drawn alike. */
const wordsFor = (
  rows: ReadonlyArray<{ readonly word: string; readonly means: string }>,
): ((means: string) => Share<string>) => {
  const groups = groupBy(rows, ({ means }) => means)
  return (means) => evenly((groups.get(means) ?? []).map(({ word }) => word))
}

const isBankCard = ({ network, tier }: CardRow): boolean =>
  network !== null && tier !== null && tier !== "business"

/** Draws a bank's name as catalogue or customers write it, with words for the card's network and range. */
const drawBankCard = (tables: CorpusTables) => {
  const cards = byCountry(tables.coachCards.rows.filter(isBankCard))
  const networkWord = wordsFor(
    tables.networkWords.rows.map(({ network, word }) => ({ word, means: network })),
  )
  const tierWord = wordsFor(tables.tierWords.rows.map(({ tier, word }) => ({ word, means: tier })))
  const aliases = groupBy(tables.bankAliases.rows, ({ bank, country }) => `${country} ${bank}`)
  return (residence: string, draws: Draws): CardBody | undefined => {
    const card = cards(residence)(draws)
    if (card === undefined) return undefined
    const names = aliases.get(`${card.country} ${card.bank}`) ?? []
    const bank = evenly([card.bank, ...names.map(({ alias }) => alias)])(draws)
    const network = networkWord(card.network ?? "")(draws)
    const tier = tierWord(card.tier ?? "")(draws)
    return bank === undefined || network === undefined || tier === undefined
      ? undefined
      : { bank, network, tier }
  }
}

/** Draws first digits inside a range, half of them with digits beyond the six that ranges tell apart. */
const drawBin = (tables: CorpusTables) => {
  const ranges = byCountry(
    tables.coachBins.rows.flatMap(({ country, ranges: written }) =>
      readRuns(written).map((run) => ({ country, run })),
    ),
  )
  return (residence: string, draws: Draws): CardBody | undefined => {
    const range = ranges(residence)(draws)
    if (range === undefined) return undefined
    const { digits, from, to } = range.run
    const bin = String(draws.between(from, to)).padStart(digits, "0")
    if (draws.below(2) === 0) return { bin }
    return { bin: bin.padEnd(8, String(draws.between(0, 9))) }
  }
}

const foreignNetworks = ["unionpay", "jcb", "diners", "carte bancaire"]
const unlistedBanks = ["Harbour & Hill", "Banque des Trois Rivières", "Northmoor", "Kelana Utama"]

/** Prepares the drawing of cards from the declared shares and the Coach's own tables. */
export const prepareCards = (tables: CorpusTables): DrawCard => {
  const formFor = weightedBy(tables.corpusCards.rows, (row) => row.residence)
  const cards = byCountry(tables.coachCards.rows)
  const ranges = weighted(tables.corpusRanges.rows)
  const bankCard = drawBankCard(tables)
  const bin = drawBin(tables)
  const beyond = Math.max(0, ...tables.coachCards.rows.map(({ catalogueId }) => catalogueId)) + 1

  const rangeWords = (draws: Draws): CardBody | undefined => {
    const range = ranges(draws)
    return range && { network: range.network, tier: range.tier }
  }

  const bodies: Readonly<
    Record<CardForm, (residence: string, draws: Draws) => CardBody | null | undefined>
  > = {
    catalogue: (residence, draws) => {
      const card = cards(residence)(draws)
      return card && { catalogueId: card.catalogueId }
    },
    bin,
    bank: bankCard,
    generic: (_, draws) => rangeWords(draws),
    none: () => ({ none: true }),
    absent: () => null,
    catalogue_miss: (_, draws) => ({ catalogueId: beyond + draws.below(1_000) }),
    // No network numbers its cards from 0.
    bin_miss: (_, draws) => ({ bin: String(draws.below(100_000)).padStart(6, "0") }),
    bank_miss: (_, draws) => {
      const words = rangeWords(draws)
      const bank = evenly(unlistedBanks)(draws)
      return words && bank !== undefined ? { bank, ...words } : undefined
    },
    word_miss: (_, draws) => {
      const words = rangeWords(draws)
      const network = evenly(foreignNetworks)(draws)
      return words && network !== undefined ? { ...words, network } : undefined
    },
    malformed: (residence, draws) => {
      const digits = bin(residence, draws)
      return digits && { ...digits, catalogueId: beyond - 1 }
    },
  }

  return (residence, draws) => {
    const form = formFor(residence)(draws)?.form
    return form === undefined ? null : (bodies[form](residence, draws) ?? null)
  }
}
