import { createHash } from "node:crypto"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { fileError, type TableError } from "../../core/table/error.ts"
import { type Answer, textAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../gateway/routes.ts"
import { filesBelow, readBounded, unreadableReason } from "../tables/bounded-files.ts"
import { TablesInvalid, TablesUnreadable } from "../tables/errors.ts"
import { folderBounds } from "../tables/folder-bounds.ts"
import { fileRead } from "../tables/table-files.ts"
import { iconBytesMax, iconErrors } from "./icon-check.ts"

/** Smallest, largest and usual width and height of an icon, in pixels. */
const sizePixels = { minimum: 16, maximum: 512, usual: 128 } as const

const iconName = /^[a-z0-9-]+\.svg$/

const yearSeconds = 31_536_000

const headers = {
  "cache-control": `public, max-age=${yearSeconds}, immutable`,
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
}

/** The icons of the catalogue: where each is served, and the route that serves them. */
export interface Icons {
  /** Path of an icon by its file name; it changes with the icon's content. */
  readonly path: (file: string) => string
  readonly route: OpenRoute
}

/** The size that a query asks for, brought into bounds. */
export const iconSize = (query: string): number => {
  const asked = Number.parseInt(new URLSearchParams(query).get("size") ?? "", 10)
  return Number.isNaN(asked)
    ? sizePixels.usual
    : Math.min(sizePixels.maximum, Math.max(sizePixels.minimum, asked))
}

/** One attribute after the other, so that what only looks like one in a value is none. */
const attribute = /\s+([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/g

/**
 * Gives an SVG's root element a width and height, in place of any that it has. The SVG is a sound
 * one, in whose comments and values no tag ends.
 */
export const sizedSvg = (svg: string, size: number): string =>
  svg.replace(/<svg\b([^>]*?)(\/?)>/, (_, attributes: string, empty: string) => {
    const others = attributes.replaceAll(attribute, (written, name: string) =>
      name === "width" || name === "height" ? "" : written,
    )
    return `<svg${others} width="${size}" height="${size}"${empty}>`
  })

const answerIcon = (svg: string, query: string): Answer =>
  textAnswer(200, "image/svg+xml", sizedSvg(svg, iconSize(query)), headers)

/** The icons of a folder of tables: their texts by file name, and everything that forbids to use them. */
export interface IconsRead {
  readonly texts: ReadonlyMap<string, string>
  readonly errors: ReadonlyArray<TableError>
}

const readTexts = async (tablesFolder: string): Promise<IconsRead> => {
  const files = (await filesBelow(join(tablesFolder, "icons")))
    .filter((file) => iconName.test(file))
    .sort()
  const { iconBytesMax: totalBytesMax, iconsMax } = folderBounds
  if (files.length > iconsMax) {
    return { texts: new Map(), errors: [fileError("icons", `at most ${iconsMax} icons`)] }
  }
  const wanted = files.map((file) => ({ file: `icons/${file}`, bytesMax: iconBytesMax }))
  const read = (await readBounded(tablesFolder, wanted, totalBytesMax)).map(fileRead)
  const texts = files.map((file, index) => [file, read[index]?.text ?? ""] as const)
  return {
    texts: new Map(texts),
    errors: read.flatMap(({ errors, file, text }) =>
      errors.length > 0 || text === undefined ? errors : iconErrors(file, text),
    ),
  }
}

/** Reads the icons of a folder of tables without judging them. */
export const readIcons = (tablesFolder: string): Effect.Effect<IconsRead, TablesUnreadable> =>
  Effect.tryPromise({
    try: () => readTexts(tablesFolder),
    catch: (cause) =>
      new TablesUnreadable({ folder: tablesFolder, reason: `icons: ${unreadableReason(cause)}` }),
  })

/** Reads the icons of a folder of tables, or every mistake in them. */
export const readSoundIcons = (
  tablesFolder: string,
): Effect.Effect<ReadonlyMap<string, string>, TablesInvalid | TablesUnreadable> =>
  Effect.flatMap(readIcons(tablesFolder), ({ errors, texts }) =>
    errors.length === 0
      ? Effect.succeed(texts)
      : Effect.fail(new TablesInvalid({ folder: tablesFolder, errors })),
  )

const contentName = (file: string, svg: string): string =>
  `${file.slice(0, -".svg".length)}-${createHash("sha256").update(svg).digest("hex").slice(0, 12)}.svg`

/**
 * Serves icons under names keyed by their content. What has been served stays in `served`, by those
 * names, so that an answer given before the icons changed still leads to the one that it meant.
 */
export const makeIcons = (
  icons: ReadonlyMap<string, string>,
  served: Map<string, string> = new Map(),
): Icons => {
  const names = new Map([...icons].map(([file, svg]) => [file, contentName(file, svg)]))
  for (const [file, svg] of icons) served.set(names.get(file) ?? file, svg)
  return {
    path: (file) => `/icons/${names.get(file) ?? file}`,
    route: {
      pattern: "/icons/*",
      answer: ({ query }, rest) => {
        const svg = served.get(rest)
        return Effect.succeed(svg === undefined ? undefined : answerIcon(svg, query))
      },
    },
  }
}
