import { spawn } from "node:child_process"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { errorCode, systemReason } from "../platform/system-error.ts"

/** Git could not be started. */
export class GitUnavailable extends Data.TaggedError("GitUnavailable")<{
  /** Why, in the words of the system; null where it is not installed. */
  readonly reason: string | null
}> {
  override get message() {
    return `git cannot be run: ${this.reason ?? "it is not installed"}`
  }
}

/** How a run of git ended. */
export interface GitOutcome {
  /** Null where a signal ended it. */
  readonly status: number | null
  readonly stdout: Buffer
  /** What git, or a hook of the repository, says of it. */
  readonly stderr: Buffer
}

const run = (
  folder: string,
  args: ReadonlyArray<string>,
  input: string,
  signal: AbortSignal,
): Promise<GitOutcome> =>
  new Promise((resolve, reject) => {
    const child = spawn("git", ["-C", folder, ...args], {
      stdio: ["pipe", "pipe", "pipe"],
      signal,
    })
    const [stdout, stderr]: [Array<Buffer>, Array<Buffer>] = [[], []]
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk))
    child.on("error", reject)
    child.on("close", (status) =>
      resolve({ status, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) }),
    )
    child.stdin.on("error", () => undefined)
    child.stdin.end(input)
  })

/** Runs git in a folder, without a shell, and gathers what it prints. */
export const runGit = (
  folder: string,
  args: ReadonlyArray<string>,
  input = "",
): Effect.Effect<GitOutcome, GitUnavailable> =>
  Effect.tryPromise({
    try: (signal) => run(folder, args, input, signal),
    catch: (cause) =>
      new GitUnavailable({
        reason: errorCode(cause) === "ENOENT" ? null : systemReason(cause),
      }),
  })

const lineFeed = 10

/**
 * The contents that `git cat-file --batch` printed, in the order in which they were asked for;
 * undefined for what there is not.
 */
export const batchContents = (printed: Uint8Array): ReadonlyArray<Uint8Array | undefined> => {
  const contents: Array<Uint8Array | undefined> = []
  const decoder = new TextDecoder()
  for (let from = 0; from < printed.length;) {
    const end = printed.indexOf(lineFeed, from)
    if (end < 0) return contents
    const head = decoder.decode(printed.subarray(from, end))
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(head)?.[1]
    from = end + 1
    if (size === undefined) {
      contents.push(undefined)
      continue
    }
    contents.push(printed.subarray(from, from + Number(size)))
    from += Number(size) + 1
  }
  return contents
}
