import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ReleasesCalls } from "../../protocol/releases.ts"
import type { CallHandlers } from "../call-handlers.ts"
import { putInForce, restoreTables, rollBack, withdrawRelease } from "./change-release.ts"
import { prepareRelease } from "./prepare-release.ts"
import { releasesView } from "./releases-view.ts"

const nothing = Schema.Struct({})
const named = Schema.Struct({ name: Schema.String })

/** What answers calls about releases. */
export const releasesHandlers: CallHandlers<keyof ReleasesCalls> = {
  releases: { input: nothing, answer: (_, bench) => releasesView(bench) },
  releasePrepare: {
    input: Schema.Struct({
      name: Schema.String,
      effectiveFrom: Schema.String,
      reason: Schema.String,
      author: Schema.NullOr(Schema.String),
    }),
    answer: (asked, bench) => Effect.andThen(prepareRelease(bench, asked), bench.session),
  },
  releaseNow: {
    input: named,
    answer: ({ name }, bench) => Effect.andThen(putInForce(bench, name), bench.session),
  },
  releaseWithdraw: {
    input: named,
    answer: ({ name }, bench) => Effect.andThen(withdrawRelease(bench, name), bench.session),
  },
  releaseRollback: {
    input: nothing,
    answer: (_, bench) => Effect.andThen(rollBack(bench), bench.session),
  },
  releaseRestore: {
    // A name that is no commit could be a folder of this machine.
    input: Schema.Struct({ commit: Schema.String.check(Schema.isPattern(/^[0-9a-f]{40,64}$/)) }),
    answer: ({ commit }, bench) => Effect.andThen(restoreTables(bench, commit), bench.session),
  },
}
