import * as Command from "effect/cli/Command"

/** A command by what it does; the rest of it is loaded where it is called. */
export const described = <Name extends string, Input, ContextInput, E, R>(
  description: string,
  load: (args: ReadonlyArray<string>) => Promise<Command.Command<Name, Input, ContextInput, E, R>>,
) => ({
  description,
  load: async (args: ReadonlyArray<string>) =>
    Command.withDescription(await load(args), description),
})

/** What an invocation needs to know of a command that it does not call. */
interface Described<Loaded> {
  readonly description: string
  readonly load: (args: ReadonlyArray<string>) => Promise<Loaded>
}

type LoadedBy<Commands> = {
  readonly [Name in keyof Commands]: Commands[Name] extends Described<infer Loaded> ? Loaded : never
}[keyof Commands]

/**
 * Commands of which only those are loaded that the words of an invocation name. Of the others the help
 * tells the name and what they do. Completions are of all of them, wherever asked for.
 */
export const namedCommands = async <Commands extends Readonly<Record<string, Described<unknown>>>>(
  commands: Commands,
  args: ReadonlyArray<string>,
) => {
  const completing = args.some((word) => word.startsWith("--completions"))
  const all = commands as Readonly<Record<string, Described<LoadedBy<Commands>>>>
  return Promise.all(
    Object.entries(all).map(async ([name, { description, load }]) =>
      completing || args.includes(name)
        ? load(args)
        : Command.make(name).pipe(Command.withDescription(description)),
    ),
  )
}
