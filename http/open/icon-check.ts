import { type CellProblem, type TableError, tableError } from "../../core/table/error.ts"
import {
  iconAttributes,
  iconElements,
  iconFunctions,
  iconNamespaces,
  iconTexts,
} from "./icon-words.ts"

/** The longest icon, in characters. */
const lengthMax = 65_536

/** A mistake in an icon, by the offset of what is wrong. */
interface Fault extends CellProblem {
  readonly at: number
  /** What stands there. */
  readonly found: string
}

const declaration = /<\?xml version=(["'])1\.0\1(?: encoding=(["'])utf-8\2)?\s*\?>/iy
const comment = /<!--(?:(?!--)[^<>])*-->/y
const text = /[^<]+/y
const tag =
  /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[A-Za-z][\w:.-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*(\/?)>/y
const attribute = /\s+([A-Za-z][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Characters that XML has no place for. */
const forbidden = /[^\t\n\r\u0020-\ufffd]/

const strayAmpersand = /&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)[^;\s]{0,30};?/i

const matchAt = (pattern: RegExp, svg: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(svg)
}

const shown = (svg: string, at: number): string => /^[^\n>]{1,40}>?/.exec(svg.slice(at))?.[0] ?? ""

const entityFaults = (value: string, at: number): ReadonlyArray<Fault> => {
  const stray = strayAmpersand.exec(value)
  if (stray === null) return []
  const expected = "text without entities other than &lt; &gt; &amp; &quot; and &apos;"
  return [{ at: at + stray.index, found: stray[0], expected }]
}

/** What may be wrong with the value of an attribute that is no text for people. */
const valueProblem = (name: string, value: string): string | undefined => {
  const namespace = iconNamespaces.get(name)
  if (namespace !== undefined) return value === namespace ? undefined : namespace
  if (name.endsWith("href"))
    return /^#[\w.-]+$/.test(value) ? undefined : "a part of the icon itself, as #name"
  if (iconTexts.has(name)) return undefined
  if (/[&\\@]|\/\*|:\s*\/\/|script\s*:/i.test(value))
    return "a value without an address, an entity or an escape"
  const functions = [...value.matchAll(/([A-Za-z][\w-]*)\s*\(/g)].map(([, called = ""]) => called)
  if (functions.some((called) => !iconFunctions.has(called))) {
    return `a value that calls none but ${[...iconFunctions].join(", ")}`
  }
  const isOwn = [...value.matchAll(/url\s*\(([^)]*)\)?/g)].every(([, where = ""]) =>
    /^(["']?)#[\w.-]+\1$/.test(where.trim()),
  )
  return isOwn ? undefined : "a part of the icon itself, as url(#name)"
}

const attributeFaults = (attributes: string, at: number): ReadonlyArray<Fault> => {
  const seen = new Set<string>()
  return [...attributes.matchAll(attribute)].flatMap((match): ReadonlyArray<Fault> => {
    const [written, name = "", double, single] = match
    const value = double ?? single ?? ""
    const place = at + match.index + written.indexOf(name)
    const fault = { at: place, found: written.trim() }
    if (seen.has(name)) return [{ ...fault, expected: "named once in its element" }]
    seen.add(name)
    if (!iconAttributes.has(name)) {
      return [
        {
          ...fault,
          expected: "an attribute of shapes and paint, and none that runs anything",
          part: name,
          allowed: iconAttributes,
        },
      ]
    }
    const expected = valueProblem(name, value)
    return expected === undefined ? entityFaults(value, place) : [{ ...fault, expected }]
  })
}

const elementFaults = (name: string, at: number): ReadonlyArray<Fault> =>
  iconElements.has(name)
    ? []
    : [
        {
          at,
          found: `<${name}`,
          part: name,
          expected: `one of ${[...iconElements].join(", ")}`,
          allowed: iconElements,
        },
      ]

/** Reads an icon from its start to its end; what cannot be read ends it. */
const faultsIn = (svg: string): ReadonlyArray<Fault> => {
  const faults: Array<Fault> = []
  const open: Array<string> = []
  const stop = (at: number, expected: string): ReadonlyArray<Fault> => [
    ...faults,
    { at, found: shown(svg, at), expected },
  ]
  let hasRoot = false
  let at = matchAt(declaration, svg, 0)?.[0].length ?? 0
  while (at < svg.length) {
    const plain = matchAt(comment, svg, at) ?? matchAt(text, svg, at)
    if (plain !== null) {
      const isText = !plain[0].startsWith("<")
      if (isText && open.length === 0 && plain[0].trim() !== "")
        return stop(at, "nothing outside of the svg element")
      if (isText) faults.push(...entityFaults(plain[0], at))
      at += plain[0].length
      continue
    }
    const found = matchAt(tag, svg, at)
    if (found === null)
      return stop(
        at,
        "an element or a comment; no document type, instruction, CDATA or bare < is read",
      )
    const [whole, slash, name = "", attributes = "", empty] = found
    if (slash === "/") {
      if (open.pop() !== name || attributes !== "" || empty === "/")
        return stop(at, "the end of the element that is open")
    } else {
      if (open.length === 0 && (hasRoot || name !== "svg"))
        return stop(at, "one svg element around everything")
      if (open.length > 0 && name === "svg") return stop(at, "one svg element around everything")
      hasRoot = true
      faults.push(...elementFaults(name, at), ...attributeFaults(attributes, at + 1 + name.length))
      if (empty !== "/") open.push(name)
    }
    at += whole.length
  }
  return hasRoot && open.length === 0 ? faults : stop(svg.length, "an svg element that is closed")
}

const placeOf = (
  svg: string,
  at: number,
): { readonly line: number; readonly character: number } => {
  const before = svg.slice(0, at)
  return { line: before.split("\n").length, character: at - before.lastIndexOf("\n") }
}

/**
 * Everything in an icon that does not belong into a picture: scripts, handlers of events, foreign
 * content, references that lead out of it, document types and entities. What is not known to be
 * harmless is refused, not taken out, so that whoever drew it learns of it.
 */
export const iconErrors = (file: string, svg: string): ReadonlyArray<TableError> => {
  const unreadable = forbidden.exec(svg)
  const faults: ReadonlyArray<Fault> =
    svg.length > lengthMax
      ? [{ at: 0, found: "", expected: `an icon of at most ${lengthMax} characters` }]
      : unreadable === null
        ? faultsIn(svg)
        : [{ at: unreadable.index, found: "", expected: "text without control characters" }]
  return faults.map(({ at, found, ...problem }) =>
    tableError({ file, ...placeOf(svg, at), column: "", cell: found }, problem),
  )
}
