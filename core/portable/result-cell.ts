import type { FeelLiteral } from "./feel-literal.ts"
import type { PortableOutput } from "./portable-table.ts"

/** What a literal is as a result. */
export const resultTypes: Readonly<
  Record<Exclude<FeelLiteral["_tag"], "Null">, PortableOutput["type"]>
> = { Text: "text", Number: "number", Day: "day", Truth: "boolean" }

/**
 * A literal as the cell of a result: nothing is an empty cell, an empty text stands in quotes.
 *
 * ```ts
 * import { resultCell } from "../core/portable/result-cell.ts"
 *
 * resultCell({ _tag: "Text", text: "VERY LOW" }) // => "VERY LOW"
 * resultCell({ _tag: "Text", text: "" }) // => '""'
 * resultCell({ _tag: "Null" }) // => ""
 * ```
 */
export const resultCell = (literal: FeelLiteral): string => {
  switch (literal._tag) {
    case "Null":
      return ""
    case "Text": {
      const { text } = literal
      // A hash would begin a comment, and a quote is one of the cell's own.
      const isPlain = text !== "" && text === text.trim() && !/^["#]/.test(text)
      return isPlain ? text : JSON.stringify(text)
    }
    case "Number":
      return literal.digits
    case "Day":
      return literal.day
    case "Truth":
      return String(literal.value)
  }
}
