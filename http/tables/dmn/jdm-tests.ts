const double = (text: string): string => {
  const inner = text.slice(1, -1).replaceAll("\\'", "'")
  return JSON.stringify(inner.replaceAll('\\"', '"'))
}

/** Texts of JDM in single quotes, as FEEL writes them. */
const doubleQuoted = (source: string): string =>
  source.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, (text) =>
    text.startsWith("'") ? double(text) : text,
  )

const bounded = /^(>=?)\s*([^\s,]+)\s+and\s+(<=?)\s*([^\s,]+)$/

/**
 * A condition cell of JDM as unary tests of FEEL, as far as they differ: texts may stand in single
 * quotes, and two bounds are joined by `and`.
 *
 * ```ts
 * import { feelOfJdm } from "../http/tables/dmn/jdm-tests.ts"
 *
 * feelOfJdm(">= 5 and < 10") // => "[5..10)"
 * feelOfJdm("'EU', 'US'") // => '"EU", "US"'
 * feelOfJdm("") // => "-"
 * ```
 */
export const feelOfJdm = (cell: string): string => {
  const source = doubleQuoted(cell.trim())
  if (source === "") return "-"
  const bounds = bounded.exec(source)
  if (bounds === null) return source
  const [, above = "", low = "", below = "", high = ""] = bounds
  return `${above === ">=" ? "[" : "("}${low}..${high}${below === "<=" ? "]" : ")"}`
}
