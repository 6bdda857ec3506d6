import * as Effect from "effect/Effect"

/** Logs what goes wrong: each kind once until it works again, and then that it does. */
export interface Trouble {
  readonly failed: (kind: string, reason: string) => Effect.Effect<void>
  readonly worked: Effect.Effect<void>
}

/** The two lines to log, and the facts that both carry. */
export interface TroubleLines {
  readonly failing: string
  readonly worksAgain: string
  readonly facts: Readonly<Record<string, string>>
}

/** Watches something that is tried again and again, for the log. */
export const makeTrouble = ({ facts, failing, worksAgain }: TroubleLines): Trouble => {
  const said = new Set<string>()
  return {
    failed: (kind, reason) =>
      Effect.suspend(() => {
        if (said.has(kind)) return Effect.void
        said.add(kind)
        return Effect.annotateLogs(Effect.logWarning(failing), { ...facts, reason })
      }),
    worked: Effect.suspend(() => {
      if (said.size === 0) return Effect.void
      said.clear()
      return Effect.annotateLogs(Effect.logInfo(worksAgain), facts)
    }),
  }
}
