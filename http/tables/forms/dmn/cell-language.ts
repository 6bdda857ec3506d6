import * as Result from "effect/Result"
import {
  askedExpression,
  type FeelLiteral,
  readFeelLiteral,
} from "../../../../core/portable/feel-cells.ts"
import type { PortableFact } from "../../../../core/portable/portable-table.ts"
import { literalOfJdm, testsOfJdm } from "../../../../core/portable/jdm-cells.ts"
import type { DmnNeed } from "./dmn-refusal.ts"
import type { FactKind } from "./dmn-types.ts"
import type { Feel } from "./feel.ts"
import { cellOfResult, plainText } from "./feel-cells.ts"

/** What a cell says; or the part of it that cannot be said here, and what that would need. */
type Read<Said> = Result.Result<Said, { readonly written: string; readonly needs: DmnNeed }>

/** What a result cell is: a literal, or an expression of FEEL that is kept as it stands. */
export type ResultCell = FeelLiteral | { readonly _tag: "Expression"; readonly text: string }

/** What the cells of a model are written in. */
export interface CellLanguage {
  /** The unary tests of FEEL that a condition cell says. */
  readonly testsOf: (written: string) => Read<string>
  /** The expression of FEEL that asks whether tests accept what another one comes to; undefined where there is none. */
  readonly askedOf: (expression: string, tests: string) => string | undefined
  readonly resultOf: (written: string) => Read<ResultCell>
  /** Whether results may be expressions, so that a column may hold any of them. */
  readonly hasExpressions: boolean
  /** What some expressions name. */
  readonly factsIn: (expressions: ReadonlyArray<string>) => ReadonlyArray<PortableFact>
  /** The cell of a table of ours that a result cell is. */
  readonly ownResultOf: (written: string) => Read<string>
}

const noLiteral = (written: string) => ({
  written,
  needs: { _tag: "EntryLiteral", mayBeList: false } as const,
})

/** The cells of DMN are FEEL: tests as they stand, and literals. */
export const feelLanguage: CellLanguage = {
  testsOf: Result.succeed,
  askedOf: () => undefined,
  resultOf: (written) => Result.fromNullishOr(readFeelLiteral(written), () => noLiteral(written)),
  hasExpressions: false,
  factsIn: () => [],
  ownResultOf: (written) => {
    const cell = cellOfResult(written)
    return cell === undefined
      ? Result.fail({ written, needs: { _tag: "EntryLiteral", mayBeList: true } })
      : Result.succeed(cell)
  },
}

/**
 * The cells of DMN with all that an interpreter of FEEL reads, where some names are known with what they are: what
 * no cell holds is asked of it.
 */
export const wholeFeel = (feel: Feel, kinds: ReadonlyMap<string, FactKind>): CellLanguage => {
  const names = [...kinds.keys()]
  return {
    ...feelLanguage,
    hasExpressions: true,
    askedOf: (expression, tests) => {
      if (expression === "") return undefined
      const asked = askedExpression(expression, tests)
      return feel.reads(asked, names) ? asked : undefined
    },
    resultOf: (text) => {
      const literal = readFeelLiteral(text)
      if (literal !== undefined) return Result.succeed(literal)
      return feel.reads(text, names)
        ? Result.succeed({ _tag: "Expression", text })
        : Result.fail(noLiteral(text))
    },
    factsIn: (expressions) => {
      const named = expressions.flatMap((text) => feel.namesIn(text, names))
      return [...new Map(named.map((one) => [one.name, one])).values()].map(({ isCalled, name }) =>
        isCalled ? { name, type: "function" } : { name, ...kinds.get(name) },
      )
    },
  }
}

/**
 * A language in whose tests some names stand for literals; other names of the model may contain these,
 * and stay as they are.
 */
export const withConstants = (
  language: CellLanguage,
  constants: ReadonlyMap<string, string>,
  names: ReadonlyArray<string>,
): CellLanguage => {
  if (constants.size === 0) return language
  const known = [...new Set([...constants.keys(), ...names])].toSorted(
    (left, right) => right.length - left.length,
  )
  const escaped = known.map((name) => name.replaceAll(/[^\p{L}\p{N}_ ]/gu, String.raw`\$&`))
  const named = new RegExp(
    String.raw`"(?:[^"\\]|\\.)*"|(?<![\p{L}\p{N}_]|[^.]\.)(?:${escaped.join("|")})(?![\p{L}\p{N}_(]|\.[^.])`,
    "gsu",
  )
  return {
    ...language,
    testsOf: (written) =>
      language.testsOf(written.replaceAll(named, (name) => constants.get(name) ?? name)),
  }
}

const jdmResult = (written: string): Read<FeelLiteral> =>
  Result.mapError(literalOfJdm(written), (refusal) =>
    refusal.needs._tag === "CellLiteral" ? noLiteral(refusal.written) : refusal,
  )

/** The cells of a JDM graph, whose expressions are of a language of their own. */
export const jdmLanguage: CellLanguage = {
  testsOf: testsOfJdm,
  askedOf: () => undefined,
  resultOf: jdmResult,
  hasExpressions: false,
  factsIn: () => [],
  ownResultOf: (written) => Result.map(jdmResult(written), plainText),
}
