import { IntlMessageFormat } from "intl-messageformat"
import { elementType, type TextElement } from "./icu.ts"

const signs = { [elementType.select]: "|", [elementType.plural]: "#" } as const

const printed = (elements: ReadonlyArray<TextElement>): string =>
  elements.map(printElement).join("")

const printElement = (element: TextElement): string => {
  switch (element.type) {
    case elementType.literal:
      if (/[{}#]/.test(element.value)) throw new TypeError(`${element.value} cannot be packed`)
      return element.value
    case elementType.argument:
      return `{${element.value}}`
    case elementType.pound:
      return "#"
    case elementType.select:
    case elementType.plural: {
      if ("offset" in element && (element.offset !== 0 || element.pluralType !== "cardinal")) {
        throw new TypeError(`how ${element.value} counts cannot be packed`)
      }
      const texts = Object.entries(element.options).map(
        ([word, { value }]) => `${word}{${printed(value)}}`,
      )
      return `{${element.value}${signs[element.type]}${texts.join("")}}`
    }
    default:
      throw new TypeError("dates, times and formats of numbers cannot be packed")
  }
}

/**
 * Packs a text in ICU MessageFormat for a reader that needs no parser of it. It throws for what no text
 * of bilans has: dates, formats of numbers, braces and `#` that stand for themselves.
 *
 * ```ts
 * import { packText } from "../http/messages/pack-text.ts"
 *
 * packText("L’{n, plural, one {# jour} other {# jours}} : {c, select, x {a} other {}}") // => "L’{n#one{# jour}other{# jours}} : {c|x{a}other{}}"
 * ```
 */
export const packText = (text: string): string =>
  printed(new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }).getAst())
