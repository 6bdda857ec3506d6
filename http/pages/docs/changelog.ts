import { memo, once } from "../../../core/memory.ts"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import type { Answer } from "../../api/answer.ts"
import { atomAnswer } from "../kit/atom.ts"
import { html, type PageContent, type PageNode, writeHtml } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"
import { changelogText } from "./files.ts"

/** A release, or what has no number yet, with what it changes for partners. */
export interface Release {
  /** Its number; undefined where it has none yet. */
  readonly version: string | undefined
  /** Its day, `YYYY-MM-DD`; undefined where it has none yet. */
  readonly day: string | undefined
  readonly changes: ReadonlyArray<ReleaseChange>
}

/** A change, as a sentence or several in Markdown. */
export interface ReleaseChange {
  readonly kind: string
  readonly text: string
}

/** The clients that have a changelog of their own, by the names of their folders under `/docs/files`. */
export const clientNames = ["typescript", "python", "go", "java", "php"] as const

/** A client that has one. */
type ClientName = (typeof clientNames)[number]

const clientWords: Readonly<Record<ClientName, RegExp>> = {
  typescript: /\bTypeScript\b|`viatica\/client|`viatica\.tgz|\bclient\.md\b/,
  python: /\bPython\b/,
  go: /\bGo\b/,
  java: /\bJava\b/,
  php: /\bPHP\b/,
}

const everyClient =
  /\b(?:all|every|each|the) clients?\b(?! (?:in|of|for) )|\bclient’s\b|\bclient's\b/i

/**
 * The releases of a changelog in the form of Keep a Changelog, newest first, with what they change
 * for partners: an entry begins with those whom it concerns, and a sentence in it may turn to others.
 *
 * ```ts
 * import { releasesOf } from "../http/pages/docs/changelog.ts"
 *
 * const text = "## [2.4.0] - 2027-01-31\n\n### Added\n\n- Partners: links\n  last. Operators: a table more.\n- Analysts: nothing.\n"
 * releasesOf(text) // => [{ version: "2.4.0", day: "2027-01-31", changes: [{ kind: "Added", text: "links last." }] }]
 * ```
 */
