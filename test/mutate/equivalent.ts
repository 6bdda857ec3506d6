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
]
