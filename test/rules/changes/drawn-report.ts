import type {
  AnswerReport,
  DiffReport,
  ImpactReport,
  RegionReport,
  TableReport,
} from "../../../rules/changes/diff-report.ts"
import { foldRows } from "../../../rules/changes/fold-rows.ts"

const answer = (line: number, price: string, note: string): AnswerReport => ({
  line,
  outputs: { price, note },
})

const region = (changes: Partial<RegionReport>): RegionReport => ({
  conditions: { zone: "europe|world", age: ">=65" },
  witness: { zone: "europe", age: 70, annual: null },
  before: [answer(4, "12.50", "base")],
  after: [answer(5, "13.00", "base")],
  columns: ["price"],
  gone: [answer(4, "12.50", "base")],
  come: [answer(5, "13.00", "base")],
  wordsOnlyBefore: {},
  wordsOnlyAfter: {},
  ...changes,
})

const [first, second] = [answer(4, "1", "a"), answer(6, "2", "b")]

/** More rows than a text shows. */
const manyAnswers = Array.from({ length: 23 }, (_, index) => answer(10 + index, String(index), "n"))

const decision: TableReport = {
  file: "surcharges.csv",
  verdict: "different",
  folds: [],
  decision: {
    hitPolicy: "collect",
    beyond: "more",
    regions: [
      region({}),
      // The same rows in another order.
      region({
        conditions: {},
        before: [first, second],
        after: [second, first],
        gone: [],
        come: [],
        columns: ["price", "note"],
      }),
      // One row more, beside two that stay.
      region({
        before: [first, second],
        after: [first, second, answer(8, "3", "c")],
        gone: [],
        come: [answer(8, "3", "c")],
      }),
      // Fewer, beside one that stays, and words that one version alone knows.
      region({
        before: [first, second],
        after: [first],
        gone: [second],
        come: [],
        wordsOnlyBefore: { zone: ["moon"] },
        wordsOnlyAfter: { zone: ["mars", "venus"] },
      }),
      region({ before: manyAnswers, gone: manyAnswers, columns: ["price", "note"] }),
    ],
  },
}

/** The same table with one difference. */
const oneRegion: TableReport = {
  ...decision,
  decision: { hitPolicy: "collect", beyond: "nothing", regions: [region({})] },
}

const rated = (tariff: string, zone: string, before: string, after: string, line: number) => ({
  where: { tariff, zone },
  before: line,
  after: line + 1,
  cells: [{ column: "premium", before, after }],
})

const compared = (
  key: string,
  before: number | undefined,
  after: number | undefined,
  cells: ReadonlyArray<readonly [column: string, before: string, after: string]>,
) => ({
  key: [key],
  before,
  after,
  cells: cells.map(([column, was, is]) => ({ column, before: was, after: is })),
})

const rises = [
  rated("voyager", "europe", "10.00", "10.50", 20),
  rated("voyager", "world", "20.00", "21.00", 21),
  rated("voyager", "north_america", "40.00", "42.00", 22),
]

const plain: TableReport = {
  file: "catalogue/tariffs.csv",
  verdict: "different",
  folds: foldRows({
    changed: rises,
    added: [],
    removed: [{ where: { tariff: "old" }, before: 31, after: undefined, cells: [] }],
  }),
  plain: {
    keyColumns: ["tariff"],
    order: "the first row of a tariff counts",
    changed: [
      ...rises.map(({ after, before, cells, where }) => ({
        key: [where.tariff],
        before,
        after,
        cells,
      })),
      compared("lone", 40, 41, [["premium", "1", "2"]]),
    ],
    removed: [
      compared("old", 31, undefined, [
        ["tariff", "old", ""],
        ["premium", "9", ""],
      ]),
    ],
    added: [
      compared("new", undefined, 50, [
        ["tariff", "", "new"],
        ["premium", "", "7"],
        ["source", "", ""],
      ]),
    ],
    moved: [compared("far", 60, 12, [])],
    noted: [compared("told", 61, 62, [["source", "p. 1", "p. 2"]])],
  },
}

const texts: TableReport = {
  file: "messages/coach.csv",
  verdict: "different",
  folds: [],
  plain: {
    keyColumns: ["key"],
    order: null,
    changed: [compared("gap.medical", 7, 7, [["en", "Not enough", "Too little"]])],
    removed: [],
    added: [],
    moved: [],
    noted: [],
  },
}

const mistaken: TableReport = {
  file: "fees.csv",
  verdict: "mistakes",
  folds: [],
  mistakes: {
    before: [],
    after: [
      {
        _tag: "TableError",
        file: "fees.csv",
        line: 3,
        character: 8,
        column: "value",
        cell: "a lot",
        expected: { _tag: "Integer" },
      },
    ],
  },
}

const plainly = (file: string, verdict: TableReport["verdict"]): TableReport => ({
  file,
  verdict,
  folds: [],
})

const moved = (sumBefore: number, sumAfter: number, count: number) => [
  { currency: "EUR" as const, count, sumBefore, sumAfter },
  { currency: "USD" as const, count: 1, sumBefore: 100, sumAfter: 90 },
]

