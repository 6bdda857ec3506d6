import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ReleasesCalls, ReleasesViews } from "../../protocol/releases.ts"
import type { StepMade } from "../../protocol/session.ts"
import type { Bench } from "../bench.ts"
import { made } from "../desk/desk.ts"
import { repositoryCalmMs } from "../repository/repository-state.ts"
import {
  approveRelease,
  putInForce,
  restoreTables,
  rollBack,
  withdrawRelease,
} from "./change-release.ts"
import { prepareRelease } from "./prepare-release.ts"
import { releasesView } from "./releases-view.ts"
import type { CallHandlers, ViewHandlers } from "../handler.ts"

const nothing = Schema.Struct({})
const named = Schema.Struct({ name: Schema.String })
const you = Schema.NullOr(Schema.Struct({ name: Schema.String, mail: Schema.String }))
const acted = Schema.Struct({ name: Schema.String, you })

/** What answers calls about releases. */
export const releasesHandlers: CallHandlers<keyof ReleasesCalls> = {
  releasePrepare: {
    input: Schema.Struct({
      name: Schema.String,
      effectiveFrom: Schema.String,
      reason: Schema.String,
      author: Schema.NullOr(Schema.String),
    }),
    answer: (asked, bench) => released(bench, prepareRelease(bench, asked)),
  },
  releaseNow: {
    input: named,
    answer: ({ name }, bench) => released(bench, putInForce(bench, name)),
  },
  releaseApprove: {
    input: acted,
    answer: (asked, bench) => released(bench, approveRelease(bench, asked)),
  },
  releaseWithdraw: {
    input: acted,
    answer: (asked, bench) => released(bench, withdrawRelease(bench, asked)),
  },
  releaseRollback: {
    input: Schema.Struct({ you }),
    answer: (asked, bench) => released(bench, rollBack(bench, asked.you)),
  },
  releaseRestore: {
    // A name that is no commit could be a folder of this machine.
    input: Schema.Struct({ commit: Schema.String.check(Schema.isPattern(/^[0-9a-f]{40,64}$/)) }),
    answer: ({ commit }, bench) => released(bench, restoreTables(bench, commit)),
  },
}

/** Takes a step of releases, of which more is told than that tables changed. */
const released = <Error>(
  { changed, desk }: Bench,
  step: Effect.Effect<unknown, Error>,
): Effect.Effect<StepMade, Error> =>
  Effect.map(step, () => {
    changed("repository")
    return made(desk.state())
  })

/** What makes the view of how releases stand. */
export const releasesViews: ViewHandlers<keyof ReleasesViews> = {
  releases: {
    input: nothing,
    follows: ["tables", "repository"],
    calmMs: repositoryCalmMs,
    answer: (_, bench) => releasesView(bench),
  },
}
