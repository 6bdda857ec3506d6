import { boundsOf, type TableBounds, usualBounds } from "../../core/table/bounds.ts"
import type { AnyDefinition } from "../../core/table/load.ts"
import { iconBytesMax } from "./icons/icon-check.ts"
import { folderBounds } from "./folder-bounds.ts"

const bytesPerKibibyte = 1_024

const grouped = new Intl.NumberFormat("en")

const kibibytes = (bytes: number): string =>
  `${grouped.format(Math.floor(bytes / bytesPerKibibyte))} KiB`

const row = (what: string, { bytesMax, rowsMax }: TableBounds): string =>
  `| ${what} | ${grouped.format(rowsMax)} | ${kibibytes(bytesMax)} |`

/** The part of `data/README.md` that says how much tables and icons may hold. */
export const boundsSection = (definitions: ReadonlyArray<AnyDefinition>): string => {
  const declared = definitions
    .filter(({ bounds }) => bounds !== undefined)
    .toSorted((left, right) => (left.file < right.file ? -1 : 1))
    .map((definition) => row(`\`${definition.file}\``, boundsOf(definition)))
  const { iconBytesMax: iconsBytesMax, iconsMax, tableBytesMax } = folderBounds
  return `## How much a table may hold

| table | rows | size |
| --- | --- | --- |
${[
  row("a table", usualBounds.TableDefinition),
  row("a decision table", usualBounds.DecisionDefinition),
  ...declared,
].join("\n")}

All of them together have at most ${kibibytes(tableBytesMax)}. An icon has at most ${kibibytes(iconBytesMax)}, and ${iconsMax} of
them at most ${kibibytes(iconsBytesMax)}. What is larger is a mistake, told by its size before it is read. A definition
may declare other \`bounds\`; the usual ones are in \`core/table/bounds.ts\`.`
}
