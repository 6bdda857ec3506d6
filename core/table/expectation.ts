import { type TellingOf, toldBy } from "../told-by.ts"
import { type Consequence, consequenceText } from "./consequence.ts"

/** What an ICU text lacks, as its parser finds it. */
export type IcuNeed =
  | "closingBrace"
  | "openingBrace"
  | "name"
  | "nameThenComma"
  | "typeAfterComma"
  | "type"
  | "choiceOptions"
  | "choiceWord"
  | "choiceText"
  | "choiceWordOnce"
  | "pluralWord"
  | "pluralText"
  | "pluralWordOnce"
  | "other"

/** What an icon must be so that nothing in it runs or leads out of it, where no figure or name is told. */
export type IconNeed =
  | "attribute"
  | "localHref"
  | "localUrl"
  | "noTagEnd"
  | "plainValue"
  | "oneSvg"
  | "wholeCharacters"
  | "xmlVersion"
  | "utf8"
  | "noDoctype"
  | "noInstruction"
  | "noCdata"
  | "plainComment"

/** Why a file cannot be read: what it is, or that nobody may; anything else in the words of the system. */
export interface FileFault {
  readonly because: "folder" | "special" | "forbidden" | "system"
  /** The reason in English. */
  readonly says: string
}

/** What should stand in a cell. */
export type CellExpectation =
  | { readonly _tag: "Text" }
  | { readonly _tag: "TrimmedText" }
  | { readonly _tag: "QuotedText" }
  | { readonly _tag: "TextOfForm"; readonly form: string }
  | { readonly _tag: "Integer"; readonly minimum?: number; readonly maximum?: number }
  /** Bounds as they are declared. */
  | { readonly _tag: "Decimal"; readonly minimum?: string; readonly maximum?: string }
  | { readonly _tag: "Truth"; readonly mayBeEmpty: boolean }
  | { readonly _tag: "OneOf"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "Existing"; readonly column: string; readonly file: string }
  | { readonly _tag: "Day" }
  | { readonly _tag: "WordTest" }
  | { readonly _tag: "NumberTest" }
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "BinKind" }
  | { readonly _tag: "BinRange" }
  /** What a column or a rule that is declared elsewhere says of itself. */
  | { readonly _tag: "InItsWords"; readonly words: string }
  | {
      readonly _tag: "Beside"
      readonly expected: CellExpectation
      readonly column: string
      readonly cell: string
    }
  | { readonly _tag: "Exactly"; readonly figure: string }
  | { readonly _tag: "ProvenState" }
  | { readonly _tag: "SchemaVersion"; readonly version: number }

/** What should stand in a cell, or in a table as it is loaded. */
export type TableExpectation =
  | CellExpectation
  | { readonly _tag: "OwnKey"; readonly line: number }
  | { readonly _tag: "LastDay"; readonly first: string }
  | { readonly _tag: "ClosingQuote" }
  | { readonly _tag: "QuotesAround" }
  | { readonly _tag: "FieldEnd" }
  | { readonly _tag: "LineFeed" }
  | { readonly _tag: "FieldCount"; readonly width: number; readonly found: number }
  | { readonly _tag: "AtMost"; readonly count: number; readonly of: "columns" | "rows" | "icons" }
  | { readonly _tag: "NothingBelowNoColumn" }
  | {
      readonly _tag: "HeaderRow"
      readonly columns: ReadonlyArray<string>
      /** Whether another row stands in its place. */
      readonly hasOther: boolean
    }
  | { readonly _tag: "Commas"; readonly found: ";" | "\t" }
  | { readonly _tag: "HeaderColumn"; readonly column: string }
  | { readonly _tag: "NewColumn" }
  | { readonly _tag: "OneOfColumns"; readonly columns: ReadonlyArray<string> }
  | { readonly _tag: "RowForAll" }
  | { readonly _tag: "ListedResult"; readonly hitPolicy: string }
  | { readonly _tag: "NumberResult"; readonly hitPolicy: string }
  | { readonly _tag: "FileInFolder" }
  | { readonly _tag: "TableFile" }
  | OwnTableExpectation

