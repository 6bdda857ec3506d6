import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { join } from "node:path"
import { SaxesParser } from "saxes"
import {
  type CellRefusal,
  fileError,
  type TableError,
  tableError,
} from "../../../core/table/error.ts"
import type { Expectation } from "../../../core/table/expectation.ts"
import { filesBelow, folderBounds, readBounded, unreadableReason } from "../bounded-files.ts"
import { fileRead, TablesInvalid, TablesUnreadable } from "../table-files.ts"

const iconName = /^[a-z0-9-]+\.svg$/

/** The icons of a folder of tables: their texts by file name, and everything that forbids to use them. */
interface IconsRead {
  readonly texts: ReadonlyMap<string, string>
  readonly errors: ReadonlyArray<TableError>
}

const readTexts = async (tablesFolder: string): Promise<IconsRead> => {
  const files = (await filesBelow(join(tablesFolder, "icons")))
    .filter((file) => iconName.test(file))
    .sort()
  const { iconBytesMax: totalBytesMax, iconsMax } = folderBounds
  if (files.length > iconsMax) {
    return {
      texts: new Map(),
      errors: [fileError("icons", { _tag: "AtMost", count: iconsMax, of: "icons" })],
    }
  }
  const wanted = files.map((file) => ({ file: `icons/${file}`, bytesMax: iconBytesMax }))
  const read = (await readBounded(tablesFolder, wanted, totalBytesMax)).map(fileRead)
  const texts = files.map((file, index) => [file, read[index]?.text ?? ""] as const)
  return {
    texts: new Map(texts),
    errors: read.flatMap(({ errors, file, text }) =>
      errors.length > 0 || text === undefined ? errors : iconErrors(file, text),
    ),
  }
}

/** Reads the icons of a folder of tables without judging them. */
export const readIcons = (tablesFolder: string): Effect.Effect<IconsRead, TablesUnreadable> =>
  Effect.tryPromise({
    try: () => readTexts(tablesFolder),
    catch: (cause) =>
      new TablesUnreadable({ folder: tablesFolder, reason: `icons: ${unreadableReason(cause)}` }),
  })

/** Reads the icons of a folder of tables, or every mistake in them. */
export const readSoundIcons = (
  tablesFolder: string,
): Effect.Effect<ReadonlyMap<string, string>, TablesInvalid | TablesUnreadable> =>
  Effect.flatMap(readIcons(tablesFolder), ({ errors, texts }) =>
    errors.length === 0
      ? Effect.succeed(texts)
      : Effect.fail(new TablesInvalid({ folder: tablesFolder, errors })),
  )

/** The largest icon, in bytes of its file; a text has no more characters than that. */
export const iconBytesMax = 65_536

/** How deep elements may lie in each other. */
const depthMax = 64

/** A mistake in an icon, by the offset of what is wrong. */
interface IconMistake extends CellRefusal<Expectation> {
  readonly at: number
  /** What stands there. */
  readonly found: string
}

const shown = (svg: string, at: number): string => /^[^\n>]{1,40}>?/.exec(svg.slice(at))?.[0] ?? ""

/** So much before a bracket shows a name that may be called, or one that may not. */
const calledLength = 32

/** What stands before the brackets of a value, where that is a name. */
const calledIn = (value: string): ReadonlyArray<string> =>
  value
    .split("(")
    .slice(0, -1)
    .map((before) => /[\w-]*$/.exec(before.trimEnd().slice(-calledLength))?.[0] ?? "")
    .filter((called) => called !== "")

