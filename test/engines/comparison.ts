import { hash } from "node:crypto"
import { createReadStream, existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { readParquet } from "../../http/tables/forms/parquet/read-parquet.ts"

/** The answers and refusals of the single-machine run: a digest for each id, and lines without id. */
export interface ExpectedAnswers {
  readonly digests: BigUint64Array
  readonly nameless: ReadonlyMap<string, number>
}

/** What came of comparing: nothing but `same` may be above zero. */
export interface Compared {
  readonly same: number
  readonly missing: number
  readonly repeated: number
  readonly different: number
}

const idAtStart = /^\{"id":(\d+),/

/** The number of a line depends on how the lines are shared out; all else of a refusal does not. */
const withoutRow = (line: string): string => line.replace(/^(\{(?:"id":\d+,)?)"row":\d+,/, "$1")

const digestOf = (line: string): bigint =>
  Buffer.from(hash("sha1", line, "buffer")).readBigUInt64BE(0) | 1n

/** A value of a row as JSON; whole numbers of 64 bits too. */
const cellJson = (value: unknown): string =>
  typeof value === "bigint" ? String(value) : JSON.stringify(value ?? null)

// The rows of a Parquet file as lines of JSON; an `id`, which is a text there, as the number that was sent.
async function* rowsOf(file: string): AsyncGenerator<string> {
  const { batches, names } = await readParquet(file)
  for await (const { columns, rowCount } of batches) {
    for (let row = 0; row < rowCount; row += 1) {
      const cells = names.flatMap((name, at) => {
        const value = columns[at]?.[row]
        if (name !== "id") return [`"${name}":${cellJson(value)}`]
        return value === null || value === undefined ? [] : [`"id":${String(value)}`]
      })
      yield `{${cells.join(",")}}`
    }
  }
}

async function* linesOf(files: ReadonlyArray<string>): AsyncGenerator<string> {
  for (const file of files) {
    const lines = file.endsWith(".parquet")
      ? rowsOf(file)
      : createInterface({ input: createReadStream(file) })
    for await (const line of lines) yield line
  }
}

/** Files of answers in a folder, without those that engines keep beside them. */
export const answerFiles = (folder: string): ReadonlyArray<string> =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [])
    .filter((name) => /(?:^|\/)(?:part-|answers-)[^/]*$/.test(name))
    .map((name) => join(folder, name))

/** Reads what is expected of so many requests. */
export const readExpected = async (file: string, count: number): Promise<ExpectedAnswers> => {
  const digests = new BigUint64Array(count)
  const nameless = new Map<string, number>()
  for await (const line of linesOf([file])) {
    const plain = withoutRow(line)
    const id = idAtStart.exec(plain)?.[1]
    if (id === undefined) nameless.set(plain, (nameless.get(plain) ?? 0) + 1)
    else digests[Number(id)] = digestOf(plain)
  }
  return { digests, nameless }
}

/** Holds answers against what is expected: one for each request, the same byte for byte. */
export const compareAnswers = async (
  files: ReadonlyArray<string>,
  { digests, nameless }: ExpectedAnswers,
): Promise<Compared> => {
  const seen = new Uint8Array(digests.length)
  const left = new Map(nameless)
  let [same, repeated, different] = [0, 0, 0]
  for await (const line of linesOf(files)) {
    const plain = withoutRow(line)
    const id = idAtStart.exec(plain)?.[1]
    if (id === undefined) {
      const count = left.get(plain) ?? 0
      left.set(plain, count - 1)
      if (count > 0) same += 1
      else different += 1
    } else if (digests[Number(id)] !== digestOf(plain)) {
      different += 1
    } else if (seen[Number(id)] === 1) {
      repeated += 1
    } else {
      seen[Number(id)] = 1
      same += 1
    }
  }
  let missing = 0
  digests.forEach((digest, id) => {
    if (digest !== 0n && seen[id] === 0) missing += 1
  })
  for (const count of left.values()) missing += Math.max(0, count)
  return { same, missing, repeated, different }
}
