import { createHmac } from "node:crypto"
import type { CodeBlock } from "./reader.ts"

/** What a reader has before them to hold a block against that no program is. */
export interface KnownHere {
  readonly baseUrl: string
  /** The lines to export that the console has shown. */
  readonly lines: CodeBlock
  /** Real answers to the calls of the reference, by their names, and to the link and the sale of the quickstart. */
  readonly answers: ReadonlyMap<string, unknown>
  /** A real refusal. */
  readonly refusal: unknown
  /** The status that an address of this service answers. */
  readonly statusOf: (address: string) => Promise<number>
}

/** How a block that is not run is held: what is wrong with it, or nothing. */
interface Held {
  readonly name: string
  readonly isOne: (block: CodeBlock) => boolean
  readonly problems: (
    block: CodeBlock,
    known: KnownHere,
  ) => ReadonlyArray<string> | Promise<ReadonlyArray<string>>
}

/** Every kind of block that is not run. */
const kinds: ReadonlyArray<Held> = [
  {
    name: "lines to export have the names that the console shows",
    isOne: ({ code }) => /^(?:export VIATICA_\w+=\S+\n?)+$/.test(code),
    problems: ({ code }, { lines }) => {
      const known = [...lines.code.matchAll(/^export (\w+)=/gm)].map(([, name]) => name)
      const named = [...code.matchAll(/^export (\w+)=/gm)].map(([, name]) => name)
      return named.filter((name) => !known.includes(name)).map(String)
    },
  },
  {
    name: "a sample answer has the shape of a real one",
    isOne: ({ id }) => /(^|-)answer$/.test(id),
    problems: ({ code, id, page }, { answers }) => {
      const name = id === "answer" ? nameOf(page) : id.replace("-answer", "")
      return answers.has(name)
        ? shapeProblems(readSample(code), answers.get(name), name)
        : [`nobody has called ${name}`]
    },
  },
  {
    name: "a sample refusal has the fields of a real one",
    isOne: ({ code }) => code.includes('"error"') && code.includes('"detail"'),
    problems: ({ code }, { refusal }) => shapeProblems(readSample(code), refusal, "refusal"),
  },
  {
    name: "the text of a signature has four parts, method and path among them",
    isOne: ({ code }) => /^<\w+>\.<\S+>\.<\S+>\.<[^>]+>$/.test(code),
    problems: () => [],
  },
  {
    name: "a signature is that of its text under its secret",
    isOne: ({ code }) => /^(?:text|texte)\s.*\nsecret\s/.test(code),
    problems: ({ code }) => {
      const [text = "", secret = "", signature] = code
        .split("\n")
        .map((line) => line.replace(/^\w+\s+/, ""))
      const due = `v2=${createHmac("sha256", secret).update(text).digest("hex")}`
      return due === signature ? [] : [`it is ${due}`]
    },
  },
  {
    name: "headers of a deprecation are half a year apart, and lead somewhere",
    isOne: ({ code }) => code.startsWith("Deprecation: @"),
    problems: async ({ code }, { statusOf }) => {
      const [, from] = /^Deprecation: @(\d+)$/m.exec(code) ?? []
      const [, until] = /^Sunset: (.+)$/m.exec(code) ?? []
      const [, link] = /^Link: <([^>#]+)/m.exec(code) ?? []
      const days = (Date.parse(until ?? "") / 1000 - Number(from)) / 86_400
      const isFound = link !== undefined && (await statusOf(link)) === 200
      return [
        ...(days >= 180 ? [] : [`${days} days`]),
        ...(isFound ? [] : [`${link} is not found`]),
      ]
    },
  },
  {
    name: "the tag of the widget loads a script that is there",
    isOne: ({ code }) => code.includes("/widget.js"),
    problems: async ({ code }, { baseUrl, statusOf }) => {
      const [, script = ""] = /<script async src="([^"]+)" data-ref="[\w-]+"/.exec(code) ?? []
      if (!script.startsWith(`${baseUrl}/`)) return [`it loads ${script}`]
      return (await statusOf(script)) === 200 ? [] : [`${script} is not found`]
    },
  },
  {
    name: "directives of a policy name this service alone",
    isOne: ({ code }) => code.trim().startsWith("script-src"),
    problems: ({ code }, { baseUrl }) =>
      code.trim() === `script-src ${baseUrl}; frame-src ${baseUrl}` ? [] : [code],
  },
  {
    name: "a package manager finds a client under the address that it is given",
    isOne: ({ id }) => id.startsWith("install-"),
    problems: async ({ code }, { baseUrl, statusOf }) => {
      const [, name = ""] = /\/docs\/files\/([^\s",<)]+)/.exec(code) ?? []
      const asked = `${baseUrl}/docs/files/${name}${firstAsked[name] ?? ""}`
      if (!code.includes(`${baseUrl}/docs/files/${name}`)) return ["it is of another service"]
      return (await statusOf(asked)) === 200 ? [] : [`${asked} is not found`]
    },
  },
  {
    name: "the front door's call is the quickstart's first",
    isOne: ({ code }) => code.startsWith("POST /api/v1/travel/quotes\n"),
    problems: ({ code }, { answers }) => {
      const { trip } = JSON.parse(code.slice(code.indexOf("\n"))) as { readonly trip: object }
      const priced = answers.get("quotes") as { readonly trip: Readonly<Record<string, unknown>> }
      return Object.entries(trip).flatMap(([name, value]) =>
        JSON.stringify(priced.trip[name]) === JSON.stringify(value) ? [] : [name],
      )
    },
  },
]

/** What package managers ask for first in the folders that stand for registries. */
const firstAsked: Readonly<Record<string, string>> = {
  go: "/viatica.example/viatica/@latest",
  maven: "/viatica/viatica/maven-metadata.xml",
  php: "/packages.json",
}

/** The kind of a block that is held and not run; undefined where it is none of them. */
export const heldAs = (block: CodeBlock): Held | undefined =>
  kinds.find(({ isOne }) => isOne(block))

const nameOf = (page: string): string => /\/docs\/reference\/(\w+)/.exec(page)?.[1] ?? page

/** A sample as JSON, without the signs of what it leaves out. */
export const readSample = (code: string): unknown =>
  JSON.parse(
    code.replaceAll(/,?\s*\n\s*…(?=\s*\n)/g, "").replaceAll(/(": )…/g, "$1null"),
  ) as unknown

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "list" : typeof value

/** Where a sample has what a real answer has not, or has it otherwise. What nobody has yet, real answers leave open. */
const shapeProblems = (sample: unknown, real: unknown, at: string): ReadonlyArray<string> => {
  if (sample === null || real === null) return []
  const [kind, realKind] = [typeOf(sample), typeOf(real)]
  if (kind !== realKind) return [`${at}: ${kind}, really ${realKind}`]
  if (Array.isArray(sample) && Array.isArray(real)) {
    return sample.length === 0 || real.length === 0
      ? []
      : shapeProblems(sample[0], real[0], `${at}[0]`)
  }
  if (kind !== "object") return []
  const known = real as Readonly<Record<string, unknown>>
  const shown = sample as Readonly<Record<string, unknown>>
  // What an event carries is as its type has it, which the document's webhooks say.
  const isOther = "type" in shown && "data" in shown && shown["type"] !== known["type"]
  return Object.entries(shown).flatMap(([name, value]) =>
    isOther && name === "data"
      ? []
      : name in known
        ? shapeProblems(value, known[name], `${at}.${name}`)
        : [`${at}.${name} is in no real answer`],
  )
}