/** What a member of a definition that is data should be. */
export type MemberKind = "Text" | "Number" | "Truth" | "List" | "Object"

/** What the definition of a table of one's own should be, and where it should lie. */
export type OwnTableExpectation =
  | { readonly _tag: "Json" }
  | { readonly _tag: "Member"; readonly kind: MemberKind }
  | { readonly _tag: "DefinitionBeside"; readonly file: string }
  | { readonly _tag: "DecisionBeside"; readonly file: string }
  | { readonly _tag: "OwnPlace"; readonly folder: string }
  | { readonly _tag: "NewName" }
  | { readonly _tag: "HookColumn"; readonly hook: string; readonly column: string }

/** What a check of sound tables asks for: comments that declare something, and rows that hold together. */
export type CheckExpectation =
  | { readonly _tag: "Condition" }
  | { readonly _tag: "OwnPhrase"; readonly line: number }
  | { readonly _tag: "OwnNumbers"; readonly line: number; readonly numbers: string }
  | { readonly _tag: "NumbersFrom"; readonly start: string }
  | { readonly _tag: "RecentProof"; readonly list: string; readonly years: number }
  | {
      readonly _tag: "PhraseWithState"
      /** The sign of an amount, and whether the phrase holds it. */
      readonly sign: string
      readonly holdsAmount: boolean
      readonly meaning: string
    }
  | { readonly _tag: "OneColumnNamed"; readonly name: string }
  | { readonly _tag: "OneRow" }
  | { readonly _tag: "ApprovedRelease"; readonly author: string; readonly day: string }
  | { readonly _tag: "OneCondition" }
  | { readonly _tag: "GapReason" }
  | { readonly _tag: "MeantColumn" }
  | { readonly _tag: "JudgedColumn"; readonly columns: ReadonlyArray<string> }
  | { readonly _tag: "MeantReason" }
  | { readonly _tag: "RowFor"; readonly cells: string; readonly example: string }
  | { readonly _tag: "RowUnless"; readonly cells: string; readonly otherwise: Consequence }
  /** Rows that a finding of this id does not set at odds, or tables without it. */
  | {
      readonly _tag: "NoFinding"
      readonly finding: string
      readonly isConflict: boolean
      readonly says: string
    }

/** What texts of messages should hold. */
export type TextExpectation =
  | { readonly _tag: "Icu"; readonly need: IcuNeed }
  /** What the parser of ICU texts finds and has no words here: its own code. */
  | { readonly _tag: "IcuCode"; readonly code: string }
  | { readonly _tag: "ValueAsIs"; readonly name: string; readonly is: "number" | "printed" }
  | { readonly _tag: "ChoiceWord"; readonly words: ReadonlyArray<string>; readonly name: string }
  | { readonly _tag: "NoValues" }
  | { readonly _tag: "Apostrophe" }
  | {
      readonly _tag: "Space"
      readonly space: "narrow" | "noBreak"
      readonly stands: "before" | "after"
    }
  | { readonly _tag: "PluralForms"; readonly forms: ReadonlyArray<string>; readonly name: string }
  | { readonly _tag: "ShownValue"; readonly name: string }
  | { readonly _tag: "ToldApart"; readonly name: string; readonly word: string }
  | { readonly _tag: "TextInLanguage" }
  /** A comment that declares the copy of the English text as meant, up to the reason. */
  | { readonly _tag: "OwnText"; readonly directive: string }

/** What files and folders of tables should be. */
export type FileExpectation =
  | { readonly _tag: "FileOfName" }
  | { readonly _tag: "KnownFile"; readonly within: "tables" | "release" }
  | { readonly _tag: "FileOfAtMost"; readonly bytes: number }
  | { readonly _tag: "FilesTogether"; readonly bytes: number }
  | ({ readonly _tag: "ReadableFile" } & FileFault)
  | {
      readonly _tag: "Utf8"
      /** The first byte that is not: `0xe9`; null where the whole is UTF-16. */
      readonly byte: string | null
      readonly isTable: boolean
    }
  | { readonly _tag: "ReleaseFolder" }
  | { readonly _tag: "ReleasedTables" }

