import { picturePolicy } from "../platform/content-policy.ts"
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import { type Answer, textAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"

/** Smallest, largest and usual width and height of an icon, in pixels. */
const sizePixels = { minimum: 16, maximum: 512, usual: 128 } as const

const yearSeconds = 31_536_000

const headers = {
  "cache-control": `public, max-age=${yearSeconds}, immutable`,
  "content-security-policy": picturePolicy,
  "cross-origin-resource-policy": "cross-origin",
}

/** The icons of the catalogue: where each is served, and the route that serves them. */
export interface Icons {
  /** Path of an icon by its file name; it changes with the icon's content. */
  readonly path: (file: string) => string
  readonly route: OpenRoute
}

/** The size that a query asks for, brought into bounds. */
const iconSize = (query: string): number => {
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
