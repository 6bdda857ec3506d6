import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { tablesFolder } from "../config/table-settings.ts"
import { untilStopped } from "../processes/exit-status.ts"
import { folderWithTables } from "../tables/base-version.ts"
import { jsonFlag } from "../terminal/output.ts"
import { startWorkbench } from "../workbench/server/start-workbench.ts"

/** `viatica workbench`: a page on this machine to edit the tables with, until it is told to stop. */
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
      Flag.withDescription("Port on this machine; 0 for any free one"),
      Flag.filter(
        (port) => port >= 0 && port <= 65_535,
        () => "Expected a port from 0 to 65535",
      ),
      Flag.withDefault(0),
    ),
    json: jsonFlag,
  },
  ({ base, folder, json, port }) =>
    untilStopped(
      Effect.scoped(
        Effect.gen(function* () {
          const named = Option.isSome(folder) ? folder.value : yield* tablesFolder
          const tables = (yield* folderWithTables(named)) ?? named
          const { url } = yield* startWorkbench({ folder: tables, base, port })
          yield* Console.log(
            json
              ? JSON.stringify({ url })
              : `viatica: the workbench over ${tables} is open at\n\n  ${url}\n\nIt writes what you edit to the files. Ctrl-C closes it.`,
          )
          return yield* Effect.never
        }),
      ),
    ),
)
