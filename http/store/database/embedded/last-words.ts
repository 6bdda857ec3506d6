/** Its own lines, unless all that these say is that the process that recovers has failed. */
export const tellingLines = (
  said: ReadonlyArray<string>,
  own: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  own.length > 0 && !own.some((line) => line.includes("due to startup process failure"))
    ? own
    : said.filter((line) => !line.includes("FATAL:  the database system is"))

const isTelling = (line: string): boolean => /\b(FATAL|PANIC|ERROR|error):/.test(line)

/** A line without the time and the process number before it. */
const plain = (line: string): string => line.replace(/^.*?\[\d+\]\s+/, "").trim()

/** What goes before its last line where a program names no error: a sentence takes at most so many. */
const sentenceLinesMax = 3

/**
 * What is wrong by the lines of a program of Postgres: the last that names an error, or the first
 * where later ones follow from it, with its detail; else the last sentence.
 */
export const tellingLine = (
  lines: ReadonlyArray<string>,
  which: "first" | "last" = "last",
): string => {
  const filled = lines.filter((line) => line.trim() !== "")
  const index = which === "last" ? filled.findLastIndex(isTelling) : filled.findIndex(isTelling)
  const told = filled[index]
  if (told === undefined) {
    return filled.slice(-sentenceLinesMax).map(plain).join(" ") || "it said nothing"
  }
  const next = plain(filled[index + 1] ?? "")
  const detail = /^DETAIL:\s+(.*)/.exec(next)?.[1]
  return detail === undefined ? plain(told) : `${plain(told)} (${detail})`
}

/** What is wrong by the output of a program that makes something in steps: what failed first. */
export const firstError = (output: string): string => tellingLine(output.split("\n"), "first")
