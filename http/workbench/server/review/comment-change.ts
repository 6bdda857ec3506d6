import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import type { Person } from "../../../../rules/changes/reviewed-change.ts"
import type { Bench } from "../bench.ts"
import { commitWords } from "../repository/commit.ts"
import { personWhoCommits } from "../repository/people.ts"
import { readyToCommit } from "../repository/repository-state.ts"
import { reviewView } from "./review-view.ts"
import type { CommentAsked } from "../../protocol/review.ts"
import { oneLine, type Trailers } from "../../../../rules/changes/change-commits.ts"
import { commentTrailers } from "../../../../rules/changes/approval.ts"
import { callRefused } from "../call-refused.ts"

const idBytes = 6

/** A comment keeps its id when its commit is rebased and has another hash. */
const newId = (): string => randomBytes(idBytes).toString("hex")

const say = Effect.fnUntraced(function* (
  { changed, desk }: Bench,
  subject: string,
  { trailers, you }: { readonly trailers: Trailers; readonly you: Person | null },
) {
  yield* readyToCommit(desk.folder)
  const by = yield* personWhoCommits(desk.folder, you)
  yield* commitWords(desk.folder, { subject, trailers, by })
  changed("repository")
  return yield* reviewView(desk)
})

const written = Effect.fnUntraced(function* (text: string) {
  const said = oneLine(text)
  return said === "" ? yield* callRefused("NothingSaid", {}) : said
})

const commentOf = Effect.fnUntraced(function* ({ desk }: Bench, id: string) {
  const found = (yield* reviewView(desk)).comments.find((comment) => comment.id === id)
  return found ?? (yield* callRefused("NoSuchComment", { id }))
})

/** Comments on a row, or on the change as a whole. */
export const commentOnChange = Effect.fnUntraced(function* (
  bench: Bench,
  { place, text, you }: CommentAsked,
) {
  const said = yield* written(text)
  const { sources } = bench.desk.state()
  const trailers = commentTrailers({ id: newId(), place, text: said }, sources)
  const on = place === null ? "the change" : `${place.file}:${place.line}`
  return yield* say(bench, `Comment on ${on}`, { trailers, you })
})

/** Answers a comment. */
export const answerComment = Effect.fnUntraced(function* (
  bench: Bench,
  { id, text, you }: { readonly id: string; readonly text: string; readonly you: Person | null },
) {
  const said = yield* written(text)
  yield* commentOf(bench, id)
  const trailers: Trailers = [
    ["Comment-answers", id],
    ["Comment", said],
  ]
  return yield* say(bench, "Answer a comment", { trailers, you })
})

/** Settles a comment. */
export const resolveComment = Effect.fnUntraced(function* (
  bench: Bench,
  { id, you }: { readonly id: string; readonly you: Person | null },
) {
  yield* commentOf(bench, id)
  return yield* say(bench, "Settle a comment", { trailers: [["Comment-resolves", id]], you })
})
