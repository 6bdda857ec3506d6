import { alignedLines } from "../core/plain-text.ts"

/** An option of a command line: the word for its value, where it takes one, and what it does. */
export interface OptionUsage {
  readonly word?: string
  readonly about: string
}

/** Has a command run parts of its own choice. */
export const onlyOption = {
  type: "string",
  multiple: true,
  word: "NAME",
  about: "runs this part; as often as wanted",
} as const

/** Has a command tell how it is called. */
export const helpOption = { type: "boolean", default: false, about: "tells this" } as const

/** What can be said of a command under one heading: names, and what each of them is. */
export interface UsageSection {
  readonly heading: string
  readonly rows: ReadonlyArray<readonly [name: string, about: string]>
}

/** The options of a command line as a section. */
export const optionsSection = (options: Readonly<Record<string, OptionUsage>>): UsageSection => ({
  heading: "Options",
  rows: Object.entries(options).map(([name, { about, word }]) => [
    word === undefined ? `--${name}` : `--${name} ${word}`,
    about,
  ]),
})

/** How a command is called and what it can be told, as lines for a terminal. */
export const usageText = (call: string, sections: ReadonlyArray<UsageSection>): string =>
  [
    `Usage: ${call}`,
    ...sections.flatMap(({ heading, rows }) => [
      "",
      heading,
      ...alignedLines(rows).map((line) => `  ${line}`),
    ]),
  ].join("\n")
