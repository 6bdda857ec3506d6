/** Members of an object beyond which the rest is left out, and how many then stay. */
const membersMax = 14
const membersShown = 3

const left = "…"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An answer shortened: the first of each list, and the first members of what has very many. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const [first] = value
    return value.length > 1 ? [shortened(first), left] : value.map(shortened)
  }
  if (!isObject(value)) return value
  const members = Object.entries(value)
  const shown = members.length > membersMax ? members.slice(0, membersShown) : members
  const object = Object.fromEntries(shown.map(([name, member]) => [name, shortened(member)]))
  return shown.length < members.length ? { ...object, [left]: left } : object
}

/**
 * An answer as documentation shows it: JSON in which `…` stands for what is left out.
 *
 * ```ts
 * import { answerText } from "../http/pages/docs/example-answer.ts"
 *
 * answerText({ offers: [1, 2, 3] }) // => '{\n  "offers": [\n    1,\n    …\n  ]\n}'
 * ```
 */
export const answerText = (answer: unknown): string =>
  JSON.stringify(shortened(answer), null, 2)
    .replaceAll(`"${left}": "${left}"`, left)
    .replaceAll(`"${left}"`, left)
