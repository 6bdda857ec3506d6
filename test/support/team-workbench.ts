import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { layerObservability } from "../../http/metrics/layer.ts"
import { layerLogging } from "../../http/observability/logging.ts"
import { Demo } from "../../http/ports/house.ts"
import { layerSignIn } from "../../http/runtime/foundations.ts"
import type { CallReply } from "../../http/workbench/protocol/call.ts"
import type { CallName, Calls } from "../../http/workbench/protocol/calls.ts"
import type { ViewName, Views } from "../../http/workbench/protocol/views.ts"
import { serveTeam, type TeamOptions } from "../../http/workbench/server/team/serve-team.ts"
import {
  type ConsoleSession,
  signIn,
  type SignInService,
  type TestPerson,
} from "./console-session.ts"
import { freePort } from "./http-call.ts"
import { createFreshDatabase, migratedDatabaseUrl } from "./postgres.ts"
import { serverEnvironment } from "./service.ts"
import { askWorkbench, makeTableRepository, type TableRepository } from "./workbench.ts"

type Asked = Calls & Views

/** Somebody of a team, at its workbench. */
export interface TeamPerson extends ConsoleSession {
  /** The headers of a request of theirs. */
  readonly headers: Readonly<Record<string, string>>
  /** Makes a call at the desk of a branch, or has a view of it shown once. */
  readonly call: <Name extends CallName | ViewName>(
    branch: string,
    name: Name,
    input: Asked[Name]["input"],
  ) => Promise<CallReply<Asked[Name]["output"]>>
}

/** A workbench for a team, over a repository and a database of its own. */
export interface TestTeam extends TableRepository, SignInService {
  /** The address of the list of desks. */
  readonly url: string
  readonly deskUrl: (branch: string) => string
  readonly person: (person: TestPerson) => Promise<TeamPerson>
  readonly end: () => Promise<void>
}

/** What a change does to prices is no concern of these tests. */
const fewSituations = 20

/** Opens a workbench for a team; the branch `change` is that of the folder itself, others are made beside it. */
export const openTeam = async (options: Partial<TeamOptions> = {}): Promise<TestTeam> => {
  const repository = makeTableRepository()
  const database = await createFreshDatabase(migratedDatabaseUrl)
  const port = await freePort()
  const scope = Scope.makeUnsafe()
  const layers = layerSignIn.pipe(
    Layer.provideMerge(layerObservability),
    Layer.provideMerge(layerLogging),
    Layer.provideMerge(
      ConfigProvider.layer(ConfigProvider.fromEnvRecord(serverEnvironment(database.url, port))),
    ),
  )
  const started = Effect.gen(function* () {
    const context = yield* Layer.build(layers)
    const { url } = yield* Effect.provideContext(
      serveTeam({
        folder: repository.folder,
        base: Option.none(),
        openMax: 3,
        situations: fewSituations,
        ...options,
      }),
      context,
    )
    return { context, url }
  })
  const { context, url } = await Effect.runPromise(
    Scope.provide(started, scope).pipe(Effect.provideService(Demo, null)),
  )
  const service: SignInService = {
    port,
    run: (effect) => Effect.runPromise(Effect.provideContext(effect, context)),
  }
  const deskUrl = (branch: string): string => new URL(`${branch.replaceAll("/", "~")}/`, url).href
  return {
    ...repository,
    ...service,
    url,
    deskUrl,
    person: async (person) => {
      const session = await signIn(service, person)
      const { name, value } = session.cookie
      const headers = { cookie: `${name}=${value}` }
      return {
        ...session,
        headers,
        call: (branch, asked, input) =>
          askWorkbench(deskUrl(branch), asked, input, person.email, headers),
      }
    },
    end: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      repository.remove()
      await database.drop()
    },
  }
}