/** What an icon should be. */
export type IconExpectation =
  | { readonly _tag: "Icon"; readonly need: IconNeed }
  | { readonly _tag: "IconNamespace"; readonly address: string; readonly isMissing: boolean }
  | { readonly _tag: "IconCalls"; readonly names: ReadonlyArray<string> }
  | { readonly _tag: "IconDepth"; readonly depth: number }
  | { readonly _tag: "IconOfAtMost"; readonly bytes: number }
  | { readonly _tag: "WellFormedXml"; readonly says: string }

/**
 * What should stand where a mistake is, as facts: each language makes its sentence of them, and
 * machines read the tag. The tags never change; new ones are added.
 */
export type Expectation =
  | TableExpectation
  | CheckExpectation
  | TextExpectation
  | FileExpectation
  | IconExpectation

/**
 * What should stand there, in English, as the end of "should be …".
 *
 * ```ts
 * import { describeExpectation } from "../core/table/expectation.ts"
 *
 * describeExpectation({ _tag: "Integer", minimum: 0, maximum: 4 }) // => "an integer 0..4"
 * describeExpectation({ _tag: "Beside", expected: { _tag: "Exactly", figure: "1" }, column: "code", cell: "EUR" }) // => "exactly 1 beside code EUR"
 * ```
 */
export const describeExpectation = (expected: Expectation): string =>
  toldBy({ ...cells, ...layouts, ...checks, ...texts, ...files, ...icons }, expected)

/** What should stand in a cell or a table, in English: what reading tables alone may ask for. */
export const describeTableExpectation = (expected: TableExpectation): string =>
  toldBy({ ...cells, ...layouts }, expected)

/** What should stand in a cell, in English: all that a column by itself may ask for. */
export const describeCellExpectation = (expected: CellExpectation): string =>
  toldBy(cells, expected)

/** Bounds in words, after the noun that they bound: ` 0..4`, ` from 0`, ` up to 4` or nothing. */
export const bounds = (
  low: number | string | undefined,
  high: number | string | undefined,
): string => {
  if (low === undefined) return high === undefined ? "" : ` up to ${high}`
  return high === undefined ? ` from ${low}` : ` ${low}..${high}`
}

const icu: Readonly<Record<IcuNeed, string>> = {
  closingBrace: "a value in braces that close",
  openingBrace: "a brace { that this one closes",
  name: "the name of a value between the braces",
  nameThenComma: "the name of a value, then a comma or a closing brace",
  typeAfterComma: "number, select, plural, selectordinal, date or time after the comma",
  type: "number, select, plural, selectordinal, date or time",
  choiceOptions: "the options of the choice, as word {text}",
  choiceWord: "a word before each option of the choice",
  choiceText: "a text in braces after each word of the choice",
  choiceWordOnce: "each word of the choice once",
  pluralWord: "one, other or =n before each option of the plural",
  pluralText: "a text in braces after each word of the plural",
  pluralWordOnce: "each word of the plural once",
  other: "an option other {text}, for whatever the words leave",
}

const icon: Readonly<Record<IconNeed, string>> = {
  attribute: "an attribute of shapes and paint, and none that runs anything",
  localHref: "a part of the icon itself, as #name",
  localUrl: "a part of the icon itself, as url(#name)",
  noTagEnd: "a value without >, or with &gt; in its place",
  plainValue: "a value without an address, an entity or an escape",
  oneSvg: "one svg element around everything",
  wholeCharacters: "text of whole characters",
  xmlVersion: "XML of version 1.0",
  utf8: "an icon in UTF-8",
  noDoctype: "no document type",
  noInstruction: "no processing instruction",
  noCdata: "text without CDATA",
  plainComment: "a comment without a tag in it",
}

