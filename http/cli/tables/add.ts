import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { counted } from "../../../core/plain-text.ts"
import { nearest } from "../../../core/table/nearest.ts"
import { type DraftImpact, draftImpact } from "../../../rules/additions/draft-impact.ts"
import { drafted, factsOf } from "../../../rules/additions/drafted.ts"
import {
  type MissingFact,
  weighDraft,
  type WeighedDraft,
} from "../../../rules/additions/missing-facts.ts"
import { additionKinds } from "../../../rules/additions/kinds.ts"
import {
  type Answers,
  type AskedFact,
  draftTables,
  type Recipe,
} from "../../../rules/additions/recipe.ts"
import { recipes } from "../../../rules/additions/recipes.ts"
import { loadAllTables } from "../../../rules/tables/index.ts"
import { compileText } from "../../messages/icu.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { startStagedCheck } from "../../tables/check-report.ts"
import { readIcons } from "../../tables/icons/icon-check.ts"
import { openUsualChecks } from "../../tables/kept-checks.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { readJsonObject } from "./files.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { showChange, tablesToChange, writeFlag } from "./proposal.ts"

/** `viatica tables add`: something with all its rows, from a file of answers. */
export const add = Command.make(
  "add",
  {
    kind: Argument.Literals("KIND", additionKinds).pipe(
      Argument.withDescription(`What is added: ${additionKinds.join(", ")}`),
    ),
    answers: Argument.String("ANSWERS").pipe(
      Argument.withDescription("Facts by name: JSON, @file, or - for standard input"),
      Argument.optional,
    ),
    like: Flag.String("like").pipe(
      Flag.withDescription(
        "What it begins from: an argument, a card product as FR:Visa Premier, an offer, a destination or a market",
      ),
      Flag.withDefault(""),
    ),
    missing: Flag.Boolean("missing").pipe(
      Flag.withDescription("List what is missing, and add nothing"),
      Flag.withDefault(false),
    ),
    write: writeFlag,
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables add")(function* ({ answers, kind, like, missing: isAsked, ...given }) {
    const folder = yield* folderFrom(given.tables)
    const recipe = recipes[kind]
    const [{ today }, icons, kept, written, nowMs] = yield* Effect.all([
      tablesToChange(folder),
      Effect.option(readIcons(folder)),
      Effect.promise(openUsualChecks),
      Option.isNone(answers) ? Effect.succeed({}) : readJsonObject(answers.value),
      Clock.currentTimeMillis,
    ])
    const { errors, sources } = today
    const draft = { kind, like, answers: textsIn(written) }
    const { whole } = drafted(recipe, draft, sources)
    const asked = factsOf(recipe, whole, draftTables(sources))
    const names = asked.map(({ name }) => name)
    const unknown = Object.keys(draft.answers).find((name) => !names.includes(name))
    if (unknown !== undefined) {
      const close = nearest(unknown, names)
      return yield* refusal("answer-unasked", { name: unknown, nearest: close, names })
    }
    const check = startStagedCheck(folder, {
      today: utcDay(nowMs),
      ...(kept === undefined ? {} : { kept }),
      ...(Option.isSome(icons) ? { icons: new Set(icons.value.texts.keys()) } : {}),
    })
    const weighed = weighDraft(recipe, draft, {
      sources,
      found: check.whole({ sources, errors }),
      find: (each) => check.triedWhole({ sources: each, errors }),
    })
    const told = {
      kind,
      like,
      facts: answersOf(asked, whole.answers),
      missing: weighed.missing,
    }
    if (isAsked || weighed.missing.length > 0) {
      yield* print(given.json, { written: false, ...told }, () =>
        missingText(folder, recipe, asked, weighed),
      )
      return isAsked
        ? undefined
        : yield* refusal("answers-missing", { missing: weighed.missing.length })
    }
    const impact = given.write ? null : yield* impactOf(weighed, sources)
    yield* showChange({
      proposal: { folder, today, texts: weighed.texts },
      write: given.write,
      json: given.json,
      told: impact === null ? told : { ...told, impact },
      closing: (isWritten) => [
        ...(impact === null ? [] : [...impactLines(impact), ""]),
        isWritten
          ? `${amountText(weighed)} added; read viatica tables check`
          : `${amountText(weighed)} to add; --write does it`,
      ],
    })
  }),
).pipe(
  Command.withDescription(
    "Add an argument, a card, an insurer, a destination's rule or a market with all its rows, and list what is missing until nothing is",
  ),
  Command.withExamples([
    {
      command: "viatica tables add argument --like friends_not_insured --missing",
      description: "What does an argument need that is like another one?",
    },
    {
      command: "viatica tables add argument --json --missing > answers.json",
      description: "All facts by name, under facts, to be filled in",
    },
    {
      command:
        'viatica tables add card --like \'FR:Visa Premier\' \'{"bank":"Fortuneo","card_name":"Visa Premier Plus","source":"unsourced"}\' --write',
      description: "A card with the covers of another one, under its own name",
    },
    {
      command: "viatica tables add market @australia.json",
      description: "Which rows would a market come to?",
    },
  ]),
)

