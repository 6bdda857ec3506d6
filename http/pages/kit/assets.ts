import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { once } from "../../../core/memory.ts"
import { type Answer, sharedAnswer, textAnswer } from "../../api/answer.ts"
import type { OpenRoute } from "../../api/open-route.ts"

/** Assets lie beside the pages in the sources, beside the bundle in the package. */
const folder = fileURLToPath(new URL("../assets/", import.meta.url))

const contentTypes: Readonly<Record<string, string>> = {
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
}

const yearSeconds = 31_536_000

const headers = {
  "cache-control": `public, max-age=${yearSeconds}, immutable`,
  "cross-origin-resource-policy": "same-origin",
}

/** What pages load, each under a name that changes with its content. */
export interface Assets {
  /** Path of an asset by its file name; a name that there is not is a mistake of ours, and throws. */
  readonly path: (name: string) => string
  /** The text of an asset. */
  readonly text: (name: string) => string
  readonly route: OpenRoute
}

interface Asset {
  readonly text: string
  readonly servedName: string
  readonly answer: Answer
}

const namePattern = /^[a-z][a-z0-9-]*\.(css|js|svg)$/

const readAsset = (name: string): Asset => {
  const ending = namePattern.exec(name)?.[1]
  if (ending === undefined) throw new Error(`an asset is named like kit.css, not ${name}`)
  const text = readFileSync(`${folder}${name}`, "utf8")
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12)
  return {
    text,
    servedName: `${name.slice(0, -ending.length - 1)}-${hash}.${ending}`,
    answer: sharedAnswer(textAnswer(200, contentTypes[ending] ?? "text/plain", text, headers)),
  }
}

/** Reads assets when a page first names them, or all of them when an address asks for one. */
export const makeAssets = (): Assets => {
  const own = once(() => new Set(readdirSync(folder)))
  const byName = new Map<string, Asset>()
  const byServedName = new Map<string, Asset>()
  const get = (name: string): Asset => {
    const known = byName.get(name)
    if (known !== undefined) return known
    if (!own().has(name)) throw new Error(`there is no asset ${name}`)
    const asset = readAsset(name)
    byName.set(name, asset)
    byServedName.set(asset.servedName, asset)
    return asset
  }
  const all = once(() => {
    for (const name of own()) get(name)
  })
  const find = (servedName: string): Answer | undefined => {
    if (!byServedName.has(servedName)) all()
    return byServedName.get(servedName)?.answer
  }
  return {
    path: (name) => `/assets/${get(name).servedName}`,
    text: (name) => get(name).text,
    route: { pattern: "/assets/*", answer: (_, rest) => Effect.sync(() => find(rest)) },
  }
}
