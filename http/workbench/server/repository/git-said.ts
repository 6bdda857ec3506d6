import * as Effect from "effect/Effect"
import { type GitUnavailable, runGit } from "../../../tables/git.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

/** Longer words of hooks are cut: their ends say what went wrong. */
const wordsMax = 4_000

/** Runs git and gives what it prints; undefined where it ends with a complaint. */
export const askGit = (
  folder: string,
  args: ReadonlyArray<string>,
): Effect.Effect<string | undefined, GitUnavailable> =>
  Effect.map(runGit(folder, args), ({ status, stdout }) =>
    status === 0 ? stdout.toString("utf8") : undefined,
  )

/** Runs git, whose complaints are told in its own words. */
export const orderGit = Effect.fnUntraced(function* (
  folder: string,
  args: ReadonlyArray<string>,
  input = "",
): Effect.fn.Return<string, CallRefused | GitUnavailable> {
  const { status, stderr, stdout } = yield* runGit(folder, args, input)
  if (status === 0) return stdout.toString("utf8")
  const words = [stderr, stdout].map((said) => said.toString("utf8").trim()).join("\n")
  const doing = args.find((arg) => /^[a-z]/.test(arg) && !arg.includes("=")) ?? ""
  return yield* callRefused("GitRefused", { doing, words: words.trim().slice(-wordsMax) })
})
