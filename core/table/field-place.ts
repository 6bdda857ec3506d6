import type { CsvField } from "./csv.ts"

/**
 * Where a character of a field's text stands in the CSV text that the field was read from: line and
 * character from 1, quotes around the field and doubled ones inside it counted.
 *
 * ```ts
 * import { placeInField } from "../core/table/field-place.ts"
 *
 * const source = 'key,text\na,"say ""hi"" {x"\n'
 * const field = { text: 'say "hi" {x', line: 2, character: 3 }
 * placeInField(source, field, 0).character // => 4
 * placeInField(source, field, field.text.indexOf("{")).character // => 15
 * ```
 */
export const placeInField = (
  source: string,
  { character, line, text }: CsvField,
  offset: number,
): Pick<CsvField, "line" | "character"> => {
  const before = text.slice(0, offset)
  const own = source.split("\n", line).at(-1) ?? ""
  const quoted = own.charAt(character - 1) === '"'
  const lines = (quoted ? `"${before.replaceAll('"', '""')}` : before).split("\n")
  const last = lines.at(-1) ?? ""
  return {
    line: line + lines.length - 1,
    character: lines.length === 1 ? character + last.length : last.length + 1,
  }
}
