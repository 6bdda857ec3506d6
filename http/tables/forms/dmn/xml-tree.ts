import * as Result from "effect/Result"
import { SaxesParser } from "saxes"

/** Where an element begins in its file, from 1. */
export interface XmlPlace {
  readonly line: number
  readonly column: number
}

/** An element with its name space and place; texts of its children are theirs. */
export interface XmlElement extends XmlPlace {
  readonly name: string
  readonly space: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<XmlElement>
  readonly text: string
}

/** Why a file is no XML, or more of it than is read. */
export type XmlFault =
  /** What the parser says of it. */
  | { readonly _tag: "Malformed"; readonly says: string }
  | { readonly _tag: "NoElement" }
  | { readonly _tag: "TooMuch"; readonly of: keyof typeof treeLimits; readonly most: number }

/** Why a file is no tree, and where. */
export type XmlBroken = XmlFault & XmlPlace

/** How much a tree holds: elements that stand within each other, all of them, and attributes of one. */
export const treeLimits = { depth: 256, elements: 300_000, attributes: 1000 } as const

/** Ends the reading of a file, which is broken or holds too much. */
class ReadingEnds extends Error {
  readonly broken: XmlBroken

  constructor(broken: XmlBroken) {
    super(broken._tag)
    this.broken = broken
  }
}

/** An element while it is read. */
interface OpenElement {
  readonly place: XmlPlace
  readonly children: Array<XmlElement>
  text: string
}

/**
 * Reads XML as a tree of elements with their places; nothing outside of the text is looked up. It ends at
 * the first fault, and where a tree would hold more than {@link treeLimits}.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readXml } from "../http/tables/forms/dmn/xml-tree.ts"
 *
 * const tree = Result.getOrThrow(readXml('<a xmlns="urn:x">\n  <b id="1">text</b>\n</a>'))
 * tree.children.map(({ column, line, name, space, text }) => [name, space, text, line, column]) // => [["b", "urn:x", "text", 2, 3]]
 * Result.isFailure(readXml("<a>")) // => true
 * ```
 */
export const readXml = (source: string): Result.Result<XmlElement, XmlBroken> => {
  const parser = new SaxesParser({ xmlns: true })
  const open: Array<OpenElement> = []
  let elements = 0
  let root: XmlElement | undefined
  let attributesOfOne = 0
  const tooMuch = (of: keyof typeof treeLimits, place: XmlPlace): never => {
    throw new ReadingEnds({ ...place, _tag: "TooMuch", of, most: treeLimits[of] })
  }
  parser.on("error", ({ message }) => {
    const says = message.replace(/^\d+:\d+: /, "")
    const place = { line: parser.line, column: parser.column + 1 }
    throw new ReadingEnds({ ...place, _tag: "Malformed", says })
  })
  parser.on("opentagstart", ({ name }) => {
    // The parser stands behind the name and the sign after it.
    const column = Math.max(1, parser.column - name.length - 1)
    const place = { line: parser.line, column }
    elements += 1
    attributesOfOne = 0
    if (open.length >= treeLimits.depth) tooMuch("depth", place)
    if (elements > treeLimits.elements) tooMuch("elements", place)
    open.push({ place, children: [], text: "" })
  })
  parser.on("attribute", () => {
    attributesOfOne += 1
    if (attributesOfOne <= treeLimits.attributes) return
    const place = { line: parser.line, column: parser.column }
    tooMuch("attributes", place)
  })
  const addText = (text: string): void => {
    const last = open.at(-1)
    if (last !== undefined) last.text += text
  }
  parser.on("text", addText)
  parser.on("cdata", addText)
  parser.on("closetag", ({ attributes, local, uri }) => {
    const closed = open.pop()
    if (closed === undefined) return
    const element: XmlElement = {
      ...closed.place,
      name: local,
      space: uri,
      attributes: Object.fromEntries(
        Object.values(attributes).map((one) => [
          one.prefix === "" ? one.local : one.name,
          one.value,
        ]),
      ),
      children: closed.children,
      text: closed.text,
    }
    const parent = open.at(-1)
    if (parent === undefined) root = element
    else parent.children.push(element)
  })
  try {
    parser.write(source).close()
  } catch (cause) {
    if (cause instanceof ReadingEnds) return Result.fail(cause.broken)
    throw cause
  }
  return root === undefined
    ? Result.fail({ _tag: "NoElement", line: 1, column: 1 })
    : Result.succeed(root)
}

/** The children of a name. */
export const childrenNamed = ({ children }: XmlElement, name: string): ReadonlyArray<XmlElement> =>
  children.filter((child) => child.name === name)

/** The text of the first child of a name that a `text` child of it holds; undefined where none does. */
export const textOfChild = (element: XmlElement, name: string): string | undefined => {
  const [child] = childrenNamed(element, name)
  if (child === undefined) return undefined
  const [text] = childrenNamed(child, "text")
  return (text ?? child).text.trim()
}

/** All elements of a name in a tree, in the order of the file. */
export const elementsNamed = (element: XmlElement, name: string): ReadonlyArray<XmlElement> => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => elementsNamed(child, name)),
]
