import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { jsonAnswer } from "../serve/answer.ts"
import type { OpenRoute } from "../serve/routes.ts"

/** How long the database may take to answer a readiness check. */
const readyWithin = "2 seconds"

/** `/healthz`: the process answers. `/readyz`: so does its database. */
export const makeHealthRoutes = Effect.map(SqlClient.SqlClient, (sql): ReadonlyArray<OpenRoute> => [
  { pattern: "/healthz", answer: () => Effect.succeed(jsonAnswer(200, { ok: true })) },
  {
    pattern: "/readyz",
    answer: () =>
      sql`select 1`.pipe(
        Effect.timeout(readyWithin),
        Effect.match({
          onSuccess: () => jsonAnswer(200, { ok: true }),
          onFailure: () =>
            jsonAnswer(503, { ok: false, database: "unreachable" }, { "retry-after": "5" }),
        }),
      ),
  },
])
