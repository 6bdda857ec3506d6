import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { cellProblem, refusalOf } from "../../../core/table/error.ts"
import {
  describeExpectation,
  type Expectation,
  type CellExpectation,
  type FileFault,
  type IconNeed,
  type IcuNeed,
  type MemberKind,
} from "../../../core/table/expectation.ts"
import { describeExpectationInFrench } from "../../../core/table/expectation-french.ts"

/** A fact that is no word of either language: what is left of a sentence without it is its own. */
const fact = fc.stringMatching(/^zq[0-9]{3,6}$/)
const facts = fc.uniqueArray(fact, { minLength: 1, maxLength: 4 })
const count = fc.integer({ min: 0, max: 999_999 })
const bound = fc.option(count, { nil: undefined })

/** Bounds of which neither, one or both are there. */
const bounds = <Bound>(of: (bound: number) => Bound) =>
  fc.tuple(bound, bound).map(([minimum, maximum]) => ({
    ...(minimum === undefined ? {} : { minimum: of(minimum) }),
    ...(maximum === undefined ? {} : { maximum: of(maximum) }),
  }))

/** Every word of a closed list, which its type names. */
const every = <Word extends string>(words: Readonly<Record<Word, true>>): fc.Arbitrary<Word> =>
  fc.constantFrom(...(Object.keys(words) as Array<Word>))

const icuNeeds = every<IcuNeed>({
  closingBrace: true,
  openingBrace: true,
  name: true,
  nameThenComma: true,
  typeAfterComma: true,
  type: true,
  choiceOptions: true,
  choiceWord: true,
  choiceText: true,
  choiceWordOnce: true,
  pluralWord: true,
  pluralText: true,
  pluralWordOnce: true,
  other: true,
})

const iconNeeds = every<IconNeed>({
  attribute: true,
  localHref: true,
  localUrl: true,
  noTagEnd: true,
  plainValue: true,
  oneSvg: true,
  wholeCharacters: true,
  xmlVersion: true,
  utf8: true,
  noDoctype: true,
  noInstruction: true,
  noCdata: true,
  plainComment: true,
})

const memberKinds = every<MemberKind>({
  Text: true,
  Number: true,
  Truth: true,
  List: true,
  Object: true,
})

const becauses = every<FileFault["because"]>({
  folder: true,
  special: true,
  forbidden: true,
  system: true,
})

type Facts<Tag extends Expectation["_tag"]> = Omit<
  Extract<Expectation, { readonly _tag: Tag }>,
  "_tag"
>

const none = fc.constant({})

/** Facts of every tag; a tag without any does not compile. */
const arbitraries: { readonly [Tag in Expectation["_tag"]]: fc.Arbitrary<Facts<Tag>> } = {
  Text: none,
  TrimmedText: none,
  QuotedText: none,
  TextOfForm: fc.record({ form: fact }),
  Integer: bounds((number) => number),
  Decimal: bounds(String),
  Truth: fc.record({ mayBeEmpty: fc.boolean() }),
  OneOf: fc.record({ words: facts }),
  Existing: fc.record({ column: fact, file: fact }),
  Day: none,
  WordTest: none,
  NumberTest: none,
  Condition: none,
  Nothing: none,
  BinKind: none,
  BinRange: none,
  InItsWords: fc.record({ words: fact }),
  Beside: fc.record({
    expected: fc.record({ _tag: fc.constant("Exactly" as const), figure: fact }),
    column: fact,
    cell: fact,
  }),
  Exactly: fc.record({ figure: fact }),
  ProvenState: none,
  OwnKey: fc.record({ line: count }),
  Json: none,
  Member: fc.record({ kind: memberKinds }),
  DefinitionBeside: fc.record({ file: fact }),
  DecisionBeside: fc.record({ file: fact }),
  OwnPlace: fc.record({ folder: fact }),
  NewName: none,
  HookColumn: fc.record({ hook: fact, column: fact }),
  OwnPhrase: fc.record({ line: count }),
  OwnNumbers: fc.record({ line: count, numbers: fact }),
  NumbersFrom: fc.record({ start: fact }),
  RecentProof: fc.record({ list: fact, years: count }),
  PhraseWithState: fc.record({ sign: fact, holdsAmount: fc.boolean(), meaning: fact }),
  SchemaVersion: fc.record({ version: count }),
  LastDay: fc.record({ first: fact }),
  ClosingQuote: none,
  QuotesAround: none,
  FieldEnd: none,
  LineFeed: none,
  FieldCount: fc.record({ width: count, found: count }),
  AtMost: fc.record({ count, of: fc.constantFrom("columns", "rows", "icons") }),
  NothingBelowNoColumn: none,
  HeaderRow: fc.record({ columns: facts, hasOther: fc.boolean() }),
  Commas: fc.record({ found: fc.constantFrom(";", "\t") }),
  HeaderColumn: fc.record({ column: fact }),
  NewColumn: none,
  OneOfColumns: fc.record({ columns: facts }),
  OneColumnNamed: fc.record({ name: fact }),
  OneRow: none,
  ApprovedRelease: fc.record({ author: fact, day: fact }),
  RowForAll: none,
  ListedResult: fc.record({ hitPolicy: fact }),
  NumberResult: fc.record({ hitPolicy: fact }),
  OneCondition: none,
  GapReason: none,
  MeantColumn: none,
  JudgedColumn: fc.record({ columns: facts }),
  MeantReason: none,
  Icu: fc.record({ need: icuNeeds }),
  IcuCode: fc.record({ code: fact }),
  ValueAsIs: fc.record({ name: fact, is: fc.constantFrom("number", "printed") }),
  ChoiceWord: fc.record({ words: facts, name: fact }),
  NoValues: none,
  Apostrophe: none,
  Space: fc.record({
    space: fc.constantFrom("narrow", "noBreak"),
    stands: fc.constantFrom("before", "after"),
  }),
  PluralForms: fc.record({ forms: facts, name: fact }),
  ShownValue: fc.record({ name: fact }),
  ToldApart: fc.record({ name: fact, word: fact }),
  TextInLanguage: none,
  OwnText: fc.record({ directive: fact.map((word) => `${word} `) }),
  FileInFolder: none,
  FileOfName: none,
  TableFile: none,
  KnownFile: fc.record({ within: fc.constantFrom("tables", "release") }),
  FileOfAtMost: fc.record({ bytes: count }),
  FilesTogether: fc.record({ bytes: count }),
  ReadableFile: fc.record({ because: becauses, says: fact }),
  Utf8: fc.record({ byte: fc.option(fact), isTable: fc.boolean() }),
  ReleaseFolder: none,
  ReleasedTables: none,
  Icon: fc.record({ need: iconNeeds }),
  IconNamespace: fc.record({ address: fact, isMissing: fc.boolean() }),
  IconCalls: fc.record({ names: facts }),
  IconDepth: fc.record({ depth: count }),
  IconOfAtMost: fc.record({ bytes: count }),
  WellFormedXml: fc.record({ says: fact }),
  RowFor: fc.record({ cells: fact, example: fact }),
  RowUnless: fc.record({
    cells: fact,
    otherwise: fc.constantFrom("countsAsNone" as const, "neverRead" as const),
  }),
  NoFinding: fc.record({ finding: fact, isConflict: fc.boolean(), says: fact }),
}

