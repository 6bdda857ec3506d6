/** The same sentence in each language of the workbench. */
export interface Sentence {
  readonly en: string
  readonly fr: string
}
