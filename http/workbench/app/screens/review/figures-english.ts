import { counted } from "./counted.ts"

const priceCount = (count: string): string => counted(count, "price", "prices")

const quoteCount = (count: string): string => counted(count, "quote", "quotes")

/** The words of the change in figures, in English. */
export const figuresEnglish = {
  working: "Trying situations",
  tried: (done: string, all: string) => `${done} of ${all} situations tried`,
  stop: "Stop",
  again: "Count again",
  stopped: "Stopped. The figures are of an earlier state, or missing.",
  failed: (why: string) => `The figures could not be made: ${why}`,
  olderTables: "The tables hold mistakes now: these figures are of the last version without any.",
  noSituations: (why: string) => `No situation could be tried: ${why}`,
  headline: {
    waiting: "What does the change do?",
    nothing: "Nothing has changed yet",
    dearer: (count: string, most: string) => `${priceCount(count)} dearer, ${most} at most`,
    cheaper: (count: string, most: string) => `${count} cheaper, ${most} at most`,
    cheaperAlone: (count: string, most: string) => `${priceCount(count)} cheaper, ${most} at most`,
    gone: (title: string) => `${title} is no longer offered everywhere`,
    come: (title: string) => `${title} is offered anew`,
    arguments: (count: string) =>
      `${counted(count, "argument comes or goes", "arguments come or go")}, and no price moves`,
    situations: (changed: string) =>
      `${counted(changed, "situation is", "situations are")} answered otherwise; no price moves`,
    texts: (count: string) =>
      `${counted(count, "text reads", "texts read")} otherwise; no price moves`,
    tables: (count: number) =>
      count === 1
        ? "1 table changes, and no answer with it"
        : `${count} tables change, and no answer with them`,
  },
  lede: {
    released: (names: string) => `With the release ${names}, which waits for its day.`,
    share: (changed: string, all: string) => `In ${changed} of ${all} situations.`,
    loses: (title: string, times: string) => `${title} loses first place in ${times}.`,
    gains: (title: string, times: string) => `${title} gains first place in ${times}.`,
    both: (title: string, lost: string, gained: string) =>
      `${title} loses first place in ${lost} and gains it in ${gained}.`,
    noPlaces: "Every first place stays.",
    noArguments: "No argument comes or goes.",
    cases: (count: number) =>
      count === 1 ? "1 of your own cases changes" : `${count} of your own cases change`,
    impact: "Travellers most changed",
  },
  moves: {
    title: "How prices move",
    of: (count: string) => `${priceCount(count)}, in per cent`,
    middle: "Half of all changes lie above",
    dearest: "Dearest step",
    cheapest: "Cheapest step",
    mostTouched: "Offer with most changes",
    chart: (count: string, tallest: string, at: string) =>
      `Histogram of ${counted(count, "change", "changes")} of prices; most, ${tallest}, by about ${at}`,
    asTable: "As a table",
    change: "Change",
    prices: "Prices",
    orLess: "and less",
    orMore: "and more",
  },
  offers: {
    title: "Offers that change",
    of: (count: string, all: string) => `${count} of ${all}`,
    offer: "Offer",
    prices: "Prices",
    dearer: "Dearer",
    cheaper: "Cheaper",
    median: "Median",
    least: "Least",
    most: "Most",
    gone: (count: string) => `no longer offered in ${quoteCount(count)}`,
    come: (count: string) => `newly offered in ${quoteCount(count)}`,
    rest: (count: string) => `${count} more`,
  },
  places: {
    title: "First place",
    of: quoteCount,
    from: "From",
    to: "To",
    quotes: "Quotes",
    nobody: "no offer",
  },
  cases: {
    title: "Own cases first, then who changes most",
    of: (changed: string, all: string) =>
      `${changed} of ${counted(all, "own case", "own cases")} ${changed === "1" ? "changes" : "change"}`,
    traveller: "Traveller",
    offer: "Offer",
    before: "Before",
    after: "After",
    change: "Change",
    own: "Own case",
    drawn: "drawn by the workbench",
    other: "other answer",
    otherFirst: "other first place",
    all: (changed: string) =>
      changed === "1" ? "The one traveller that changes" : `All ${changed} travellers that change`,
    allSoFar: "All travellers that change, as they are found",
    waiting: "Your own cases are tried first, then situations that the workbench draws…",
  },
  late: {
    moves: "Each situation is answered by the tables before and after…",
    offers: "Offers that change stand here once the situations are tried.",
    tables: "What changes in each table stands here at the same time.",
    release: "Asking git how the change stands…",
  },
  arguments: {
    title: "Arguments of cards",
    of: (count: string) => counted(count, "comes or goes", "come or go"),
    argument: "Argument",
    change: "",
    gained: "gained",
    lost: "lost",
    readings: "Readings",
    cards: "Cards",
    more: (count: number) => `and ${count} more`,
  },
  texts: {
    title: "Texts",
    of: (count: string) => `${counted(count, "reads", "read")} otherwise`,
    text: "Text",
    was: "Before",
    is: "After",
  },
  tables: {
    title: "What changes, table by table",
    of: (same: number) =>
      same === 1 ? "1 table stays as it is" : `${same} tables stay as they are`,
    changed: (count: string, columns: string, change: string) =>
      `${counted(count, "row", "rows")}: ${columns} ${change}`,
    added: (count: number) => (count === 1 ? "1 row new" : `${count} rows new`),
    removed: (count: number) => (count === 1 ? "1 row gone" : `${count} rows gone`),
    rows: (count: number) => (count === 1 ? "1 row" : `${count} rows`),
    otherwise: "changed",
    empty: "(empty)",
    decimalPoint: ".",
    proven: (count: number) =>
      count === 1
        ? "1 region of facts is answered otherwise, proven"
        : `${count} regions of facts are answered otherwise, each proven`,
    line: "Row",
    where: "Where",
    more: (count: number) =>
      count === 1
        ? "1 more row stands in the table itself"
        : `${count} more rows stand in the table itself`,
    mistakes: "The table holds mistakes and is not compared.",
    isNew: "The table is new.",
    isGone: "The table is gone.",
    noRows: "Only the order of rows or notes differ.",
    comment: "Comment",
    commentOn: (line: number) => `Comment on row ${line}`,
    and: "and",
  },
}
