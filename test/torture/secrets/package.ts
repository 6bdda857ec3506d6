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

/** What the packages take from the project as it is. */
const takenAsTheyAre = [
  "LICENSE",
  "CHANGELOG.md",
  "data",
  "docs",
  "http/clients",
  "http/pages/assets",
]

const packageFolders = ["http/library", "http/cli"]

/** The files that would be published, of what is not built first. */
export const filesToPublish = async (): Promise<ReadonlyArray<Content>> => {
  const own = packageFolders.flatMap((folder) => [`${folder}/package.json`, `${folder}/README.md`])
  const listed = await runProcess("git", ["ls-files", "-z", ...takenAsTheyAre, ...own], {
    cwd: root,
  })
  if (listed.status !== 0) throw new Error(`git ls-files: ${listed.stderr}`)
  const paths = listed.stdout.split("\0").filter((path) => path !== "")
  return Promise.all(
    paths.map(async (path) => ({ name: path, bytes: await readFile(join(root, path)) })),
  )
}

/** The files of both packages, built and packed as they are published. */
export const builtPackage = async (): Promise<ReadonlyArray<Content>> => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-packed-"))
  try {
    const contents: Array<Content> = []
    for (const own of packageFolders) {
      const packing = ["pack", "--silent", "--pack-destination", folder]
      const packed = await runProcess("npm", packing, {
        cwd: join(root, own),
        timeoutMs: packTimeoutMs,
      })
      if (packed.status !== 0) throw new Error(`npm pack: ${packed.stderr}`)
      const archive = packed.stdout.trim()
      const untarred = await runProcess("tar", ["-xzf", archive], { cwd: folder })
      if (untarred.status !== 0) throw new Error(`tar: ${untarred.stderr}`)
      for await (const content of filesOf(join(folder, "package"))) contents.push(content)
      await rm(join(folder, "package"), { recursive: true })
    }
    return contents
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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