export const releasesOf = (text: string): ReadonlyArray<Release> =>
  text
    .split(/^(?=## \[)/m)
    .flatMap((section) => {
      const [, name = "", day] = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?/.exec(section) ?? []
      if (name === "") return []
      const changes = section.split(/^(?=### )/m).flatMap((part) => {
        const [, kind = ""] = /^### (.+)$/m.exec(part) ?? []
        return kind === "" ? [] : entriesOf(part).flatMap((entry) => changesIn(kind, entry))
      })
      return [{ version: name === "Unreleased" ? undefined : name, day, changes }]
    })
    .filter(({ changes }) => changes.length > 0)

/**
 * What releases change in a client: the entries that name it, or all clients.
 *
 * ```ts
 * import { clientChanges } from "../http/pages/docs/changelog.ts"
 *
 * const changes = ["all clients wait", "Python 3.9", "a quota"].map((text) => ({ kind: "Changed", text }))
 * clientChanges([{ version: "2.4.0", day: "2027-01-31", changes }], "go")[0]?.changes.length // => 1
 * ```
 */
export const clientChanges = (
  releases: ReadonlyArray<Release>,
  client: ClientName,
): ReadonlyArray<Release> =>
  releases
    .map((release) => ({
      ...release,
      changes: release.changes.filter(
        ({ text }) => clientWords[client].test(text) || everyClient.test(text),
      ),
    }))
    .filter(({ changes }) => changes.length > 0)

/** `/docs/changelog`. */
export const changelogPage = ({ language }: PageReading): PageNode => {
  const words = changelogWords[language]
  return html`<h1 class="display headline">${words.title}</h1>
    <p class="second lede">${words.lede}</p>
    <div class="prose wide-prose">
      <p>
        <a href="/docs/changelog.atom">${words.feed}</a>${" · "}
        ${clientNames.map(
          (name, index) =>
            html`${index === 0 ? null : " · "}<a href=${`/docs/files/${name}/CHANGELOG.md`}
                >${clientTitles[name]}</a
              >`,
        )}
      </p>
      ${shippedReleases().map(
        (release) =>
          html`<h2 id=${releaseId(release)}>${headingOf(release, words.unnumbered)}</h2>
            <div lang="en">${changeLists(release)}</div>`,
      )}
    </div>` as PageNode
}

/** `/docs/changelog.atom`: an entry for each release that has its day. What has none yet would change under its readers. */
export const changelogFeed = memo((baseUrl: string): Answer => {
  const page = `${baseUrl}/docs/changelog`
  const entries = shippedReleases().flatMap((release) =>
    release.day === undefined
      ? []
      : [
          {
            id: `${page}#${releaseId(release)}`,
            href: `${page}#${releaseId(release)}`,
            title: `Viatica ${release.version ?? ""}, ${release.day}`,
            updated: `${release.day}T00:00:00Z`,
            html: writeHtml(html`<div>${changeLists(release)}</div>`),
          },
        ],
  )
  const title = "Viatica: what changes for partners"
  return atomAnswer(
    { self: `${page}.atom`, page, title, language: "en", entries },
    { "cache-control": "public, max-age=300" },
  )
})

/** The changelog of a client as it lies beside its files; undefined under another name. */
export const clientChangelog = memo((name: string): string | undefined => {
  const client = clientNames.find((each) => name === `${each}/CHANGELOG.md`)
  if (client === undefined) return undefined
  const releases = clientChanges(shippedReleases(), client).flatMap((release) => [
    `## ${headingOf(release, "[Unreleased]")}`,
    "",
    ...release.changes.map(({ kind, text }) => `- ${kind}: ${unlinked(text)}`),
    "",
  ])
  return [`# Changes of the client: ${clientTitles[client]}`, "", ...releases].join("\n")
})

const clientTitles: Readonly<Record<ClientName, string>> = {
  typescript: "TypeScript",
  python: "Python",
  go: "Go",
  java: "Java",
  php: "PHP",
}

const shippedReleases = once(() => releasesOf(changelogText() ?? ""))

const entriesOf = (part: string): ReadonlyArray<string> =>
  part
    .split(/^(?=- )/m)
    .filter((entry) => entry.startsWith("- "))
    .map((entry) => (entry.slice(2).split(/\n\s*\n/)[0] ?? "").replaceAll(/\s*\n\s*/g, " ").trim())

/** Those whom an entry of the changelog may turn to. */
const readers =
  /(?:^|(?<=[.:] ))(?=(?:Partners|Travellers|Analysts|Operators|Importers|Contributors|Documents)(?:(?:,| and) [a-z]+)*: )/

const toPartners = /^[^:]*\bpartners\b[^:]*: /i

const changesIn = (kind: string, entry: string): ReadonlyArray<ReleaseChange> =>
  entry
    .split(readers)
    .filter((part) => toPartners.test(part))
    .map((part) => ({ kind, text: part.replace(toPartners, "").trim() }))

/** A release is told by its day, as it may leave the version of the interface as it was. */
const releaseId = ({ day }: Release): string => day ?? "next"

const headingOf = ({ day, version }: Release, unnumbered: string): string =>
  [version ?? unnumbered, ...(day === undefined ? [] : [day])].join(" · ")

const kindsOf = ({ changes }: Release): ReadonlyArray<string> => [
  ...new Set(changes.map(({ kind }) => kind)),
]

const changeLists = (release: Release): ReadonlyArray<PageNode> =>
  kindsOf(release).map(
    (kind) =>
      html`<h3>${kind}</h3>
        <ul>
          ${release.changes
            .filter((change) => change.kind === kind)
            .map(({ text }) => html`<li>${inline(text)}</li>`)}
        </ul>`,
  )

/** Links of the repository lead nowhere from a service: their words alone stay. */
const unlinked = (text: string): string =>
  text.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, "$1")

const marks = /(`[^`]+`|\[[^\]]+\]\(https?:[^)\s]+\))/

/** Code and links of a line of Markdown. */
const inline = (text: string): ReadonlyArray<PageContent> =>
  unlinked(text)
    .split(marks)
    .map((piece) => {
      if (piece.length > 2 && piece.startsWith("`")) return html`<code>${piece.slice(1, -1)}</code>`
      const [, words, href] = /^\[([^\]]+)\]\((https?:[^)\s]+)\)$/.exec(piece) ?? []
      return href === undefined ? piece : html`<a href=${href}>${words}</a>`
    })

interface ChangelogWords {
  readonly title: string
  readonly lede: string
  readonly feed: string
  readonly unnumbered: string
}

/** The words around the changelog, whose entries are in English. */
const changelogWords: Readonly<Record<DocumentLanguage, ChangelogWords>> = {
  en: {
    title: "Changelog",
    lede: "What changes for partners, the newest first. New fields, words and codes come at any time: read past those that you do not know.",
    feed: "Atom feed",
    unnumbered: "Here, and not yet numbered",
  },
  fr: {
    title: "Journal des changements",
    lede: "Ce qui change pour les partenaires, le plus récent d’abord, en anglais. De nouveaux champs, mots et codes viennent à tout moment\u00a0: ignorez ceux que vous ne connaissez pas.",
    feed: "Flux Atom",
    unnumbered: "Déjà ici, sans numéro encore",
  },
}