/** What a draft would change before it is added; null where mistakes in the tables hide that. */
const impactOf = Effect.fnUntraced(function* (
  { texts, whole }: WeighedDraft,
  sources: ReadonlyMap<string, string>,
) {
  const before = loadAllTables(sources)
  const after = loadAllTables(new Map([...sources, ...texts]))
  if (Result.isFailure(before) || Result.isFailure(after)) return null
  const steps = draftImpact(whole, {
    before: before.success,
    after: after.success,
    files: texts.keys(),
    format: compileText,
  })
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    // It can be ended between two steps.
    yield* Effect.yieldNow
  }
})

const impactLines = ({
  argument,
  arguments: some,
  cases,
  changed,
  changedCases,
  changedStanding,
  firstChanged,
  offers,
  situations,
}: DraftImpact): ReadonlyArray<string> => [
  ...(argument?.readings.flatMap(({ fact, hook, isAmerican, language, situation, pitch }) => [
    `${isAmerican ? "en-US" : language}, ${situation}: ${hook}`,
    `  ${fact}`,
    `  ${pitch}`,
  ]) ?? []),
  ...(argument === null
    ? []
    : [
        `Told in ${argument.situations} of ${situations} situations, ${argument.cases} of ${cases} cases among them`,
      ]),
  `${changed} of ${situations} situations change, ${changedCases} of ${cases} cases among them${firstChanged.length === 0 ? "" : `: ${firstChanged.join(", ")}`}`,
  ...(changedStanding === 0
    ? []
    : [`  in ${changedStanding} of them nothing differs but how the card compares with others`]),
  ...some.map(
    ({ change, id, name, situations: times }) =>
      `  argument ${id} ${change} in ${times}: ${name.en}`,
  ),
  ...offers.map(
    ({ come, gone, moved, name }) => `  ${name}: ${come} prices come, ${gone} go, ${moved} move`,
  ),
]

/** Answers as texts; what a file with all that was told before says of them, among other things. */
const textsIn = (written: Readonly<Record<string, unknown>>): Answers => {
  const { facts } = written
  const named = typeof facts === "object" && facts !== null ? facts : written
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
    ),
  )
}

const answersOf = (asked: ReadonlyArray<AskedFact>, answers: Answers): Answers =>
  Object.fromEntries(asked.map(({ name }) => [name, answers[name] ?? ""]))

const amountText = ({ tables }: WeighedDraft): string => {
  const rows = tables.reduce((sum, { added }) => sum + added, 0)
  return `${counted(rows, "row")} in ${counted(tables.length, "table")}`
}

const missingText = (
  folder: string,
  { name }: Recipe,
  asked: ReadonlyArray<AskedFact>,
  weighed: WeighedDraft,
): string => {
  const { missing } = weighed
  if (missing.length === 0) return `Nothing is missing of ${name.en}: ${amountText(weighed)} to add`
  const labels = new Map(asked.map((one) => [one.name, one.label.en]))
  const line = ({ detail, fact, file, line: at, title }: MissingFact): ReadonlyArray<string> => [
    `${fact ?? "the rest"}${fact === null ? "" : ` (${labels.get(fact) ?? fact})`}: ${title.en}`,
    `  ${detail.en}`,
    `  ${shownPath(folder, file)}:${at}`,
  ]
  return [
    ...missing.flatMap(line),
    "",
    `Of ${name.en}, ${counted(missing.length, "fact")} missing`,
  ].join("\n")
}
