import { inGuillemets, narrow, nbsp } from "../vocabulary/french-signs.ts"
import { consequenceText } from "./consequence.ts"
import type { Expectation, FileFault, IconNeed, IcuNeed, MemberKind } from "./expectation.ts"
import { type TellingOf, toldBy } from "../told-by.ts"

/**
 * What should stand there, in French, as the end of « devrait être … ».
 *
 * ```ts
 * import { describeExpectationInFrench } from "../core/table/expectation-french.ts"
 *
 * describeExpectationInFrench({ _tag: "Integer", minimum: 0, maximum: 4 }) // => "un nombre entier de 0 à 4"
 * describeExpectationInFrench({ _tag: "Integer", minimum: 0 }) // => "un nombre entier à partir de 0"
 * ```
 */
export const describeExpectationInFrench = (expected: Expectation): string =>
  toldBy(french, expected)

const bornes = (low: number | string | undefined, high: number | string | undefined): string => {
  if (low === undefined) return high === undefined ? "" : ` jusqu’à ${high}`
  return high === undefined ? ` à partir de ${low}` : ` de ${low} à ${high}`
}

const membres: Readonly<Record<MemberKind, string>> = {
  Text: "un texte",
  Number: "un nombre",
  Truth: "true ou false",
  List: "une liste",
  Object: "un objet",
}

const listed = (words: ReadonlyArray<string>): string => words.join(", ")

const icu: Readonly<Record<IcuNeed, string>> = {
  closingBrace: "une valeur entre accolades, dont la dernière manque",
  openingBrace: "une accolade { que celle-ci referme",
  name: "le nom d’une valeur entre les accolades",
  nameThenComma: "le nom d’une valeur, puis une virgule ou une accolade fermante",
  typeAfterComma: "number, select, plural, selectordinal, date ou time après la virgule",
  type: "number, select, plural, selectordinal, date ou time",
  choiceOptions: "les options du choix, sous la forme mot {texte}",
  choiceWord: "un mot devant chaque option du choix",
  choiceText: "un texte entre accolades après chaque mot du choix",
  choiceWordOnce: "chaque mot du choix une seule fois",
  pluralWord: "one, other ou =n devant chaque option du pluriel",
  pluralText: "un texte entre accolades après chaque mot du pluriel",
  pluralWordOnce: "chaque mot du pluriel une seule fois",
  other: "une option other {texte}, pour tout ce que les mots laissent de côté",
}

const icon: Readonly<Record<IconNeed, string>> = {
  attribute: "un attribut de forme ou de peinture, et aucun qui exécute quoi que ce soit",
  localHref: "une partie de l’icône elle-même, comme #nom",
  localUrl: "une partie de l’icône elle-même, comme url(#nom)",
  noTagEnd: "une valeur sans >, ou avec &gt; à sa place",
  plainValue: "une valeur sans adresse, sans entité et sans caractère d’échappement",
  oneSvg: "un seul élément svg, qui contienne tout le reste",
  wholeCharacters: "un texte fait de caractères entiers",
  xmlVersion: "du XML de version 1.0",
  utf8: "une icône en UTF-8",
  noDoctype: "rien qui déclare un type de document",
  noInstruction: "rien qui donne une instruction de traitement",
  noCdata: "un texte sans CDATA",
  plainComment: "un commentaire sans balise",
}

const faults: Readonly<Record<Exclude<FileFault["because"], "system">, string>> = {
  folder: "c’est un dossier",
  special: "ce n’est pas un fichier ordinaire",
  forbidden: "l’accès en est refusé",
}

const comptes = { columns: "colonnes", rows: "lignes", icons: "icônes" } as const

