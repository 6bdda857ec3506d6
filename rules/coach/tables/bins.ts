import * as Column from "../../../core/table/column.ts"
import { defineTable, type RowOf } from "../../../core/table/definition.ts"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import { binRanges, binsFile } from "./bin-ranges.ts"
import { source, network } from "./columns.ts"

/** The networks that first digits belong to. */
export const coachBinNetworks = defineTable({
  file: "coach/bin_networks.csv",
  about: "Networks by the first digits of their cards; more digits win over fewer.",
  key: ["from"],
  columns: {
    from: Column.text({ pattern: /^\d{1,6}$/, about: "First digits, the lowest of them." }),
    to: Column.text({ pattern: /^\d{1,6}$/, about: "The highest of them, as many digits." }),
    name: Column.text({ about: "Name of the network." }),
    network: Column.optional(network),
    source,
  },
})

/** A row of {@link coachBinNetworks}. */
export type BinNetworkRow = RowOf<typeof coachBinNetworks>

/** The lists that ranges of card numbers come from. */
export const coachBinLists = defineTable({
  file: "coach/bin_lists.csv",
  about: "Lists that ranges of card numbers come from, and whether they prove which card it is.",
  key: ["list"],
  columns: {
    list: Column.text({ about: "Name of the list." }),
    number: Column.integer({ minimum: 1, maximum: 99, about: "Its number in codes of kinds." }),
    by: Column.enumeration(["network", "issuer", "community"], { about: "Who keeps the list." }),
    version: Column.optional(Column.text({ about: "Version that was taken." })),
    as_of: Column.optional(
      Column.text({
        pattern: /^\d{4}-(?:0[1-9]|1[0-2])$/,
        about: "Year and month of the list; empty where it has no date.",
      }),
    ),
    proof: Column.boolean({
      about:
        "Whether its ranges prove a card: lists of networks and issuers, others for three years.",
    }),
    licence: Column.note(Column.text({ about: "Licence under which it is used." })),
    source,
  },
})

/** A row of {@link coachBinLists}. */
export type BinListRow = RowOf<typeof coachBinLists>

/** What ranges of card numbers are of: a level, a type, and the list that says so. */
export const coachBinKinds = defineTable({
  file: "coach/bin_kinds.csv",
  about: "Kinds of ranges of card numbers: the level and type that a list gives them.",
  key: ["kind"],
  columns: {
    kind: Column.text({
      pattern: /^[a-z][a-z0-9_-]*$/,
      about: "Code of the kind: level, type and number of the list.",
    }),
    level: Column.optional(Column.text({ about: "Range word printed by the list." })),
    type: Column.optional(Column.text({ about: "Credit, debit or prepaid." })),
    list: Column.reference("coach/bin_lists.csv", "list", { about: "List that says so." }),
  },
})

/** A row of {@link coachBinKinds}. */
export type BinKindRow = RowOf<typeof coachBinKinds>

/** Ranges of card numbers. */
export const coachBins = defineTable({
  file: binsFile,
  about: "Ranges of the first six to eight digits of card numbers, by issuer and kind.",
  key: ["country", "issuer", "starts"],
  columns: {
    country: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country of the issuer.",
    }),
    issuer: Column.optional(Column.text({ about: "Issuer as the list names it, if it does." })),
    starts: Column.optional(
      Column.text({
        pattern: /^\d{1,4}$/,
        about: "First digits that its ranges share, where an issuer has several rows.",
      }),
    ),
    ranges: binRanges({
      kinds: { file: "coach/bin_kinds.csv", column: "kind" },
      about:
        "Kind, then its ranges; kinds are joined by `|`. `4147:20-40.42` is 414720 to 414740 and 414742.",
    }),
  },
})

/** A row of {@link coachBins}: the ranges of an issuer, or a part of them. */
export type BinRow = RowOf<typeof coachBins>
