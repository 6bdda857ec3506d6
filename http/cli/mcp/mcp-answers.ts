import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { shapeOf } from "../../../core/fields/shape-of.ts"
import { warned } from "../../../core/fields/request-warning.ts"
import { differenceLimits } from "../../../core/difference/decision-difference.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { describeCoachRefusal } from "../../../rules/coach/coach-refusal.ts"
import { corpusSeed } from "../../../rules/corpus/corpus.ts"
import type { Explained } from "../../../rules/explanation/explanation.ts"
import type { RenderBilan } from "../../../rules/messages/render.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { makeOfflineQuotes, type OfflineQuote } from "../../bulk/offline-quotes.ts"
import type { RequestRefusal } from "../../bulk/request-reader.ts"
import { compareVersions, readVersions } from "../tables/diff.ts"
import { diffMarkdown } from "../../../rules/changes/diff-markdown.ts"
import type { OfferLinks } from "../../../rules/pricing/offer.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"

/** What the tools answer with. */
export interface McpParts {
  readonly tables: Tables
  readonly engineVersion: string
  readonly render: RenderBilan
  readonly links: OfferLinks
  /** The day, `YYYY-MM-DD`, on which prices and sources count. */
  readonly today: string
}

const ExplainAsked = Schema.Struct({
  kind: Schema.Literals(["bilan", "quote"]),
  request: Schema.Unknown,
  figure: Schema.optionalKey(Schema.String),
})

const DiffAskedByAgent = Schema.Struct({
  before: Schema.NonEmptyString,
  after: Schema.optionalKey(Schema.NonEmptyString),
  situations: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 })),
  ),
})

/** As many situations as an agent waits for. */
const situationsTried = 2_000

/** Figures that a path names: itself, and what lies below it. */
const named = (explained: Explained<unknown>, path: string) =>
  explained.explanation.filter(
    ({ figure }) =>
      figure === path || figure.startsWith(`${path}.`) || figure.startsWith(`${path}[`),
  )

/** A path that no figure of an answer has, and the paths that there are. */
interface NoFigure {
  readonly _tag: "NoFigure"
  readonly path: string
  readonly known: ReadonlyArray<string>
}

const noFigureText = ({ known, path }: NoFigure): string =>
  `No figure ${path} in this answer. It has: ${known.join(", ")}`

/** The figures that were asked for with their rows; without a path, or one that is not there, all paths. */
const figuresOf = (
  explained: Explained<unknown>,
  path: string | undefined,
): Result.Result<Readonly<Record<string, unknown>>, NoFigure> => {
  const known = explained.explanation
    .filter(({ because }) => because.length > 0)
    .map(({ figure }) => figure)
  if (path === undefined) return Result.succeed({ figures: known })
  const figures = named(explained, path)
  return figures.length > 0
    ? Result.succeed({ figures })
    : Result.fail({ _tag: "NoFigure", path, known })
}

const decoded = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown) =>
  Effect.mapError(Schema.decodeUnknownEffect(schema)(input), ({ message }) => message)

const sentenceOf = ({ detail, error }: RequestRefusal): string => `${error}: ${detail}`

/** The answers of the tools: each is data, or the sentence of a refusal. */
export const mcpAnswers = ({ engineVersion, links, render, tables, today }: McpParts) => {
  const shape = shapeOf(bilanBody(limitsOf(tables)))
  const coach = makeOfflineCoach(tables, engineVersion, today, shape)
  const quotes = makeOfflineQuotes(tables, { engineVersion, links, mode: "sandbox", today })
  const explainBilan = (request: unknown) =>
    Effect.fromResult(
      Result.mapError(
        coach.explainBilan(request),
        (refusal) => `${refusal.code}: ${describeCoachRefusal(refusal)}`,
      ),
    )
  const explainQuote = (request: unknown) =>
    Effect.fromResult(Result.mapError(quotes.explainQuote(request), sentenceOf))
  const read_card = (request: unknown) =>
    Effect.map(explainBilan(request), ({ answer, explanation }) =>
      warned(
        { answer, sentences: render(answer, { explanation, today }) },
        coach.warningsOf(request),
      ),
    )
  const price_trip = (request: unknown) =>
    Effect.fromResult(
      Result.mapBoth(quotes.quote(request), {
        onFailure: sentenceOf,
        onSuccess: (quote: OfflineQuote) =>
          warned({ ...quote, offers: servedAlone(quote.offers) }, quotes.warningsOf(request)),
      }),
    )
  const explain_figure = Effect.fnUntraced(function* (input: unknown) {
    const { figure, kind, request } = yield* decoded(ExplainAsked, input)
    const explained: Explained<unknown> =
      kind === "bilan" ? yield* explainBilan(request) : yield* explainQuote(request)
    return yield* Effect.fromResult(Result.mapError(figuresOf(explained, figure), noFigureText))
  })
  const diff_tables = Effect.fnUntraced(function* (input: unknown) {
    const { after, before, situations } = yield* decoded(DiffAskedByAgent, input)
    const versions = readVersions({
      base: Option.none(),
      before: Option.some(before),
      after: Option.fromUndefinedOr(after),
      tables: Option.none(),
    })
    const asked = {
      table: [],
      regions: differenceLimits.regionsMax,
      noImpact: false,
      casesOnly: situations === 0,
      count: situations ?? situationsTried,
      seed: corpusSeed,
    }
    const { report } = yield* compareVersions(asked, versions)
    return { report: diffMarkdown(report) }
  })
  return { diff_tables, explain_figure, price_trip, read_card }
}

/** What the tools of a day answer. */
export type McpAnswers = ReturnType<typeof mcpAnswers>

/** Addresses of a service on this machine, which an agent has not started. */
const ofThisMachine = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?\//

/** Offers without the addresses that nobody serves. */
const servedAlone = (offers: OfflineQuote["offers"]): ReadonlyArray<unknown> =>
  JSON.parse(
    JSON.stringify(offers, (_, value: unknown) =>
      typeof value === "string" && ofThisMachine.test(value) ? undefined : value,
    ),
  ) as ReadonlyArray<unknown>
