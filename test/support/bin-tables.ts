import { factsOfRecords } from "../../http/facts/bin-facts.ts"
import { binTables } from "../../http/facts/bin-tables.ts"
import { readFacts, readTable } from "../../http/facts/fact-file.ts"
import { tableText } from "../../http/facts/table-text.ts"

/** Columns of a range on its own, as facts list it. */
const header = "bin_from,bin_to,level,type,issuer,country,source"

const lists = [
  "list,number,by,version,as_of,proof,licence,source",
  "proof,1,issuer,,2026-01,true,none,made up for this test",
  "proposal,2,community,,2014-08,false,MIT,made up for this test",
  "",
].join("\n")

/**
 * Sources of tables with these ranges alone. A range's source is one of two lists: `proof`, of an
 * issuer, or `proposal`, an old one of a community.
 */
export const withBins = (
  sources: ReadonlyMap<string, string>,
  ...ranges: ReadonlyArray<string>
): Map<string, string> => {
  const facts = factsOfRecords(readFacts("ranges", [header, ...ranges].join("\n")))
  const changed = new Map(sources).set("coach/bin_lists.csv", lists)
  for (const table of binTables(facts, [], readTable("bin_lists.csv", lists))) {
    changed.set(table.file, tableText(table))
  }
  return changed
}