const cells: TellingOf<CellExpectation> = {
  Text: () => "some text",
  TrimmedText: () => "text without spaces around it",
  QuotedText: () => "a text, with quotes around all of it or none",
  TextOfForm: ({ form }) => `text of the form ${form}`,
  Integer: ({ maximum, minimum }) => `an integer${bounds(minimum, maximum)}`,
  Decimal: ({ maximum, minimum }) => `a decimal${bounds(minimum, maximum)}`,
  Truth: ({ mayBeEmpty }) => (mayBeEmpty ? "true, false or nothing" : "true or false"),
  OneOf: ({ words }) => `one of ${words.join(", ")}`,
  Existing: ({ column, file }) => `an existing ${column} of ${file}`,
  Day: () => "a calendar day YYYY-MM-DD",
  WordTest: () => "words joined by |, or not(a|b), without spaces",
  NumberTest: () => "a number, <n, <=n, >n, >=n or a range such as [10..20)",
  Nothing: () => "nothing here",
  BinKind: () => "a kind and its ranges, with one space between",
  BinRange: () => "six to eight digits, from-to, or a block as 4147:20-40.42",
  InItsWords: ({ words }) => words,
  Beside: ({ cell, column, expected }) =>
    `${describeCellExpectation(expected)} beside ${column} ${cell}`,
  Exactly: ({ figure }) => `exactly ${figure}`,
  ProvenState: () => "the page that says so, or state unknown: nothing unsourced",
  SchemaVersion: ({ version }) => `${version}, the schema version that is read here`,
}

const layouts: TellingOf<Exclude<TableExpectation, CellExpectation>> = {
  OwnKey: ({ line }) => `a key of its own; line ${line} has it already`,
  LastDay: ({ first }) => `empty, or ${first}, the day of effective_from, or later`,
  ClosingQuote: () => "a closing quote",
  QuotesAround: () => "quotes only around a whole field, doubled inside it",
  FieldEnd: () => "a comma or the end of the line after a field",
  LineFeed: () => "a line feed after a return",
  FieldCount: ({ found, width }) =>
    `${width} fields, as in the header, not ${found}${
      found > width ? "; decimals take a point, and a cell with a comma takes quotes around it" : ""
    }`,
  AtMost: ({ count, of }) => `at most ${count} ${of}`,
  NothingBelowNoColumn: () => "empty, as no column of the header stands above it",
  HeaderRow: ({ columns, hasOther }) =>
    hasOther ? `the header row, ${columns.join(",")}` : `a header row: ${columns.join(",")}`,
  Commas: ({ found }) =>
    `columns separated by commas, not by ${found === ";" ? "semicolons" : "tabs"}; viatica tables tidy rewrites them`,
  HeaderColumn: ({ column }) => `a column ${column} in the header row`,
  NewColumn: () => "a column that is not there yet",
  OneOfColumns: ({ columns }) => `one of the columns ${columns.join(", ")}`,
  RowForAll: () => "a row below the header, for all tables",
  ListedResult: ({ hitPolicy }) =>
    `a result whose values are listed, for the hit policy ${hitPolicy}`,
  NumberResult: ({ hitPolicy }) => `one result, which is a number, for the hit policy ${hitPolicy}`,
  FileInFolder: () => "a file of this name in the folder of tables",
  TableFile: () => "the file of a table, under data/",
  Json: () => "JSON",
  Member: ({ kind }) => members[kind],
  DefinitionBeside: ({ file }) => `beside ${file}, which says what its columns are`,
  DecisionBeside: ({ file }) => `beside the decision table that its cases ask, ${file}`,
  OwnPlace: ({ folder }) =>
    `in ${folder}/ itself, named by small letters, digits and hyphens, such as ${folder}/cruises-asia.table.json`,
  NewName: () => "a name that no other column has",
  HookColumn: ({ column, hook }) =>
    `a column ${column} among the outputs, as the hook ${hook} takes it`,
}

const members: Readonly<Record<MemberKind, string>> = {
  Text: "a text",
  Number: "a number",
  Truth: "true or false",
  List: "a list",
  Object: "an object",
}

