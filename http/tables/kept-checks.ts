import { createHash, randomBytes } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { deserialize, serialize } from "node:v8"
import type { KeptAnswer, KeptAnswers } from "../../core/check/kept-answers.ts"
import { makeMemory } from "../../core/memory.ts"

/** What checks have found, in a file from which the next process takes what still stands. */
export interface KeptChecks extends KeptAnswers {
  /** Writes what was found since, for the processes to come. */
  readonly save: () => Promise<void>
}

/** How much is kept. */
export interface KeptBounds {
  /** Answers to one question, so that one may go to and fro between versions. */
  readonly answersMax: number
  /** Bytes of the file. */
  readonly bytesMax: number
}

const keptBounds: KeptBounds = { answersMax: 8, bytesMax: 16_777_216 }

/** Opens what is kept in a file. One that is missing, damaged, too large or of another program holds nothing. */
export const openKeptChecks = async (
  file: string,
  program: string,
  bounds: KeptBounds = keptBounds,
): Promise<KeptChecks> => {
  const answers = await readAnswers(file, program, bounds)
  // As many as there are tables, twice over: they hold on to the texts.
  const digests = makeMemory<string, string>(300)
  let isChanged = false
  return {
    digest: (data) =>
      typeof data === "string"
        ? digests.get(data, () => digestOf(data))
        : digestOf(JSON.stringify(data, inFull) ?? "undefined"),
    given: (question) => answers.get(question) ?? [],
    keep: (question, given) => {
      const others = answers.get(question) ?? []
      answers.set(question, [given, ...others].slice(0, bounds.answersMax))
      isChanged = true
    },
    save: async () => {
      if (isChanged) await writeAnswers(file, program, answers, bounds)
    },
  }
}

type Answers = Map<string, ReadonlyArray<KeptAnswer>>

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url")

/** JSON would leave out what maps and sets hold. */
const inFull = (_: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? { [value.constructor.name]: [...value] } : value

/** A file begins with the digest of the rest, and the rest with the program that it is of. */
const sealed = (program: string, content: Uint8Array): Buffer =>
  createHash("sha256").update(program).update(content).digest()

const sealBytes = 32

const readAnswers = async (
  file: string,
  program: string,
  { bytesMax }: KeptBounds,
): Promise<Answers> => {
  try {
    const { size } = await stat(file)
    if (size > bytesMax) return new Map()
    const bytes = await readFile(file)
    const content = bytes.subarray(sealBytes)
    const isOurs = sealed(program, content).equals(bytes.subarray(0, sealBytes))
    return isOurs ? (deserialize(content) as Answers) : new Map()
  } catch {
    return new Map()
  }
}

/** Writes beside the file and renames, so that another process reads all of it or nothing; what fails is not kept. */
const writeAnswers = async (
  file: string,
  program: string,
  answers: Answers,
  { answersMax, bytesMax }: KeptBounds,
): Promise<void> => {
  const beside = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`
  try {
    for (let most = answersMax; most >= 1; most = Math.floor(most / 2)) {
      const newest = new Map([...answers].map(([asked, given]) => [asked, given.slice(0, most)]))
      const content = serialize(newest)
      if (sealBytes + content.length > bytesMax) continue
      await mkdir(dirname(file), { recursive: true })
      await writeFile(beside, Buffer.concat([sealed(program, content), content]))
      await rename(beside, file)
      return
    }
  } catch {
    await rm(beside, { force: true }).catch(() => undefined)
  }
}

const here = fileURLToPath(import.meta.url)
const runsFromSources = here.endsWith(".ts")

/** The folders of all code that checks: the bundle is one. */
const codeFolders = runsFromSources
  ? ["../../core", "../../rules", "../messages", "../tables"].map((path) =>
      join(dirname(here), path),
    )
  : [dirname(here)]

/** What was installed beside the sources. A bundle holds what it uses. */
const installed = join(dirname(here), "../../node_modules/.package-lock.json")

/** Stands for the program that checks: another version of its code, of a package or of Node is another one. */
const thisProgram = (): string => {
  const hash = createHash("sha256").update(JSON.stringify(process.versions))
  for (const folder of codeFolders) {
    const names = readdirSync(folder, { encoding: "utf8", recursive: true }).sort()
    for (const name of names.filter((each) => /\.[jt]s$/.test(each))) {
      hash.update(`${name}\0`).update(readFileSync(join(folder, name)))
    }
  }
  if (runsFromSources) hash.update(readFileSync(installed))
  return hash.digest("base64url")
}

/** Beside the packages or the bundle, where only those can write who can change the program. */
const usualFile = join(
  dirname(here),
  runsFromSources ? "../../node_modules/.cache/viatica/checks" : "../.cache/checks",
)

/** What this program has found before; undefined where that cannot be told apart from what another has. */
export const openUsualChecks = async (): Promise<KeptChecks | undefined> => {
  try {
    return await openKeptChecks(usualFile, thisProgram())
  } catch {
    return undefined
  }
}
