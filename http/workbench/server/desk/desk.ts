import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { TableError } from "../../../../core/table/error.ts"
import { replaceFile, textOfFile } from "./desk-files.ts"
import {
  backwards,
  changedFile,
  type FileChange,
  fileChange,
  pulledOut,
  takenAfter,
  type TakenStep,
  textChange,
  undoneAfter,
} from "./steps.ts"
import type { SessionView, StepAction, StepLabel, StepMade } from "../../protocol/session.ts"
import type { BaseVersion } from "../../../tables/base-version.ts"
import { readTableFiles, type TablesUnreadable } from "../../../tables/table-files.ts"
import { isTableFile, tableFiles, tableFilesIn } from "../../../../rules/tables/index.ts"
import { callRefused, CallRefused } from "../call-refused.ts"
import { signedInMail } from "../signed-in.ts"

/** Whether an edit was refused for what another program wrote meanwhile. */
const wasChangedOnDisk = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && error.code === "ChangedOnDisk"

/** Which page a call comes from; empty for whatever is no page. Its own edits never clash with each other. */
export const Writer = Context.Reference<string>("viatica/WorkbenchWriter", {
  defaultValue: () => "",
})

/** What a file said from a revision on, and which page wrote it; empty for other programs. */
export interface PastText {
  readonly revision: number
  readonly text: string
  readonly writer: string
  /** The address of who wrote it, at a workbench for a team; empty otherwise. */
  readonly by: string
  /** Whether it only set cells, so that each row stands where it stood. */
  readonly setsCells: boolean
}

/** Steps that only set cells. */
const settingActions: ReadonlyArray<StepAction> = ["cells", "fill", "multiply"]

/** The tables as they lie in the folder. */
export interface DeskState {
  /** Counts every change since the desk was set up. */
  readonly revision: number
  readonly sources: ReadonlyMap<string, string>
  /** What is wrong with files, apart from what they say. */
  readonly errors: ReadonlyArray<TableError>
  /** When an edit was last written, in milliseconds since 1970. */
  readonly savedAtMs: number | null
  /** The revision in which the text of a file changed last; one that is left out never did. */
  readonly changedIn: ReadonlyMap<string, number>
}

/**
 * New texts of files below the folder, as one step: tables, and files of releases and cases beside
 * them. Null removes a file.
 */
interface DeskStep {
  readonly label: StepLabel
  readonly texts: ReadonlyMap<string, string | null>
}

/** Steps that are remembered; each holds what it replaced. */
const stepsMax = 500

type Written = Effect.Effect<DeskState, CallRefused>

/** The tables of one folder while they are edited: every step is written to its files at once. */
export interface Desk {
  readonly folder: string
  /** The tables that the change is compared with, until {@link Desk.compareWith} names others. */
  readonly before: BaseVersion
  readonly state: () => DeskState
  /** What a person can take back and make again: steps of others are left to them. */
  readonly steps: (by: string) => Pick<SessionView, "undo" | "redo">
  /** Makes a step from texts as they are now, and writes it. */
  readonly take: (step: DeskStep) => Written
  /**
   * Makes a step out of the texts as they are when its turn comes, read from the folder first, so that
   * nothing of another edit or of another program is lost.
   */
  readonly edit: <Failure>(
    make: (state: DeskState) => Effect.Effect<DeskStep, Failure>,
  ) => Effect.Effect<DeskState, Failure | CallRefused>
  /** What a file said at a revision, and all that it said since; empty where that is no longer known. */
  readonly textsFrom: (file: string, revision: number) => ReadonlyArray<PastText>
  readonly undo: Effect.Effect<DeskState, CallRefused>
  readonly redo: Effect.Effect<DeskState, CallRefused>
  /** Reads the folder again; says whether anything in it was new. */
  readonly reread: Effect.Effect<boolean, TablesUnreadable>
  /** Compares with other tables from now on; what can be undone stays so. */
  readonly compareWith: (before: BaseVersion) => Written
  /** Calls back after every change, with the files whose texts are new, or that are compared with other ones. */
  readonly listen: (listener: (state: DeskState, files: ReadonlyArray<string>) => void) => void
}

const differing = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): ReadonlyArray<string> =>
  tableFilesIn(one, other).filter((file) => one.get(file) !== other.get(file))