const tags = Object.keys(arbitraries) as ReadonlyArray<Expectation["_tag"]>

/** Those that columns refuse by. */
const isOfCells: Readonly<Record<CellExpectation["_tag"], true>> = {
  Beside: true,
  BinKind: true,
  BinRange: true,
  Day: true,
  Decimal: true,
  Exactly: true,
  Existing: true,
  InItsWords: true,
  Integer: true,
  Nothing: true,
  NumberTest: true,
  OneOf: true,
  ProvenState: true,
  QuotedText: true,
  SchemaVersion: true,
  Text: true,
  TextOfForm: true,
  TrimmedText: true,
  Truth: true,
  WordTest: true,
}

const cellTags = Object.keys(isOfCells) as ReadonlyArray<CellExpectation["_tag"]>

const cellExpectationOf = (tag: CellExpectation["_tag"]): fc.Arbitrary<CellExpectation> =>
  expectationOf(tag) as fc.Arbitrary<CellExpectation>

const expectationOf = (tag: Expectation["_tag"]): fc.Arbitrary<Expectation> =>
  (arbitraries[tag] as fc.Arbitrary<object>).map((rest) => ({ _tag: tag, ...rest }) as Expectation)

/**
 * What is written the same way in both languages: what one types into cells, texts, files and shells,
 * names of formats, and words that French has too.
 */
const common = new Set(
  `true false not unknown number select plural selectordinal date time other one gap meant column n b six place instruction f u apostrophe options option point page
   csv json own utf mm xml icu messageformat cdata svg url xmlns gt viatica tables tidy data effective_from
   a condition conditions table version type document attribute`.split(/\s+/),
)

const wordsOf = (sentence: string): ReadonlyArray<string> =>
  sentence.toLowerCase().match(/[\p{L}_]+/gu) ?? []

const withoutFacts = (sentence: string): string => sentence.replaceAll(/zq\d+/g, "")

describe("what is expected", () => {
  it("is told in English and in French, with every fact and without a word of the other language", () => {
    for (const tag of tags) {
      fc.assert(
        fc.property(expectationOf(tag), (expected) => {
          const english = describeExpectation(expected)
          const french = describeExpectationInFrench(expected)
          for (const sentence of [english, french]) {
            assert.notMatch(sentence, /undefined|null|NaN|\[object|^\s|\s$|\s{2}/, tag)
          }
          const shared = new Set(wordsOf(withoutFacts(english)))
          const left = wordsOf(withoutFacts(french)).filter(
            (word) => shared.has(word) && !common.has(word),
          )
          assert.deepStrictEqual(left, [], `${tag}: ${french}`)
          // A system's own words are told where there are no better ones.
          const isTold = (word: string): boolean =>
            french.includes(word) ||
            (expected._tag === "ReadableFile" && expected.because !== "system")
          for (const [word] of english.matchAll(/zq\d+/g)) assert.isTrue(isTold(word), french)
        }),
        { numRuns: 60 },
      )
    }
  })

  it("follows the typography of French: no bare space before a mark, no straight apostrophe", () => {
    for (const tag of tags) {
      fc.assert(
        fc.property(expectationOf(tag), (expected) => {
          // What one types keeps its own signs.
          const french = describeExpectationInFrench(expected).replace(/# (gap|meant) .*$/, "")
          assert.notMatch(french, / [:;!?»]|« |[a-zà-ÿ]'[a-zà-ÿ]/, french)
        }),
        { numRuns: 30 },
      )
    }
  })

  it("goes through a column's refusal and back, and is its words where a column gives no facts", () => {
    fc.assert(
      fc.property(fc.oneof(...cellTags.map(cellExpectationOf)), (expected) => {
        const problem = cellProblem({ expected, part: "x" })
        assert.strictEqual(problem.expected, describeExpectation(expected))
        assert.deepStrictEqual(refusalOf(problem), { expected, part: "x" })
      }),
    )
    assert.deepStrictEqual(refusalOf({ expected: "an even number" }), {
      expected: { _tag: "InItsWords", words: "an even number" },
    })
  })
})