const impact: ImpactReport = {
  situations: 20_100,
  changed: 1_234,
  changedCases: 3,
  firstChanged: ["family in Spain", "generated 7", "c", "d", "e", "f"],
  fields: [
    {
      field: "live.offers.101.price.amount",
      situations: 900,
      examples: [{ situation: "family in Spain", before: 12.5, after: 13 }],
    },
    {
      field: "bilan.shouldSell",
      situations: 40,
      examples: [{ situation: "generated 7", before: true, after: undefined }],
    },
  ],
  prices: [],
  quotes: [
    {
      catalogue: "live",
      answered: 900,
      lost: 2,
      won: 1,
      dearer: 500,
      cheaper: 20,
      mixed: 7,
      leastDearer: 480,
      leastCheaper: 11,
    },
    {
      catalogue: "quote",
      answered: 9,
      lost: 0,
      won: 0,
      dearer: 0,
      cheaper: 0,
      mixed: 0,
      leastDearer: 0,
      leastCheaper: 1,
    },
  ],
  offers: [
    {
      catalogue: "live",
      offerId: 101,
      before: 600,
      after: 590,
      dearer: 500,
      cheaper: 20,
      come: 2,
      gone: 12,
      moved: moved(1_000_000, 1_050_000, 519),
      permille: [
        [-20, 20],
        [49, 100],
        [50, 390],
        [400, 10],
      ],
    },
    {
      catalogue: "live",
      offerId: 102,
      before: 5,
      after: 4,
      dearer: 0,
      cheaper: 0,
      come: 0,
      gone: 1,
      moved: [],
      permille: [],
    },
  ],
  firstPlaces: [
    { catalogue: "live", from: 101, to: 102, quotes: 30 },
    { catalogue: "live", from: 102, to: null, quotes: 1 },
    { catalogue: "live", from: null, to: 103, quotes: 4 },
  ],
  arguments: [
    {
      id: "a1",
      change: "gained",
      situations: 12,
      cards: ["#1", "#2", "#3", "#4", "#5"].map((card) => ({ card, situations: 2 })),
    },
    { id: "a2", change: "lost", situations: 1, cards: [{ card: "generic", situations: 1 }] },
  ],
  rows: {
    of: 100,
    before: [{ file: "surcharges.csv", line: 4, situations: 60 }],
    after: [
      { file: "surcharges.csv", line: 5, situations: 70 },
      { file: "surcharges.csv", line: 99, situations: 3 },
    ],
  },
  titles: {
    offers: { 101: "Voyager Core (Harbour)", 102: "Voyager Plus (Harbour)" },
    cards: { "#1": "Visa Premier (BNP)", "#2": "Gold (SG)" },
    arguments: { a1: "Hospital bills reach far." },
    guarantees: {},
  },
  run: { seed: 1, cases: 100, generated: 20_000 },
  borrowed: ["fees.csv"],
  of: [],
  minorUnits: { EUR: 2, USD: 2 },
}

/** A report with all that a comparison can tell, drawn up by hand. */
export const drawnReport: DiffReport = {
  base: "main",
  commit: "0123456789abcdef0123456789abcdef01234567",
  folder: "data",
  folderCommit: null,
  tables: [
    decision,
    plain,
    texts,
    mistaken,
    plainly("limits.csv", "unchanged"),
    {
      file: "zones.csv",
      verdict: "equivalent",
      folds: [],
      decision: { hitPolicy: "first", regions: [], beyond: "nothing" },
    },
    plainly("guards.csv", "new"),
    plainly("older.csv", "gone"),
    {
      file: "coach/gaps.csv",
      verdict: "unknown",
      folds: [],
      decision: { hitPolicy: "first", regions: [], beyond: "unknown" },
    },
  ],
  impact,
}

/** Reports of which less is to be told. */
export const smallReports: Readonly<Record<string, DiffReport>> = {
  "no impact asked for": { ...drawnReport, impact: null, tables: [oneRegion] },
  "no impact known": {
    ...drawnReport,
    tables: [mistaken],
    impact: { unavailable: "fees.csv holds mistakes" },
  },
  "nothing changed": {
    ...drawnReport,
    folderCommit: "89abcdef0123456789abcdef0123456789abcdef",
    tables: [plainly("limits.csv", "unchanged")],
    impact: null,
  },
  "texts alone": {
    ...drawnReport,
    tables: [texts],
    impact: {
      ...impact,
      changed: 0,
      changedCases: 0,
      firstChanged: [],
      fields: [],
      quotes: [],
      offers: [],
      firstPlaces: [],
      arguments: [],
      rows: { of: 0, before: [], after: [] },
      borrowed: [],
    },
  },
  "one product goes": {
    ...drawnReport,
    tables: [oneRegion],
    impact: { ...impact, offers: impact.offers.slice(1), arguments: [], firstPlaces: [] },
  },
  "arguments alone": {
    ...drawnReport,
    tables: [oneRegion],
    impact: { ...impact, offers: [], quotes: [], firstPlaces: [] },
  },
  "each once": {
    ...drawnReport,
    tables: [oneRegion],
    impact: {
      ...impact,
      changed: 1,
      changedCases: 1,
      quotes: impact.quotes.map((each) => ({
        catalogue: each.catalogue,
        answered: 1,
        lost: 1,
        won: 1,
        dearer: 1,
        cheaper: 1,
        mixed: 1,
        leastDearer: 1,
        leastCheaper: 1,
      })),
      offers: impact.offers.map((each) => ({
        ...each,
        dearer: 1,
        cheaper: 0,
        come: 1,
        gone: 1,
        moved: moved(1_000, 1_100, 1).slice(0, 1),
        permille: [[100, 1]],
      })),
      firstPlaces: [{ catalogue: "live", from: 101, to: 102, quotes: 1 }],
      arguments: impact.arguments.map((each) => ({ ...each, situations: 1 })),
    },
  },
}
