/** What a figure should come to, told so that it can be read without the code. */
export interface Target {
  readonly name: string
  /** What the figure is. */
  readonly means: string
  readonly bound: "at least" | "at most"
  readonly ratio: number
}

const atLeast = (ratio: number, name: string, means: string): Target => ({
  name,
  means,
  bound: "at least",
  ratio,
})

const atMost = (ratio: number, name: string, means: string): Target => ({
  name,
  means,
  bound: "at most",
  ratio,
})

/** All targets of the project's speed; each is about its peer in the same run. */
export const targets = {
  offlineBilan: atMost(
    0.5,
    "offline bilan",
    "time of an offline bilan, where writing its answer with JSON.stringify takes 1",
  ),
  conversion: atLeast(
    80,
    "exact conversion",
    "speed of an exact currency conversion, where the fastest library of decimals or money is 1",
  ),
  tableOf40Rows: atLeast(
    300,
    "decision table of 40 rows",
    "how much less processor time one evaluation takes than GoRules ZEN, asked one question after the other",
  ),
  tableOf1000Rows: atLeast(400, "decision table of 1,000 rows", "the same over 1,000 rows"),
  codeOf40Rows: atLeast(
    0.5,
    "generated code of 40 rows",
    "how much less processor time one evaluation takes than a function that was made of the table, with an if for each row",
  ),
  codeOf1000Rows: atLeast(30, "generated code of 1,000 rows", "the same over 1,000 rows"),
  bilansAgainstBareHttp: atLeast(
    0.4,
    "signed bilans against bare node:http",
    "bilans a second with quotas kept in Postgres, where a bare node:http server that checks the signature and answers from a record is 1",
  ),
  bilansAgainstFastify: atLeast(
    1,
    "signed bilans against fastify",
    "bilans a second with quotas in memory, where the same work with fastify is 1",
  ),
  quotesAgainstBareHttp: atLeast(
    0.4,
    "signed quotes against bare node:http",
    "sandbox quotes a second with quotas kept in Postgres, where the bare node:http server is 1",
  ),
  waitAtSteadyRate: atMost(
    50,
    "wait at 500 bilans a second",
    "milliseconds within which 99 of 100 signed bilans are answered, from the moment that each was due; all are answered",
  ),
  memoryGrowth: atMost(
    1.05,
    "flat memory",
    "memory of a server at the end of a steady load, where what it had after a fifth of the time is 1",
  ),
  quotasOfManyKeys: atLeast(
    4,
    "quotas of 1,000 keys",
    "speed of a durable, exact quota decision, where one statement for each call is 1",
  ),
  quotasOfOneKey: atLeast(
    15,
    "quotas of one busy key",
    "speed of such a decision where all callers share one key, and one statement for each call is 1",
  ),
  quotesToWorkbook: atMost(
    3_000,
    "1,000 quotes from CSV to XLSX",
    "milliseconds of the whole command that makes a file of 1,000 trips into a workbook of offers",
  ),
  bilansInColumns: atMost(
    667,
    "100,000 bilans in columns",
    "milliseconds of processor time of 100,000 bilans of cards that repeat themselves, into four columns: 150,000 a second and core",
  ),
  cheapestInColumns: atMost(
    1_000,
    "100,000 cheapest prices in columns",
    "milliseconds of processor time of the cheapest offers of 100,000 trips that repeat themselves: 100,000 a second and core",
  ),
  startOnDatabase: atMost(
    8,
    "start, database running",
    "time from the start of the process to its first answer, where a node:http hello world takes 1",
  ),
  startWithDatabase: atMost(
    25,
    "start, with its own database",
    "the same time where the service starts the embedded Postgres of an existing folder too",
  ),
  tablesCheck: atMost(
    1_500,
    "check of all tables",
    "milliseconds that `tables check --fresh` takes as a command, from the start of the process to its end",
  ),
  tablesCheckedAgain: atMost(
    1_000,
    "check after an edit",
    "milliseconds that the same command takes after one table was edited, where it remembers what it found before",
  ),
  editedTable: atMost(
    200,
    "check of an edited table",
    "milliseconds in which a running process checks a table that was edited, and what that touches",
  ),
  differenceOfTables: atMost(
    5_000,
    "impact of a raised tariff",
    "milliseconds of `tables diff` for a raised tariff, with its impact on 20,000 situations, from the start of the process",
  ),
  editToFindings: atMost(
    200,
    "findings after an edit",
    "milliseconds from an edit in the workbench to what was found in the tables after it",
  ),
  editToImpact: atMost(
    2_000,
    "impact after an edit",
    "milliseconds from an edit in the workbench to its impact on 20,000 situations",
  ),
} as const satisfies Readonly<Record<string, Target>>
