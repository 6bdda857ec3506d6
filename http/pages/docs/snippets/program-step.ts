/** A line that begins what a step shows, a comment of its own: `// step: price`. */
const mark = /^[ \t]*(?:#|\/\/) step: (\w+)\n/m

/**
 * What a program shows for a step, byte for byte: the lines after each mark that names it, up to the next
 * mark. Lines before the first mark belong to it as well. Marks themselves are not shown.
 *
 * ```ts
 * import { programStep } from "../http/pages/docs/snippets/program-step.ts"
 *
 * const program = "// step: open\nmain {\n  // step: work\n  work()\n  // step: open\n}\n"
 * programStep(program, "work") // => "  work()\n"
 * programStep(program, "open") // => "main {\n}\n"
 * ```
 */
export const programStep = (program: string, step: string): string => {
  const [opening = "", ...marked] = program.split(mark)
  const pieces = marked.flatMap((name, at) =>
    at % 2 === 0 && name === step ? [marked[at + 1] ?? ""] : [],
  )
  const whole = marked[0] === step ? [opening, ...pieces] : pieces
  return whole
    .map((piece) => piece.trimEnd())
    .filter((piece) => piece !== "")
    .map((piece) => `${piece}\n`)
    .join("")
}
