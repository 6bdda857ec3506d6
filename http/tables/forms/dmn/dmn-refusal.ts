import type { XmlElement, XmlPlace } from "./xml-tree.ts"

/** An element of a model that cannot be represented here, and what it would need. */
export interface DmnRefusal extends XmlPlace {
  /** Its id, or that of the nearest element around it that has one; empty where none has. */
  readonly id: string
  readonly element: string
  readonly written: string
  readonly needs: string
}

/** Collects what is refused. */
export type Refuse = (element: XmlElement, written: string, needs: string) => void

const idOf = (element: XmlElement, around: XmlElement): string =>
  element.attributes["id"] ?? around.attributes["id"] ?? ""

/** Prepares to refuse elements within another one. */
export const refuser =
  (around: XmlElement, refusals: Array<DmnRefusal>): Refuse =>
  (element, written, needs) => {
    const { column, line, name } = element
    refusals.push({ id: idOf(element, around), element: name, line, column, written, needs })
  }

/**
 * The sentence of a refusal, with its place.
 *
 * ```ts
 * import { describeRefusal } from "../http/tables/forms/dmn/dmn-refusal.ts"
 *
 * describeRefusal("a.dmn", { id: "i1", element: "inputEntry", line: 3, column: 7, written: "x + 1", needs: "a literal" }) // => 'a.dmn:3:7 inputEntry i1: "x + 1" would need a literal'
 * ```
 */
export const describeRefusal = (
  path: string,
  { column, element, id, line, needs, written }: DmnRefusal,
): string => {
  const named = id === "" ? element : `${element} ${id}`
  const subject = written === "" ? "it" : JSON.stringify(written)
  return `${path}:${line}:${column} ${named}: ${subject} would need ${needs}`
}