const checks: TellingOf<CheckExpectation> = {
  Condition: () => "a condition",
  OwnPhrase: ({ line }) => `a phrase of its own; line ${line} reads as the same`,
  OwnNumbers: ({ line, numbers }) => `numbers of its own; line ${line} has ${numbers}`,
  NumbersFrom: ({ start }) => `numbers that begin with ${start}`,
  RecentProof: ({ list, years }) => `false: ${list} is no list of the last ${years} years`,
  PhraseWithState: ({ holdsAmount, meaning, sign }) =>
    `a phrase ${holdsAmount ? "without" : "with"} ${sign}, or no state follows from ${meaning}`,
  OneColumnNamed: ({ name }) => `one column named ${name} in its definition`,
  OneRow: () => "one row below the header",
  ApprovedRelease: ({ author, day }) =>
    `somebody other than ${author} who has approved these tables for ${day} or a day before`,
  OneCondition: () => "one condition for a column",
  GapReason: () => "a reason why the gap is intended: # gap column=cell : reason",
  MeantColumn: () => "the column that is meant: # meant column=name other_column=cell : reason",
  JudgedColumn: ({ columns }) => `a column whose values can be meant: ${columns.join(", ")}`,
  MeantReason: () => "a reason why the value is meant: # meant column=name : reason",
  RowFor: ({ cells, example }) => `a row that applies to ${cells}, for example to ${example}`,
  RowUnless: ({ cells, otherwise }) =>
    `a row for ${cells}; otherwise ${consequenceText(otherwise, "en")}`,
  NoFinding: ({ isConflict, says }) =>
    isConflict ? `rows that do not disagree: ${says}` : `tables without this: ${says}`,
}

const texts: TellingOf<TextExpectation> = {
  Icu: ({ need }) => icu[need],
  IcuCode: ({ code }) => `a text in ICU MessageFormat (${code.toLowerCase().replaceAll("_", " ")})`,
  ValueAsIs: ({ is, name }) =>
    `{${name}} as it is, or a choice: it is ${is === "number" ? "a number" : "a text that is printed already"}`,
  ChoiceWord: ({ name, words }) => `one of ${words.join(", ")} or other, as ${name} is`,
  NoValues: () => "a text without values",
  Apostrophe: () => "an apostrophe ’ (U+2019), as the straight one hides braces in these texts",
  Space: ({ space, stands }) =>
    `a ${space === "narrow" ? "narrow no-break space (U+202F)" : "no-break space (U+00A0)"} ${stands} it`,
  PluralForms: ({ forms, name }) =>
    `the plural forms ${forms.join(", ")} of ${name}, as this language has them`,
  ShownValue: ({ name }) => `{${name}}, which the English text shows`,
  ToldApart: ({ name, word }) =>
    `{${name}, select, ${word} {…} …}, as the English text tells ${word} apart`,
  TextInLanguage: () => "a text in this language",
  OwnText: ({ directive }) =>
    `a text in this language; it is the English one. If that is meant: ${directive}why`,
}

const files: TellingOf<FileExpectation> = {
  FileOfName: () => "a file of this name",
  KnownFile: ({ within }) =>
    within === "release"
      ? "a file of a table that a release may change; no table reads this one"
      : "a file that belongs to a table; no table reads this one",
  FileOfAtMost: ({ bytes }) => `a file of at most ${bytes} bytes`,
  FilesTogether: ({ bytes }) => `files of at most ${bytes} bytes together`,
  ReadableFile: ({ says }) => `a file that can be read: ${says}`,
  Utf8: ({ byte, isTable }) =>
    `text in UTF-8, not ${byte === null ? "in UTF-16" : `the byte ${byte}`}${
      isTable ? "; save it as CSV UTF-8, or let viatica tables tidy rewrite it" : ""
    }`,
  ReleaseFolder: () =>
    "a folder named by small letters, digits and hyphens, such as 2027-01-tariffs",
  ReleasedTables: () => "tables beside it: a release without any",
}

const icons: TellingOf<IconExpectation> = {
  Icon: ({ need }) => icon[need],
  IconNamespace: ({ address, isMissing }) =>
    isMissing ? `xmlns="${address}" in the svg element` : address,
  IconCalls: ({ names }) => `a value that calls none but ${names.join(", ")}`,
  IconDepth: ({ depth }) => `elements in at most ${depth} others`,
  IconOfAtMost: ({ bytes }) => `an icon of at most ${bytes} bytes`,
  WellFormedXml: ({ says }) => `well-formed XML: ${says}`,
}