/** Sets up a desk over a folder whose tables have been read. */
export const makeDesk = Effect.fnUntraced(function* (
  folder: string,
  firstBefore: BaseVersion,
): Effect.fn.Return<Desk, TablesUnreadable> {
  const first = yield* readTableFiles(folder, tableFiles)
  const turn = yield* Semaphore.make(1)
  let before = firstBefore
  const listeners: Array<(state: DeskState, files: ReadonlyArray<string>) => void> = []
  const undone = new Map<string, ReadonlyArray<TakenStep>>()
  let taken: ReadonlyArray<TakenStep> = []
  const past = makePastTexts(first.sources)
  let state: DeskState = {
    ...first,
    revision: 0,
    savedAtMs: null,
    changedIn: new Map(),
  }

  const become = (
    next: Partial<DeskState>,
    files: ReadonlyArray<string>,
    by: Pick<PastText, "by" | "setsCells" | "writer">,
  ): DeskState => {
    const revision = state.revision + 1
    state = {
      ...state,
      ...next,
      revision,
      changedIn: new Map([...state.changedIn, ...files.map((file) => [file, revision] as const)]),
    }
    for (const file of files) {
      past.note(file, { revision, text: state.sources.get(file) ?? "", ...by })
    }
    for (const listener of listeners) listener(state, files)
    return state
  }

  /** The text of a file as the desk knows it; files that are no tables are read anew. */
  const textNow = (file: string): Effect.Effect<string | undefined, CallRefused> =>
    isTableFile(file) ? Effect.succeed(state.sources.get(file)) : textOfFile(folder, file)

  const write = Effect.fnUntraced(function* (texts: ReadonlyMap<string, string | undefined>) {
    const sources = new Map(state.sources)
    for (const [file, after] of texts) {
      yield* replaceFile(folder, file, { before: yield* textNow(file), after })
      if (!isTableFile(file)) continue
      if (after === undefined) sources.delete(file)
      else sources.set(file, after)
    }
    return { sources, savedAtMs: yield* Clock.currentTimeMillis }
  })

  /** Moves what others have taken back behind a change of a file that is none of theirs. */
  const moveUndone = (
    by: string | undefined,
    file: string,
    before: string | undefined,
    after: string | undefined,
  ): void => {
    const outside = textChange(before ?? "", after ?? "")
    for (const [other, steps] of undone) {
      if (other !== by) undone.set(other, undoneAfter(steps, file, outside))
    }
  }

  /** Writes what one person does, and moves what others have taken back behind it. */
  const writeFor = Effect.fnUntraced(function* (
    by: string,
    texts: ReadonlyMap<string, string | undefined>,
  ) {
    const before = new Map<string, string | undefined>()
    for (const file of texts.keys()) before.set(file, yield* textNow(file))
    const written = yield* write(texts)
    for (const [file, after] of texts) moveUndone(by, file, before.get(file), after)
    return written
  })

  const takeNow = Effect.fnUntraced(function* ({ label, texts }: DeskStep) {
    const changes = new Map<string, FileChange>()
    const fresh = new Map<string, string | undefined>()
    for (const [file, text] of texts) {
      const [before, after] = [yield* textNow(file), text ?? undefined]
      if (before === after) continue
      changes.set(file, fileChange(before, after))
      fresh.set(file, after)
    }
    if (changes.size === 0) return state
    const by = yield* signedInMail
    const written = yield* writeFor(by, fresh)
    taken = [...taken.slice(1 - stepsMax), { label, changes, by }]
    undone.delete(by)
    const setsCells = settingActions.includes(label.action)
    return become(written, [...changes.keys()], { writer: yield* Writer, by, setsCells })
  })

  const take = (step: DeskStep): Written => takeNow(step).pipe(turn.withPermits(1))

  const textsAfter = ({
    changes,
  }: TakenStep): Effect.Effect<Map<string, string | undefined>, CallRefused> =>
    Effect.gen(function* () {
      const texts = new Map<string, string | undefined>()
      for (const [file, change] of changes) {
        if (change === "lost") return yield* callRefused("StepLost", { file })
        const made = changedFile(yield* textNow(file), change)
        if (made === undefined) return yield* callRefused("StepLost", { file })
        texts.set(file, made.text)
      }
      return texts
    })

  const takenBack = ({ changes, ...step }: TakenStep): TakenStep => ({
    ...step,
    changes: new Map([...changes].map(([file, change]) => [file, backwards(change)])),
  })

  const undo = Effect.gen(function* () {
    const by = yield* signedInMail
    const index = taken.findLastIndex((step) => step.by === by)
    const step = taken[index]
    if (step === undefined) return yield* callRefused("NoStep", {})
    const { back, later } = pulledOut(step, taken.slice(index + 1))
    const written = yield* writeFor(by, yield* textsAfter(back))
    taken = [...taken.slice(0, index), ...later]
    undone.set(by, [...(undone.get(by) ?? []), takenBack(back)])
    const writer = yield* Writer
    return become(written, [...step.changes.keys()], { writer, by, setsCells: false })
  }).pipe(turn.withPermits(1))

  const redo = Effect.gen(function* () {
    const by = yield* signedInMail
    const own = undone.get(by) ?? []
    const step = own.at(-1)
    if (step === undefined) return yield* callRefused("NoStep", {})
    const written = yield* writeFor(by, yield* textsAfter(step))
    undone.set(by, own.slice(0, -1))
    taken = [...taken, step]
    const writer = yield* Writer
    return become(written, [...step.changes.keys()], { writer, by, setsCells: false })
  }).pipe(turn.withPermits(1))

  const rereadNow = Effect.gen(function* () {
    const found = yield* readTableFiles(folder, tableFiles)
    const files = differing(state.sources, found.sources)
    const sameErrors = JSON.stringify(found.errors) === JSON.stringify(state.errors)
    if (files.length === 0 && sameErrors) return false
    for (const file of files) {
      const [before, after] = [state.sources.get(file), found.sources.get(file)]
      taken = takenAfter(taken, file, textChange(before ?? "", after ?? ""))
      moveUndone(undefined, file, before, after)
    }
    become(found, files, { writer: "", by: "", setsCells: false })
    return true
  })

  const reread = rereadNow.pipe(turn.withPermits(1))

  const compareWith: Desk["compareWith"] = (other) =>
    Effect.sync(() => {
      const files = differing(before.sources, other.sources)
      before = other
      // Under another name the same texts are still what they were.
      state = { ...state, revision: state.revision + (files.length === 0 ? 0 : 1) }
      for (const listener of listeners) listener(state, files)
      return state
    }).pipe(turn.withPermits(1))

  const edit: Desk["edit"] = (make) =>
    Effect.gen(function* () {
      const attempt = Effect.flatMap(
        Effect.suspend(() => make(state)),
        takeNow,
      )
      return yield* Effect.catchIf(attempt, wasChangedOnDisk, (reason) =>
        Effect.flatMap(
          Effect.catch(rereadNow, () => Effect.fail(reason)),
          () => attempt,
        ),
      )
    }).pipe(turn.withPermits(1))

  return {
    folder,
    get before() {
      return before
    },
    state: () => state,
    steps: (by) => ({
      undo: taken.findLast((step) => step.by === by)?.label ?? null,
      redo: undone.get(by)?.at(-1)?.label ?? null,
    }),
    take,
    edit,
    textsFrom: past.from,
    undo,
    redo,
    reread,
    compareWith,
    listen: (listener) => void listeners.push(listener),
  }
})

/** A step as the page is answered it; what it came to is told with all that changes. */
export const made = ({ revision }: Pick<DeskState, "revision">): StepMade => ({ revision })

/** Texts of one file that are remembered, by the revision in which each came to be. */
const textsMax = 24

/** Remembers what tables said at earlier revisions, so that an edit of what a page still shows can be merged. */
interface PastTexts {
  readonly note: (file: string, text: PastText) => void
  readonly from: Desk["textsFrom"]
}

/** Begins with the texts of the first revision. */
const makePastTexts = (first: ReadonlyMap<string, string>): PastTexts => {
  const known = new Map<string, ReadonlyArray<PastText>>()
  const note: PastTexts["note"] = (file, text) =>
    void known.set(file, [...(known.get(file) ?? []), text].slice(-textsMax))
  for (const [file, text] of first)
    note(file, { revision: 0, text, writer: "", by: "", setsCells: false })
  return {
    note,
    from: (file, revision) => {
      const texts = known.get(file) ?? []
      const at = texts.findLastIndex((one) => one.revision <= revision)
      return at < 0 ? [] : texts.slice(at)
    },
  }
}
