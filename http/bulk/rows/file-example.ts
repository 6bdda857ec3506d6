/** A small file of requests, as `--help` shows it below what it is an example of. */
export const fileExample = (about: string, lines: ReadonlyArray<string>): string =>
  [about, ...lines.map((line) => `    ${line}`)].join("\n  # ")
