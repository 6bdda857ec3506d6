/** What the build writes from data/: the texts that bilans are rendered with. */
declare module "#messages" {
  /** Texts of the tables that rendering reads, by file name under data/. */
  export const texts: Readonly<Record<string, string>>
}
