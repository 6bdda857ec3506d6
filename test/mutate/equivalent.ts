/** A change that no test can notice, as the program does the same with it, and why. */
export interface Equivalent {
  readonly file: string
  /** The line of the source that it is in, without the spaces around it. */
  readonly line: string
  readonly was: string
  readonly becomes: string
  readonly why: string
}

/** Changes that are drawn no more. One whose line has gone is named by `test/house/mutants.test.ts`. */
export const equivalents: ReadonlyArray<Equivalent> = [
  {
    file: "rules/price-laws/cheaper-proof.ts",
    line: "gains.push((form.heads[index] ?? 0) + daily * (daily > 0 ? last : first))",
    was: ">",
    becomes: ">=",
    why: "where both sides are equal, what is chosen is multiplied by zero",
  },
  {
    file: "rules/price-laws/cheaper-proof.ts",
    line: "let value = form.constant + form.perDay * (form.perDay > 0 ? last : first)",
    was: ">",
    becomes: ">=",
    why: "where both sides are equal, what is chosen is multiplied by zero",
  },
  {
    file: "rules/price-laws/cheaper-proof.ts",
    line: "value += form.share * (form.share > 0 ? box.price.to : box.price.from)",
    was: ">",
    becomes: ">=",
    why: "where both sides are equal, what is chosen is multiplied by zero",
  },
  {
    file: "core/check/meaning/outliers.ts",
    line: "if (figure === undefined || lower === undefined || upper === undefined) return undefined",
    was: "figure === undefined || lower === undefined || upper === undefined",
    becomes: "false",
    why: "said to the compiler: groups of one have been left out, so that all three are there",
  },
  {
    file: "http/store/quota/quotas.ts",
    line: "const rememberedMs = 10_000",
    was: "10_000",
    becomes: "10001",
    why: "bounds the memory of keys that nobody calls with: their next call is charged the same way, and as soon",
  },
  {
    file: "core/table/row-index.ts",
    line: "hash = Math.imul(hash ^ (set[word] ?? 0), 16_777_619)",
    was: "16_777_619",
    becomes: "16777620",
    why: "a factor of a hash: sets of one hash are told apart by their rows",
  },
  {
    file: "core/analysis/region.ts",
    line: "witnesses[region[index]?.[0] ?? 0] ?? null,",
    was: "region[index]?.[0] ?? 0",
    becomes: "(region[index]?.[0])",
    why: "said to the compiler: a region has a segment of every dimension",
  },
  {
    file: "rules/coach/sources/row-source.ts",
    line: 'const [year = 0, month = 1, date = 1] = day.split("-").map(Number)',
    was: "1",
    becomes: "2",
    why: "said to the compiler: a day has a month and a date",
  },
  {
    file: "http/store/people/passkeys-sql.ts",
    line: "if (head.length < nonceBytes + expiryBytes) return false",
    was: "+",
    becomes: "-",
    why: "a challenge that is cut short has no MAC behind it, and is refused for that next",
  },
  {
    file: "http/store/database/account-turns.ts",
    line: "if (own.users === 0) accounts.delete(account)",
    was: "accounts.delete(account)",
    becomes: ";",
    why: "bounds the memory of accounts without work: their next work takes its turn the same way",
  },
  {
    file: "rules/price-laws/prove-prices.ts",
    line: "if (count !== undefined) count[name] += 1",
    was: "count !== undefined",
    becomes: "true",
    why: "said to the compiler: every law has its counts from the beginning",
  },
  {
    file: "core/engine/asker.ts",
    line: 'return (rows) => (overlaps !== "any" && rows.length > 1 ? clash(rows) : plainSuccess(rows))',
    was: 'overlaps !== "any" && rows.length > 1',
    becomes: '(overlaps !== "any")',
    why: "saves work: a row alone clashes with none, and is answered as it is",
  },
  {
    file: "rules/coach/explanation/arguments.ts",
    line: 'return of._tag === "Gap"',
    was: 'of._tag === "Gap"\n    ? names.map((name) => `card.guarantees.${of.gap.slug}.${name}`)\n    : ["bilan.medical.targetValue"]',
    becomes: "(names.map((name) => `card.guarantees.${of.gap.slug}.${name}`))",
    why: "said to the compiler: what is compared with a recommended amount is told of gaps alone",
  },
]
