import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { writeHtml } from "../kit/html.ts"
import { type PageReading, readingIn } from "../kit/reading.ts"
import type { DocsContext } from "./docs-context.ts"
import { operationNames, operationPath } from "./docs-menu.ts"
import type { DocsPage } from "./docs-page.ts"
import { docsWords, guideNames } from "./docs-words.ts"
import { guidePage } from "./guides/guide-page.ts"
import { quickstart, quickstartWords } from "./quickstart.ts"
import { operationPage, referencePage } from "./operation-page.ts"
import { type SearchEntry, searchEntries } from "./search/search-entries.ts"

/** Every page by its path, made when it is asked for. */
export const docsPages = (
  context: DocsContext,
  reading: PageReading,
): ReadonlyMap<string, () => DocsPage> => {
  const words = docsWords[reading.language]
  const pages: ReadonlyArray<readonly [path: string, make: () => Omit<DocsPage, "path">]> = [
    [
      "/docs",
      () => ({
        title: quickstartWords[reading.language].title,
        content: quickstart(context, reading),
      }),
    ],
    ...guideNames.map(
      (name) =>
        [
          `/docs/guides/${name}`,
          () => ({
            title: words.guideTitles[name],
            content: guidePage(context.facts, reading, name),
          }),
        ] as const,
    ),
    [
      "/docs/reference",
      () => ({
        title: words.reference,
        content: referencePage(context, reading),
        isEnglishOnly: true,
      }),
    ],
    ...operationNames.map(
      (name) =>
        [
          operationPath(name),
          () => ({
            title: words.operations[name],
            content: operationPage(context, reading, name),
            isEnglishOnly: true,
          }),
        ] as const,
    ),
  ]
  return new Map(pages.map(([path, make]) => [path, () => ({ path, ...make() })]))
}

/** All that a search may find, in a language. */
export const docsIndex = (
  context: DocsContext,
  language: DocumentLanguage,
): ReadonlyArray<SearchEntry> =>
  [...docsPages(context, readingIn(language, false))].flatMap(([path, make]) => {
    const { content, title } = make()
    return searchEntries(path, title, writeHtml(content as Parameters<typeof writeHtml>[0]))
  })