/** What may be wrong with the value of an attribute, as it is written. */
const valueProblem = (name: string, value: string): Expectation | undefined => {
  const namespace = iconNamespaces.get(name)
  if (namespace !== undefined) {
    return value === namespace
      ? undefined
      : { _tag: "IconNamespace", address: namespace, isMissing: false }
  }
  if (name.endsWith("href"))
    return /^#[\w.-]+$/.test(value) ? undefined : { _tag: "Icon", need: "localHref" }
  // The code that gives the icon a size finds the end of its tag by this.
  if (value.includes(">")) return { _tag: "Icon", need: "noTagEnd" }
  if (iconTexts.has(name)) return undefined
  if (/[&\\@]|\/\*|:\s*\/\/|script\s*:/i.test(value)) return { _tag: "Icon", need: "plainValue" }
  if (calledIn(value).some((called) => !iconFunctions.has(called))) {
    return { _tag: "IconCalls", names: [...iconFunctions] }
  }
  const isOwn = [...value.matchAll(/url\s*\(([^)]*)\)?/g)].every(([, where = ""]) =>
    /^(["']?)#[\w.-]+\1$/.test(where.trim()),
  )
  return isOwn ? undefined : { _tag: "Icon", need: "localUrl" }
}

/** What is wrong with an attribute, as it is written with its quotes. */
const attributeFaults = (name: string, written: string, at: number): ReadonlyArray<IconMistake> => {
  const fault = { at, found: written }
  if (!iconAttributes.has(name)) {
    const expected = { _tag: "Icon", need: "attribute" } as const
    return [{ ...fault, expected, part: name, allowed: iconAttributes }]
  }
  const expected = valueProblem(name, written.slice(written.search(/["']/) + 1, -1))
  return expected === undefined ? [] : [{ ...fault, expected }]
}

/** What is wrong with an element by its name and by how deep it lies; the svg element lies at 1. */
const elementFaults = (name: string, depth: number, at: number): ReadonlyArray<IconMistake> => {
  const fault = { at, found: `<${name}` }
  if ((name === "svg") !== (depth === 1))
    return [{ ...fault, expected: { _tag: "Icon", need: "oneSvg" } }]
  if (depth === depthMax + 1)
    return [{ ...fault, expected: { _tag: "IconDepth", depth: depthMax - 1 } }]
  if (iconElements.has(name)) return []
  const expected = { _tag: "OneOf", words: [...iconElements] } as const
  return [{ ...fault, part: name, expected, allowed: iconElements }]
}

/** One half of a character that is written in two; the parser takes what follows for the other. */
const halfCharacter = /\p{Surrogate}/u

const isUtf8 = (encoding: string | undefined): boolean => /^utf-8$/i.test(encoding ?? "utf-8")

/** What the parser says is wrong, without the place that it says it of. */
const parserSentence = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/^\d+:\d+: |\.$/g, "")

/**
 * Reads an icon with a parser of XML and its name spaces, which knows no entities but XML's own. What
 * is no XML ends it; what is, and is no shape, text or paint, is one fault each.
 */
const faultsIn = (svg: string): ReadonlyArray<IconMistake> => {
  const half = halfCharacter.exec(svg)
  if (half !== null)
    return [{ at: half.index, found: "", expected: { _tag: "Icon", need: "wholeCharacters" } }]
  const faults: Array<IconMistake> = []
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  // Where the attribute that is read next begins, or the space before it.
  let from = 0
  const refuse = (opening: string, expected: Expectation): void => {
    const at = Math.max(0, svg.lastIndexOf(opening, parser.position - 1))
    faults.push({ at, found: shown(svg, at), expected })
  }
  parser.on("xmldecl", ({ encoding, version }) => {
    if (version !== "1.0") refuse("<?xml", { _tag: "Icon", need: "xmlVersion" })
    if (!isUtf8(encoding)) refuse("<?xml", { _tag: "Icon", need: "utf8" })
  })
  parser.on("doctype", () => refuse("<!DOCTYPE", { _tag: "Icon", need: "noDoctype" }))
  parser.on("processinginstruction", () => refuse("<?", { _tag: "Icon", need: "noInstruction" }))
  parser.on("cdata", () => refuse("<![CDATA[", { _tag: "Icon", need: "noCdata" }))
  parser.on("comment", (comment) => {
    if (/[<>]/.test(comment)) refuse("<!--", { _tag: "Icon", need: "plainComment" })
  })
  parser.on("opentagstart", ({ name }) => {
    depth += 1
    from = parser.position
    faults.push(...elementFaults(name, depth, svg.lastIndexOf("<", from - 1)))
  })
  parser.on("attribute", ({ name }) => {
    const written = svg.slice(from, parser.position)
    const at = from + written.length - written.trimStart().length
    faults.push(...attributeFaults(name, written.trim(), at))
    from = parser.position
  })
  parser.on("opentag", ({ attributes, name, uri }) => {
    if (depth !== 1 || name !== "svg" || uri === svgNamespace || "xmlns" in attributes) return
    refuse("<svg", { _tag: "IconNamespace", address: svgNamespace, isMissing: true })
  })
  parser.on("closetag", () => {
    depth -= 1
  })
  const read = Result.try(() => parser.write(svg).close())
  if (Result.isSuccess(read)) return faults
  const at = Math.max(0, Math.min(parser.position, svg.length) - 1)
  const expected = { _tag: "WellFormedXml", says: parserSentence(read.failure) } as const
  return [...faults, { at, found: shown(svg, at), expected }]
}

/** Tells the line and the character of offsets that never go back by much. */
const placeFinder = (svg: string) => {
  let line = 1
  let start = 0
  return (at: number): { readonly line: number; readonly character: number } => {
    if (at < start) {
      line = 1
      start = 0
    }
    for (let end = svg.indexOf("\n", start); end >= 0 && end < at;) {
      line += 1
      start = end + 1
      end = svg.indexOf("\n", start)
    }
    return { line, character: at - start + 1 }
  }
}

/**
 * Everything in an icon that does not belong into a picture: scripts, handlers of events, foreign
 * content, references that lead out of it, document types and entities; and what is no XML at all.
 * What is not known to be harmless is refused, not taken out, so that its author learns of it.
 */
export const iconErrors = (file: string, svg: string): ReadonlyArray<TableError> => {
  const faults: ReadonlyArray<IconMistake> =
    svg.length > iconBytesMax
      ? [{ at: 0, found: "", expected: { _tag: "IconOfAtMost", bytes: iconBytesMax } }]
      : faultsIn(svg)
  const placeOf = placeFinder(svg)
  return faults.map(({ at, found, ...problem }) =>
    tableError({ file, ...placeOf(at), column: "", cell: found }, problem),
  )
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * The elements that an icon may be made of: shapes, text and paint. Nothing among them runs, moves,
 * embeds or fetches anything, and nothing repeats another element, which could do so without end.
 */
const iconElements = words(`
  svg g defs title desc path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop clipPath mask`)

/** The attributes that those may carry. */
const iconAttributes = words(`
  xmlns xmlns:xlink xml:lang xml:space version id class lang role focusable
  aria-hidden aria-label aria-labelledby style
  viewBox preserveAspectRatio width height x y dx dy rx ry cx cy r fx fy fr d points x1 y1 x2 y2
  pathLength transform transform-origin rotate textLength lengthAdjust
  href xlink:href offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod
  clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits mask-type
  color opacity display visibility overflow paint-order vector-effect mix-blend-mode isolation
  fill fill-opacity fill-rule
  stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
  stroke-dasharray stroke-dashoffset
  shape-rendering text-rendering color-interpolation color-rendering
  font-family font-size font-style font-variant font-weight text-anchor text-decoration
  dominant-baseline alignment-baseline baseline-shift letter-spacing word-spacing`)

/** The attributes whose values are words for people. */
const iconTexts = words("aria-label")

/** The functions that a value may call; `url` may name a part of the icon itself. */
const iconFunctions = words(`
  rgb rgba hsl hsla matrix translate scale rotate skewX skewY calc url`)

/** The name of the space that all elements of an icon are in. */
const svgNamespace = "http://www.w3.org/2000/svg"

/** The addresses that name spaces of names, by the attribute that they are the value of. */
const iconNamespaces: ReadonlyMap<string, string> = new Map([
  ["xmlns", svgNamespace],
  ["xmlns:xlink", "http://www.w3.org/1999/xlink"],
])
