/** Tables as the build packs them; see `PackedTables`. */
interface ShippedTables {
  readonly _tag: "PackedTables"
  readonly engineVersion: string
  readonly texts: Readonly<Record<string, string>>
}

/** What the build knows beside the tables themselves; see `BuiltFacts`. */
declare module "#library/facts" {
  export const facts: unknown
}

/** The tables that the Coach reads, of all markets, without the ranges of card numbers. */
declare module "#library/universal" {
  export const tables: ShippedTables
}

/** The ranges of card numbers. */
declare module "#library/bins" {
  export const tables: ShippedTables
}

/** The tables that trips are priced from. */
declare module "#library/pricing" {
  export const tables: ShippedTables
}

/** The texts that bilans are rendered with. */
declare module "#library/messages" {
  export const tables: ShippedTables
}

/** The same in French, and in English. */
declare module "#library/messages_fr" {
  export const tables: ShippedTables
}

declare module "#library/messages_en" {
  export const tables: ShippedTables
}

/** What bilans are made with: outlines of their tables, and the shape of requests as `shapeOf` makes it. */
declare module "#library/bilan_parts" {
  export const outlines: unknown
  export const shape: unknown
}

/** Outlines of the tables of texts. */
declare module "#library/message_outlines" {
  export const outlines: unknown
}
