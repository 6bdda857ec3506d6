import * as Cause from "effect/Cause"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { settings } from "../config/settings.ts"
import { settingMistake } from "../config/setting.ts"
import { SettingsWrong } from "../config/settings-wrong.ts"

/** Exit statuses of the command line; a command that a signal ends has effect's own, 130. */
export const exitStatus = { stopped: 0, refusal: 1, wrongUsage: 2 } as const

/**
 * The end of a command that failed, or of a server that was told to stop. A line that explains it has
 * been written already; the main runner reads the exit status from it and stays silent.
 */
export class CommandEnded extends Data.TaggedError("CommandEnded")<{ readonly status: number }> {
  override readonly [Runtime.errorExitCode]: number = this.status
  override readonly [Runtime.errorReported]: boolean = false
}

/** What the help of a command says below everything else; made when it is asked for. */
export const MoreHelp = Context.Reference<() => string>("viatica/MoreHelp", {
  defaultValue: () => () => "",
})

const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ")

/** What is wrong with the setting that effect's Config names as `… at ["PORT"]`. */
const settingMessage = (error: Config.ConfigError): Effect.Effect<string> => {
  const name = /at \["(\w+)"\]/.exec(error.message)?.[1]
  const setting = settings.find(({ variable }) => variable === name)
  if (setting === undefined) return Effect.succeed(oneLine(error.message))
  return Config.option(Config.String(setting.variable)).pipe(
    Effect.orElseSucceed(() => Option.none<string>()),
    Effect.map((value) => settingMistake(setting, Option.getOrUndefined(value))),
  )
}

/** What an error says: a line, or one for each setting that is wrong. */
export const linesOf = (error: unknown): Effect.Effect<ReadonlyArray<string>> => {
  if (error instanceof Config.ConfigError)
    return Effect.map(settingMessage(error), (line) => [line])
  if (error instanceof SettingsWrong) return Effect.succeed(error.mistakes)
  const message = error instanceof Error ? error.message : ""
  return Effect.succeed([oneLine(message === "" ? String(error) : message)])
}

const errorLine = (text: string) => Console.error(`viatica: ${text}`)

/**
 * Help that was asked for goes to standard output; help instead of a missing command, and what is
 * wrong with an invocation, to standard error, the latter in one line.
 */
const presenter: CliOutput.Presenter = {
  present: (event) => {
    const formatter = CliOutput.defaultFormatter({ colors: false })
    switch (event._tag) {
      case "Version":
        return Console.log(formatter.formatVersion(event.name, event.version))
      case "Help": {
        const more = Context.get(event.helpDoc.annotations, MoreHelp)()
        const text = [formatter.formatHelpDoc(event.helpDoc), ...(more === "" ? [] : [more])].join(
          "\n\n",
        )
        return event.reason === "Requested" ? Console.log(text) : Console.error(text)
      }
      case "InvalidInvocation": {
        const problems = event.errors.map((error) => oneLine(formatter.formatCliError(error)))
        return errorLine(`${problems.join("; ")} (see ${event.commandPath.join(" ")} --help)`)
      }
    }
  },
}

const isShowHelp = (error: unknown): error is CliError.ShowHelp =>
  CliError.isCliError(error) && error._tag === "ShowHelp"

/** Wrong usage has been presented by now; everything else still needs its line. */
const ended = (cause: Cause.Cause<unknown>): Effect.Effect<never, CommandEnded> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  if (error instanceof CommandEnded) return Effect.fail(error)
  if (isShowHelp(error)) return Effect.fail(new CommandEnded({ status: exitStatus.wrongUsage }))
  const failed = Effect.fail(new CommandEnded({ status: exitStatus.refusal }))
  const told = Effect.flatMap(linesOf(error), (lines) => Effect.forEach(lines, errorLine))
  return Effect.andThen(told, failed)
}

/**
 * Makes every failure of a program one line on standard error, or one for each setting that is
 * wrong, and an exit status: 2 for wrong usage, 1 for everything else. Interruption stays interruption.
 */
export const endingInLine = <A, E, R>(
  program: Effect.Effect<A, E, R>,
): Effect.Effect<A, CommandEnded, R> => Effect.catchCause(program, ended)

/** Runs a server, which succeeds when it is told to stop; other commands then end with 130. */
export const untilStopped = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(program, () => Effect.die(new CommandEnded({ status: exitStatus.stopped })))

/**
 * Runs a command line: what fails in it ends in one line on standard error and an exit status that
 * the main runner takes from {@link CommandEnded}.
 */
export const runCommandLine = <const Name extends string, Input, E, R, ContextInput>(
  command: Command.Command<Name, Input, ContextInput, E, R>,
  options: { readonly version: string; readonly args: ReadonlyArray<string> },
): Effect.Effect<void, CommandEnded, R | Command.Environment> =>
  Command.runWith(command, { version: options.version })(options.args).pipe(
    Effect.provide(layerConventions),
    endingInLine,
  )

/** Flags that every command has, and where help and complaints go. */
const layerConventions: Layer.Layer<never> = Layer.merge(
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
  CliOutput.layerPresenter(presenter),
)
