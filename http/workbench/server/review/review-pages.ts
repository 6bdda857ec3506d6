import * as Effect from "effect/Effect"
import { released } from "../../../../rules/tables/release.ts"
import type { TablesUnreadable } from "../../../tables/table-files.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { orderGit } from "../repository/git-said.ts"
import { shownPath } from "../../../tables/shown-path.ts"
import type { Bench } from "../bench.ts"
import { newReleases } from "../releases/new-releases.ts"
import { checkNow } from "./commit-change.ts"
import { type PageAsked, pageReview } from "../../../../rules/changes/page-review.ts"
import type { VersionNames } from "../../../../rules/changes/review-report.ts"
import { reviewView } from "./review-view.ts"
import { branchNameOf } from "../../../../rules/changes/change-commits.ts"

/** As many situations as `tables diff` draws besides the analysts' cases. */
const situationsMax = 5_000

/** What the versions are called in reports, and what of the change waits in releases. */
export const versionNames = Effect.fnUntraced(function* ({
  desk,
  situations,
}: Pick<Bench, "desk" | "situations">): Effect.fn.Return<
  VersionNames,
  GitUnavailable | TablesUnreadable
> {
  const { before, folder } = desk
  const fresh = yield* newReleases(desk)
  const { sources } = desk.state()
  const all = released(sources, fresh)
  // What is edited in the folder itself is looked at first: it is in force before any release.
  const waiting = [...new Set([...sources.keys(), ...all.keys()])].flatMap((file) => {
    const text = sources.get(file)
    const isWaiting = all.get(file) !== text && text === before.sources.get(file)
    return isWaiting ? [[file, all.get(file) ?? null] as const] : []
  })
  return {
    before: before.commit?.slice(0, 12) ?? before.name,
    commit: before.commit ?? null,
    folder: shownPath(folder, ""),
    situations: Math.min(situationsMax, situations),
    releases: fresh.map(({ name }) => name),
    waiting,
  }
})

/** The addresses of the pages to send, and what each is made and kept as. */
const pages = {
  "review/change.html": { asked: "page", contentType: "text/html; charset=utf-8", ending: "html" },
  "review/change.md": {
    asked: "markdown",
    contentType: "text/markdown; charset=utf-8",
    ending: "md",
  },
} as const

/**
 * The addresses of the change's commits as one file: what `git am` takes, and the same with comments and approvals, commits
 * without content, which it takes with `--empty=keep`. Each keeps its author and its day, so that an approval is one there, too.
 */
const patches: Readonly<
  Record<string, { readonly ending: string; readonly asked: ReadonlyArray<string> }>
> = {
  "review/change.patch": { ending: "patch", asked: [] },
  "review/whole.patch": { ending: "whole.patch", asked: ["--always"] },
}

/** The commits of a change as one file to send. */
const patchOf = ({ desk }: Bench, { asked, ending }: (typeof patches)[string]) =>
  Effect.gen(function* () {
    const { branch, commits, needsBranch } = yield* reviewView(desk)
    const { commit } = desk.before
    if (branch === null || needsBranch || commit === undefined || commits === 0) return undefined
    const body = yield* orderGit(desk.folder, [
      "-c",
      "format.useAutoBase=false",
      "format-patch",
      "--stdout",
      "--binary",
      "--no-signature",
      "--no-attach",
      "--no-cover-letter",
      ...asked,
      // Settings of the person who saves it may shape differences for people alone.
      "--no-relative",
      "--no-ext-diff",
      "--src-prefix=a/",
      "--dst-prefix=b/",
      `${commit}..HEAD`,
    ])
    return {
      contentType: "text/plain; charset=utf-8",
      body,
      fileName: `${branchNameOf(branch)}.${ending}`,
    }
  })

/** Finds the change as a page, as Markdown or as a patch, to keep and send. */
export const findReviewPage = (path: string, _query: URLSearchParams, bench: Bench) =>
  Effect.gen(function* () {
    const patch = Object.hasOwn(patches, path) ? patches[path] : undefined
    if (patch !== undefined) return yield* patchOf(bench, patch)
    if (!Object.hasOwn(pages, path)) return undefined
    const { asked, contentType, ending } = pages[path as keyof typeof pages]
    const view = yield* reviewView(bench.desk)
    const review = pageReview(view, yield* checkNow(bench))
    const input: PageAsked = { names: yield* versionNames(bench), review }
    const body = (yield* bench.reviewer.ask(asked, input)) as string
    const name = branchNameOf(view.branch ?? "") || "change"
    return { contentType, body, fileName: `review-${name}.${ending}` }
    // The review screen says why a page cannot be made.
  }).pipe(Effect.orElseSucceed(() => undefined))
