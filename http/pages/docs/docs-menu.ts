import { endpoints, openEndpoints } from "../../api/api.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"
import { type MenuLink, sideMenu } from "../kit/shell.ts"
import { docsWords, guideNames, type OperationName } from "./docs-words.ts"

/** The operations in the order in which a partner meets them. */
export const operationNames = [
  "quotes",
  "bilan",
  "cards",
  "links",
  "conversion",
  "sales",
  "statements",
  "statementBooks",
  "calls",
  "events",
  "eventEndpoints",
  "eventPing",
  "eventResend",
  "eventEndpointCreate",
  "eventEndpointUpdate",
  "eventEndpointRotate",
  "eventEndpointRemove",
  "meta",
  "vocabulary",
] as const satisfies ReadonlyArray<OperationName>

/** Method and path of an operation. */
export const operationEndpoint = (name: OperationName) =>
  name === "vocabulary" ? openEndpoints.vocabulary : endpoints[name]

/** Where a page about an operation lies. */
export const operationPath = (name: OperationName): string => `/docs/reference/${name}`

/** Files beside the pages, by their paths. */
export const filePaths = {
  openApi: "/openapi.json",
  signing: "/docs/files/signing.json",
  conversion: "/docs/files/conversion.json",
} as const

/** All pages of the documentation, as a menu. */
export const docsMenu = ({ href, language }: PageReading, here: string): PageNode => {
  const words = docsWords[language]
  const link = (path: string, label: MenuLink["label"]): MenuLink => ({
    href: href(path),
    label,
    isHere: path === here,
  })
  return sideMenu(words.contents, [
    {
      heading: words.start,
      links: [
        link("/docs", words.quickstart),
        {
          href: href("/docs/try/quotes"),
          label: words.tryIt,
          isHere: here.startsWith("/docs/try/"),
        },
        link("/docs/changelog", words.changelog),
      ],
    },
    {
      heading: words.guides,
      links: guideNames.map((name) => link(`/docs/guides/${name}`, words.guideTitles[name])),
    },
    {
      heading: words.reference,
      links: operationNames.map((name) =>
        link(
          operationPath(name),
          html`<span class="method">${operationEndpoint(name).method}</span
            >${words.operations[name]}`,
        ),
      ),
    },
    {
      heading: words.files,
      links: [
        { href: filePaths.openApi, label: words.openApi },
        { href: filePaths.signing, label: words.signingVectors },
        { href: filePaths.conversion, label: words.conversionVectors },
      ],
    },
  ])
}
