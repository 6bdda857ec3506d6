/** What the build writes from data/: the package's own tables, so that importers read no file. */
declare module "#tables" {
  /** Texts of the tables that the Coach reads, by file name under data/. */
  export const texts: Readonly<Record<string, string>>
  /** Version of the package and content hash of all tables: `2.3.2+abc123`. */
  export const engineVersion: string
  /** The shape of a request for a bilan, as `shapeOf` makes it of the schema that declares it. */
  export const bilanShape: unknown
  /** Schema and dates of the tables. */
  export const manifest: {
    readonly schemaVersion: number
    readonly effectiveFrom: string
    readonly effectiveUntil: string | null
  }
}
