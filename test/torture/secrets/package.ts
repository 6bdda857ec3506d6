import { readFileSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runProcess } from "../../support/run-process.ts"
import { filesOf } from "./database.ts"
import type { Content } from "./places.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const packTimeoutMs = 180_000

const pack = async (...args: ReadonlyArray<string>): Promise<string> => {
  const ended = await runProcess("npm", ["pack", "--json", ...args], {
    cwd: root,
    timeoutMs: packTimeoutMs,
  })
  if (ended.status !== 0) throw new Error(`npm pack: ${ended.stderr}`)
  return ended.stdout
}

interface Packed {
  readonly files: ReadonlyArray<{ readonly path: string }>
}

/** The files that would be published, as they lie in the project now. */
export const filesToPublish = async (): Promise<ReadonlyArray<Content>> => {
  const listed = JSON.parse(await pack("--dry-run", "--ignore-scripts")) as ReadonlyArray<Packed>
  const paths = listed.flatMap(({ files }) => files.map(({ path }) => path))
  return Promise.all(
    paths.map(async (path) => ({ name: path, bytes: await readFile(join(root, path)) })),
  )
}

/** The files of the package, built and packed as it is published. */
export const builtPackage = async (): Promise<ReadonlyArray<Content>> => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-packed-"))
  try {
    await pack("--pack-destination", folder)
    const untar = ["-xzf", ...(await tarballsIn(folder))]
    const ended = await runProcess("tar", untar, { cwd: folder })
    if (ended.status !== 0) throw new Error(`tar: ${ended.stderr}`)
    const contents: Array<Content> = []
    for await (const content of filesOf(join(folder, "package"))) contents.push(content)
    return contents
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const tarballsIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for await (const { name } of filesOf(folder)) names.push(name)
  return names
}

/** What secrets look like, whosever they are: none of these may be published. */
const shapes: Readonly<Record<string, RegExp>> = {
  "a signing secret": /vsk_(test|live)_[0-9a-f]{16,}/g,
  "a signature": /v2=[0-9a-f]{64}/gi,
  "a session": /qs_[\w-]{22}\.[\w-]{43}/g,
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/g,
  "a registry's token": /\b(npm|ghp|gho)_[A-Za-z0-9]{36}\b/g,
  "a database's password": /postgres(ql)?:\/\/(?!user:password@)[^\s:@/"'`$]+:[^\s@/"'`$]+@/g,
  "a master key of tests": /(5a){32}|(7a){32}|(7ac15e0b){8}/gi,
}

/** Vectors are published to be signed alike: their signatures are of keys that nobody has. */
const vectors = readFileSync(new URL("../../vectors/signing.json", import.meta.url), "utf8")

/** What looks like a secret in a file, but for signatures of the vectors, which its pages show. */
export const shapesIn = ({ bytes, name }: Content): ReadonlyArray<string> => {
  const text = bytes.toString("latin1")
  return Object.entries(shapes).flatMap(([what, shape]) => {
    const [found] = [...text.matchAll(shape)].filter(([one]) => !vectors.includes(one))
    return found === undefined ? [] : [`the package, ${name}: ${what}: ${found[0].slice(0, 24)}…`]
  })
}