const french: TellingOf<Expectation> = {
  Text: () => "un texte",
  TrimmedText: () => "un texte sans espaces autour",
  QuotedText: () => "un texte, entièrement entre guillemets ou pas du tout",
  TextOfForm: ({ form }) => `un texte de la forme ${form}`,
  Integer: ({ maximum, minimum }) => `un nombre entier${bornes(minimum, maximum)}`,
  Decimal: ({ maximum, minimum }) => {
    const within = bornes(minimum, maximum)
    return `un nombre décimal, avec un point${within === "" ? "" : `,${within}`}`
  },
  Truth: ({ mayBeEmpty }) => (mayBeEmpty ? "true, false ou rien" : "true ou false"),
  OneOf: ({ words }) => `l’une de ces valeurs, ${listed(words)}`,
  Existing: ({ column, file }) => `une valeur de ${column} qui existe dans ${file}`,
  Day: () => "un jour du calendrier, de la forme AAAA-MM-JJ",
  WordTest: () => "des mots joints par |, ou not(a|b), sans espaces",
  NumberTest: () => "un nombre, <n, <=n, >n, >=n ou un intervalle comme [10..20)",
  Condition: () => "une condition",
  Nothing: () => "rien ici",
  BinKind: () => "un genre et ses plages, séparés par une seule espace",
  BinRange: () => "de six à huit chiffres, début-fin, ou un bloc comme 4147:20-40.42",
  InItsWords: ({ words }) => inGuillemets(words),
  Beside: ({ cell, column, expected }) =>
    `${describeExpectationInFrench(expected)}, à côté de ${column} ${cell}`,
  Exactly: ({ figure }) => `exactement ${figure}`,
  ProvenState: () => `la page qui le dit, ou l’état unknown${nbsp}: rien ne s’affirme sans source`,
  OwnKey: ({ line }) => `une clé qui lui soit propre${narrow}; la ligne ${line} l’a déjà`,
  OwnPhrase: ({ line }) =>
    `une tournure qui lui soit propre${narrow}; la ligne ${line} se lit de la même façon`,
  OwnNumbers: ({ line, numbers }) =>
    `des numéros qui lui soient propres${narrow}; la ligne ${line} a ${numbers}`,
  NumbersFrom: ({ start }) => `des numéros qui commencent par ${start}`,
  RecentProof: ({ list, years }) =>
    `false${nbsp}: ${list} n’est pas une liste des ${years} dernières années`,
  PhraseWithState: ({ holdsAmount, meaning, sign }) =>
    `une tournure ${holdsAmount ? "sans" : "avec"} ${sign}, sinon aucun état ne découle de ${meaning}`,
  SchemaVersion: ({ version }) => `${version}, la version du schéma qui se lit ici`,
  LastDay: ({ first }) => `rien, ou bien ${first}, le jour de effective_from, ou un jour d’après`,
  ClosingQuote: () => "un guillemet fermant",
  QuotesAround: () => "des guillemets autour d’un champ entier seulement, doublés à l’intérieur",
  FieldEnd: () => "une virgule ou la fin de la ligne après un champ",
  LineFeed: () => "un saut de ligne après un retour chariot",
  FieldCount: ({ found, width }) =>
    `${width} ${width < 2 ? "champ" : "champs"}, comme dans l’en-tête, et non ${found}${
      found > width
        ? `${narrow}; les décimaux prennent un point, et une cellule avec une virgule des guillemets autour`
        : ""
    }`,
  AtMost: ({ count, of }) => `au plus ${count} ${comptes[of]}`,
  NothingBelowNoColumn: () => "vide, car aucune colonne de l’en-tête ne se trouve au-dessus",
  HeaderRow: ({ columns, hasOther }) =>
    `${hasOther ? "la" : "une"} ligne d’en-tête${nbsp}: ${columns.join(",")}`,
  Commas: ({ found }) =>
    `des colonnes séparées par des virgules, et non par des ${
      found === ";" ? "points-virgules" : "tabulations"
    }${narrow}; viatica tables tidy les récrit`,
  HeaderColumn: ({ column }) => `une colonne ${column} dans l’en-tête`,
  NewColumn: () => "une colonne qui n’y soit pas encore",
  OneOfColumns: ({ columns }) => `l’une des colonnes ${listed(columns)}`,
  OneColumnNamed: ({ name }) => `une seule colonne du nom de ${name} dans sa définition`,
  OneRow: () => "une seule ligne sous l’en-tête",
  ApprovedRelease: ({ author, day }) =>
    `une autre personne que ${author} qui a approuvé ces tables pour le ${day} ou un jour d’avant`,
  RowForAll: () => "une ligne sous l’en-tête, pour toutes les tables",
  ListedResult: ({ hitPolicy }) =>
    `un résultat dont les valeurs sont énumérées, pour la règle de choix ${hitPolicy}`,
  NumberResult: ({ hitPolicy }) =>
    `un seul résultat, qui soit un nombre, pour la règle de choix ${hitPolicy}`,
  OneCondition: () => "une seule condition par colonne",
  GapReason: () =>
    `la raison pour laquelle le trou est voulu${nbsp}: # gap colonne=cellule : raison`,
  MeantColumn: () =>
    `la colonne dont il s’agit${nbsp}: # meant column=nom autre_colonne=cellule : raison`,
  JudgedColumn: ({ columns }) =>
    `une colonne dont les valeurs peuvent être voulues${nbsp}: ${listed(columns)}`,
  MeantReason: () =>
    `la raison pour laquelle la valeur est voulue${nbsp}: # meant column=nom : raison`,
  Icu: ({ need }) => icu[need],
  IcuCode: ({ code }) => `un texte au format ICU MessageFormat (${code})`,
  ValueAsIs: ({ is, name }) =>
    `{${name}} tel quel, ou un choix${nbsp}: c’est ${
      is === "number" ? "un nombre" : "un texte déjà mis en forme"
    }`,
  ChoiceWord: ({ name, words }) => `${listed(words)} ou other, comme ${name} peut l’être`,
  NoValues: () => "un texte sans valeurs",
  Apostrophe: () => "une apostrophe ’ (U+2019), car la droite cache les accolades dans ces textes",
  Space: ({ space, stands }) =>
    `une espace ${
      space === "narrow" ? "fine insécable (U+202F)" : "insécable (U+00A0)"
    } ${stands === "before" ? "devant" : "derrière"}`,
  PluralForms: ({ forms, name }) =>
    `les formes du pluriel de ${name} que cette langue connaît${nbsp}: ${listed(forms)}`,
  ShownValue: ({ name }) => `{${name}}, que le texte anglais montre`,
  ToldApart: ({ name, word }) =>
    `{${name}, select, ${word} {…} …}, car le texte anglais distingue ${word}`,
  TextInLanguage: () => "un texte dans cette langue",
  OwnText: ({ directive }) =>
    `un texte dans cette langue${narrow}; c’est ici le texte anglais. Si cela est voulu${nbsp}: ${directive}raison`,
  FileInFolder: () => "un fichier de ce nom dans le dossier des tables",
  FileOfName: () => "un fichier de ce nom",
  TableFile: () => "le fichier d’une table, sous data/",
  Json: () => "du JSON",
  Member: ({ kind }) => membres[kind],
  DefinitionBeside: ({ file }) => `à côté de ${file}, qui dit ce que sont ses colonnes`,
  DecisionBeside: ({ file }) => `à côté de la table de décision que ses cas interrogent, ${file}`,
  OwnPlace: ({ folder }) =>
    `dans ${folder}/ même, nommé par des minuscules, des chiffres et des traits d’union, comme ${folder}/croisieres-asie.table.json`,
  NewName: () => "un nom qu’aucune autre colonne n’a",
  HookColumn: ({ column, hook }) =>
    `une colonne ${column} parmi les résultats, comme le point d’appel ${hook} la prend`,
  KnownFile: ({ within }) =>
    within === "release"
      ? `le fichier d’une table qu’une publication peut changer${narrow}; aucune table ne lit celui-ci`
      : `un fichier qui appartient à une table${narrow}; aucune table ne lit celui-ci`,
  FileOfAtMost: ({ bytes }) => `un fichier de ${bytes} octets au plus`,
  FilesTogether: ({ bytes }) => `des fichiers de ${bytes} octets au plus en tout`,
  ReadableFile: ({ because, says }) =>
    `un fichier lisible${nbsp}: ${because === "system" ? inGuillemets(says) : faults[because]}`,
  Utf8: ({ byte, isTable }) =>
    `un texte en UTF-8, et non ${byte === null ? "en UTF-16" : `l’octet ${byte}`}${
      isTable
        ? `${narrow}; enregistrez-le en CSV UTF-8, ou laissez viatica tables tidy le récrire`
        : ""
    }`,
  ReleaseFolder: () =>
    "un dossier nommé par des minuscules, des chiffres et des traits d’union, comme 2027-01-tarifs",
  ReleasedTables: () => `des tables à côté${nbsp}: cette publication n’en contient aucune`,
  Icon: ({ need }) => icon[need],
  IconNamespace: ({ address, isMissing }) =>
    isMissing ? `xmlns="${address}" dans l’élément svg` : address,
  IconCalls: ({ names }) => `une valeur qui n’appelle rien d’autre que ${listed(names)}`,
  IconDepth: ({ depth }) => `des éléments dans ${depth} autres au plus`,
  IconOfAtMost: ({ bytes }) => `une icône de ${bytes} octets au plus`,
  WellFormedXml: ({ says }) => `du XML bien formé${nbsp}: ${inGuillemets(says)}`,
  RowFor: ({ cells, example }) => `une ligne qui s’applique à ${cells}, par exemple à ${example}`,
  RowUnless: ({ cells, otherwise }) =>
    `une ligne pour ${cells}${narrow}; sinon ${consequenceText(otherwise, "fr")}`,
  NoFinding: ({ isConflict, says }) =>
    isConflict
      ? `des lignes qui ne se contredisent pas${nbsp}: ${inGuillemets(says)}`
      : `des tables sans ceci${nbsp}: ${inGuillemets(says)}`,
}
