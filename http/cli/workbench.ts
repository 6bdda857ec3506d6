import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { tablesFolder } from "../config/table-settings.ts"
import { untilStopped } from "../processes/exit-status.ts"
import { folderWithTables } from "../tables/base-version.ts"
import { refusal } from "../terminal/command-refused.ts"
import { jsonFlag } from "../terminal/output.ts"
import { startWorkbench } from "../workbench/server/start-workbench.ts"

/** Desks that are open at once, where nobody says how many: each takes about as much memory as a workbench. */
const desksUsual = 4

// Loads what serves people who sign in, which a workbench of one's own has no use for.
const team = (options: {
  readonly folder: string
  readonly base: Option.Option<string>
  readonly openMax: number
}) =>
  Effect.flatMap(
    Effect.promise(() => import("../workbench/server/team/serve-team.ts")),
    ({ serveTeamAlone }) => serveTeamAlone(options),
  )

/** `viatica workbench`: a page to edit the tables with, on this machine or for a team, until it is told to stop. */
export const workbenchCommand = Command.make(
  "workbench",
  {
    folder: Argument.String("DIR").pipe(
      Argument.withDescription("Folder of the tables; TABLES_DIR when left out"),
      Argument.optional,
    ),
    base: Flag.String("base").pipe(
      Flag.withDescription(
        "What to compare the change with: a folder, else a git revision; the branch point when left out",
      ),
      Flag.optional,
    ),
    port: Flag.Int("port").pipe(
      Flag.withDescription("Port on this machine; 0 for any free one, as when left out"),
      Flag.filter(
        (port) => port >= 0 && port <= 65_535,
        () => "Expected a port from 0 to 65535",
      ),
      Flag.optional,
    ),
    team: Flag.Boolean("team").pipe(
      Flag.withDescription(
        "Serve a team on HOST and PORT, behind the sign-in of the console: a desk for each branch of the repository",
      ),
      Flag.withDefault(false),
    ),
    desks: Flag.Int("desks").pipe(
      Flag.withDescription(
        `With --team: how many desks are open at once, each of which takes memory; ${desksUsual} when left out`,
      ),
      Flag.filter(
        (desks) => desks >= 1 && desks <= 64,
        () => "Expected a number from 1 to 64",
      ),
      Flag.withDefault(desksUsual),
    ),
    json: jsonFlag,
  },
  ({ base, desks, folder, json, port, team: isTeam }) =>
    untilStopped(
      Effect.scoped(
        Effect.gen(function* () {
          if (isTeam && Option.isSome(port)) return yield* refusal("team-has-a-port")
          const named = Option.isSome(folder) ? folder.value : yield* tablesFolder
          const tables = (yield* folderWithTables(named)) ?? named
          const { url } = isTeam
            ? yield* team({ folder: tables, base, openMax: desks })
            : yield* startWorkbench({ folder: tables, base, port: Option.getOrElse(port, () => 0) })
          const words = isTeam
            ? `the workbench over the branches of ${tables} is open to your team at`
            : `the workbench over ${tables} is open at`
          yield* Console.log(
            json
              ? JSON.stringify({ url })
              : `viatica: ${words}\n\n  ${url}\n\nIt writes what you edit to the files. Ctrl-C closes it.`,
          )
          return yield* Effect.never
        }),
      ),
    ),
)
