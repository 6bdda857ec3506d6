import type { NamedFacts } from "../../analysis/region.ts"
import type { Bps } from "../../money/minor.ts"
import { expectsNone } from "../../table/case-table.ts"
import { consequenceText } from "../../table/consequence.ts"
import { frenchFigure, inGuillemets, narrow, nbsp } from "../../vocabulary/french-signs.ts"
import type { TableError } from "../../table/error.ts"
import { describeExpectationInFrench } from "../../table/expectation-french.ts"
import type {
  AllowedFacts,
  CutAt,
  Finding,
  NamedCells,
  PriceBreach,
  PricePart,
  ProvenLaw,
  ShownCover,
  ShownReading,
  ShownTrip,
  SumAt,
} from "../finding.ts"
import { priceRowText } from "../price-rows.ts"
import {
  agesText,
  type MoreWords,
  moreText,
  fewOf,
  type FindingOf,
  type FindingPlurals,
  type FindingTeller,
  firstLines,
  inOrder,
  isNone,
  listedTo,
  type Notation,
  otherCells,
  tellBy,
  type Told,
  witnessColumns,
} from "./told.ts"

/** What is said of a finding in French. */
export const tellInFrench = (finding: Finding, as: Notation): Told => tellBy(french, finding, as)

/** How files are written, for who edits them in French. */
export const frenchAsWritten: Notation = {
  cells: (cells) =>
    listed(
      namedTexts(cells, (cell) => (cell === "" ? "(vide)" : cell)),
      "tout",
    ),
  facts: (facts) => listed(factTexts(facts), "rien"),
  brief: (cells) => cells,
  column: (column) => column,
  cell: inGuillemets,
  figure: (text) => text,
  rows: (lines) =>
    lines.length === 1 ? `la ligne ${lines[0]}` : `les lignes ${listedTo(lines.map(String), "et")}`,
}

const namedTexts = (cells: NamedCells, text: (cell: string) => string): ReadonlyArray<string> =>
  Object.entries(cells).map(([column, cell]) => `${column}=${text(cell)}`)

const factTexts = (facts: NamedFacts): ReadonlyArray<string> =>
  Object.entries(facts).map(
    ([column, fact]) => `${column}=${fact === null ? "inconnu" : String(fact)}`,
  )

/** Parts as a list with commas, or what stands for none. */
const listed = (parts: ReadonlyArray<string>, none: string): string =>
  parts.length === 0 ? none : parts.join(", ")

const others = (count: number): string => `${count} autre${count < 2 ? "" : "s"}`

/** A count with its noun, which is in the singular for 0 and 1. */
const counted = (count: number, noun: string): string => `${count} ${noun}${count < 2 ? "" : "s"}`

/** Basis points as a percentage. */
const percent = (bps: Bps): string =>
  `${frenchFigure(String(Number((bps / 100).toFixed(2))))}${nbsp}%`

/** A price as French writes it: `103,58 EUR`. */
const priceText = (price: string): string => price.split(" ").map(frenchFigure).join(nbsp)

const meant = "ou dites pourquoi c’est voulu."

const orMeant = (directive: string): string => `ou, si c’est voulu${nbsp}: ${directive}raison`

/** What facts of a condition may be. */
const allowedText = (allowed: AllowedFacts): string => {
  const unknown = allowed.mayBeUnknown ? ", ou inconnu" : ""
  switch (allowed.kind) {
    case "words":
      return `${allowed.words === null ? "les mots qui existent" : allowed.words.join(", ")}${unknown}`
    case "number": {
      const { isWhole, kind: _, mayBeUnknown: __, ...bounds } = allowed
      const number = describeExpectationInFrench({ _tag: "Integer", ...bounds })
      return `${isWhole ? number : number.replace(" entier", "")}${unknown}`
    }
    case "boolean":
      return `vrai, faux${unknown}`
  }
}

const readingText = ({ isMapped, state, value }: ShownReading): string => {
  const held = value === null ? state : `${state} ${frenchFigure(value)}`
  if (isMapped) return held
  return state === "not_available" && value === null ? "rien" : `${held}, sans tournure connue`
}

const coverText = (cover: ShownCover): string => {
  switch (cover._tag) {
    case "NotListed":
      return "pas dans la liste"
    case "OnlyWith":
      return `seulement avec ${cover.option}`
    case "Written":
      return cover.text
  }
}

const tripText = ({ ages, asked, days, from, intent, price, to, zone }: ShownTrip): string =>
  [
    intent,
    `${counted(days, "jour")} de ${from} à ${to.join(", ")} (zone ${zone})`,
    `${ages.length === 1 ? "un voyageur" : `${ages.length} voyageurs`} de ${agesText(ages, "et")} ans`,
    ...(price === null ? [] : [`prix du voyage ${priceText(price)}`]),
    ...(asked.length === 0 ? ["sans option"] : asked.map((one) => askedWords[one])),
  ].join(", ")

const askedWords: Readonly<Record<ShownTrip["asked"][number], string>> = {
  cancellation: "avec annulation",
  extremeSports: "avec sports extrêmes",
  annual: "à l’année",
}

const breachText = (breach: PriceBreach): string => {
  const { low } = breach
  const costs = `${low.offer} coûte ${priceText(low.price)}`
  if (breach.law === "head") {
    return `${costs}, soit ${priceText(breach.head)} par voyageur, plus que les ${priceText(breach.headMax)} que permet reference/price_bounds.csv`
  }
  const { high, highBeside, shareBps } = breach
  const beside =
    highBeside === null
      ? priceText(high.price)
      : `${priceText(high.price)}, soit ${priceText(highBeside)}`
  const dear = priceText(high.price)
  switch (breach.law) {
    case "plan":
      return `${costs}, moins que ${high.offer}, une formule inférieure, à ${beside}`
    case "party":
      return `${costs} pour ${breach.low.travellers} voyageurs, moins que ${dear} pour ${high.travellers}`
    case "group":
      return `${costs} pour ${breach.low.travellers} voyageurs, moins que ${percent(shareBps)} de ${high.offer} à ${beside} pour ${high.travellers}`
    case "age":
      return `${costs} quand le plus âgé a ${breach.low.oldestAge} ans, moins que ${dear} à ${high.oldestAge} ans`
    case "length":
      return `${costs} pour ${counted(breach.low.days, "jour")}, moins que ${dear} pour ${high.days}`
    case "zone":
      return `${costs} dans la zone ${breach.low.zone}, moins que ${dear} dans ${high.zone}`
  }
}

const brokenLawText = ({ after, high, law, low, trip }: FindingOf<"BrokenPriceLaw">): string => {
  const [less, more] = [priceText(low.price), priceText(high.price)]
  return law === "cover"
    ? `${low.offer} coûte ${less}, moins que ${high.offer} à ${more}, et couvre autant de tout et plus de quelque chose`
    : `avec ${moreText(moreWords, law, trip, after)}, le moins cher est ${low.offer} à ${less}, moins que ${high.offer} à ${more} sans cela`
}

/** What more a step asks for. */
const moreWords: MoreWords = {
  traveller: (age) => `un voyageur de ${age} ans de plus`,
  day: () => "un jour de plus",
  age: (age, before) => `un voyageur de ${age} ans au lieu de ${before}`,
  cancellation: () => "l’annulation",
  extreme_sports: () => "les sports extrêmes",
  trip_price: () => "un euro de plus à assurer",
}

const parts: Readonly<Record<PricePart, string>> = {
  tariff: "le tarif",
  surcharge: "une majoration",
  cancellation: "la part du prix du voyage pour l’annulation",
  minimum: "la prime minimale",
}

/** The laws of prices as headings name their breaches. */
const laws: Readonly<Record<ProvenLaw, string>> = {
  traveller: "un voyageur de plus rend un voyage moins cher",
  day: "un jour de plus rend un voyage moins cher",
  age: "une année d’âge rend un voyage moins cher",
  cancellation: "l’annulation rend un voyage moins cher",
  extreme_sports: "les sports extrêmes rendent un voyage moins cher",
  trip_price: "un euro de plus à assurer rend un voyage moins cher",
  cover: "une offre qui couvre plus coûte moins cher",
}

/** What it means that a sum falls or rises along a column. */
const steps: Readonly<Record<string, Readonly<Record<"falls" | "rises", string>>>> = {
  days: { falls: "un voyage plus long coûte moins", rises: "un voyage plus long coûte plus" },
  age: { falls: "un voyageur plus âgé paie moins", rises: "un voyageur plus âgé paie plus" },
  oldest_age: { falls: "un voyageur plus âgé paie moins", rises: "un voyageur plus âgé paie plus" },
  zone: { falls: "une zone plus large coûte moins", rises: "une zone plus large coûte plus" },
}

const moves = { falls: "baisse", rises: "monte" } as const

const wayText = (over: string, from: string, to: string, as: Notation): string => {
  if (over === "days") return `du jour ${from} au jour ${to}`
  if (over === "age" || over === "oldest_age") return `de ${from} à ${to} ans`
  const [first, last] = [from, to].map((at) => at.replaceAll("_", " "))
  return `pour ${as.column(over)}, de ${first} à ${last}`
}

/** A result as a case writes it. */
const cellOrNone = (cell: string, as: Notation): string =>
  cell === expectsNone ? "rien" : as.figure(cell)

const questions: Readonly<Record<FindingOf<"Unknown">["question"], string>> = {
  gaps: "les trous",
  overlaps: "les chevauchements",
  "unreachable rows": "les lignes qui ne servent jamais",
  "redundant columns": "les colonnes sans effet",
  "redundant rows": "les lignes sans effet",
  "required rows": "les lignes qui manquent",
  "named rows": "les lignes que rien ne nomme",
  "broken promises": "les promesses rompues",
  outliers: "les chiffres loin des autres",
  jumps: "les chiffres qui ont beaucoup changé",
  "old days": "les dates anciennes",
  "named files": "les fichiers qui manquent",
  cases: "les cas d’essai",
  "price laws": "les lois des prix",
}

const plurals: FindingPlurals = {
  BadDirective: "commentaires qui ne se lisent pas",
  Gap: "trous",
  StaleGap: "trous déclarés qui n’en sont pas",
  Conflict: "paires de lignes qui se contredisent",
  Overlap: "paires de lignes qui s’appliquent et s’accordent",
  ImpossibleRow: "lignes avec une condition que rien ne remplit",
  ShadowedRow: "lignes qui ne comptent jamais",
  RepeatedRow: "lignes répétées",
  RedundantColumn: "colonnes sans effet",
  RedundantRow: "lignes sans effet",
  MissingRow: "lignes qui manquent",
  UnnamedRow: "lignes que rien ne nomme",
  BrokenPromise: "lignes qui rompent une promesse de leur table",
  Outlier: "chiffres loin de leurs voisins",
  Jump: "chiffres qui ont beaucoup changé",
  OldDay: "dates anciennes",
  CaseDiffers: "cas d’essai qui ne tiennent pas",
  StaleMeant: "valeurs déclarées voulues pour rien",
  MissingFile: "fichiers qui manquent",
  UntoldTerms: "conditions dont aucune ligne ne dit les clauses",
  UnreadCondition: "conditions qui ne sont pas comprises jusqu’au bout",
  UnevenTexts: "textes qui ne montrent pas la même chose",
  ToldInEnglish: "textes dits en anglais",
  StrayText: "textes qui ne correspondent à aucun texte anglais",
  MisreadLine: "lignes lues autrement",
  UnmappedLine: "lignes qui ne sont pas lues",
  RicherChoice: "cartes qui représentent des sœurs moins couvertes",
  UndatedPage: "pages sans date sur lesquelles reposent des garanties",
  LowerCover: "garanties qu’une formule couvre moins qu’une formule inférieure",
  ImplausiblePrice: "prix qui ne peuvent pas être justes",
  BrokenPriceLaw: "lois des prix enfreintes",
  NeedlessException: "exceptions dont rien n’a besoin",
}

/** What a search was at when it was cut short. */
const cutText = (at: CutAt): string => {
  switch (at._tag) {
    case "DeclaredGap":
      return `le trou déclaré à la ligne ${at.line}`
    case "RowsFrom":
      return `les lignes à partir de ${at.line}`
    case "Row":
      return `la ligne ${at.line}${at.others === 0 ? "" : `, et ${others(at.others)}`}`
    case "Column":
      return `la colonne ${at.column}`
    case "Sum":
      return at.sum
    case "PriceLaw": {
      const { catalogue, days, intent, law, offer, others: beside } = at
      return `les prix de ${catalogue}, loi ${law}${nbsp}: offre ${offer} pour ${intent} de ${days[0]} à ${days[1]} jours avec ${beside[0]} à ${beside[1]} autres`
    }
  }
}

/** What a mistake lets stand in its place, as a sentence of what is wrong. */
const mayStand = ({ expected }: TableError): string =>
  `ce qui peut s’y trouver${nbsp}: ${describeExpectationInFrench(expected)}`

const french: FindingTeller = {
  BadDirective: ({ error }) => ({
    title: "un commentaire qui déclare quelque chose ne se lit pas",
    reason: mayStand(error),
  }),
  Gap: ({ directive, region, row, witness }, as) => {
    const brief = as.brief(region)
    const rest = otherCells(region, brief)
    const example = as.facts(witness, Object.keys(brief))
    return {
      title: `trou${nbsp}: ${isNone(brief) ? "aucune ligne ne s’applique" : as.cells(brief)}`,
      says: `aucune ligne ne s’applique à ${as.cells(region)}`,
      reason: `aucune ligne ne s’applique${isNone(rest) ? "" : ` pour ${as.cells(rest)}`}`,
      notes: example === "" ? [] : [`par exemple${nbsp}: ${example}`],
      hints: [
        row === null
          ? `aucune ligne ne comble exactement ceci${nbsp}: aucune cellule ne vaut pour inconnu seul${narrow}; une cellule vide le comprend`
          : `une ligne qui le comble${nbsp}: ${row}`,
        ...(directive === null ? [] : [orMeant(directive)]),
      ],
      advice:
        row === null
          ? `Aucune ligne ne le comble seule${nbsp}: élargissez-en une.`
          : `Ajoutez la ligne, ${meant}`,
    }
  },
  StaleGap: ({ why }) => ({
    title: "le trou déclaré ici n’en est pas un",
    reason: "des lignes s’y appliquent, ou rien ne le demande",
    notes: [`sa raison${nbsp}: ${why}`],
    advice: "Supprimez le commentaire.",
  }),
  Conflict: ({ differences, line, otherLine, region, witness }, as) => {
    const results = differences.map(({ column, here, there }) => {
      const [first, second] = line < otherLine ? [here, there] : [there, here]
      return `${as.column(column)} ${as.figure(first)} ou ${as.figure(second)}`
    })
    return {
      title: `${as.rows(inOrder(line, otherLine))} s’appliquent, et se contredisent`,
      reason: fewOf(results, others).join(", "),
      notes: [`les deux s’appliquent à${nbsp}: ${as.cells(as.brief(region))}`],
      hints: [`par exemple${nbsp}: ${as.facts(witness)}`],
      advice: "Limitez l’une des deux.",
    }
  },
  Overlap: ({ line, otherLine, region, witness }, as) => ({
    title: `${as.rows(inOrder(line, otherLine))} s’appliquent, et s’accordent`,
    notes: [`les deux s’appliquent à${nbsp}: ${as.cells(as.brief(region))}`],
    hints: [`par exemple${nbsp}: ${as.facts(witness)}`],
    advice: "Sans dommage tant qu’on ne change pas l’une sans l’autre.",
  }),
  ImpossibleRow: ({ conditions }, as) => ({
    title: "cette ligne ne s’applique jamais",
    reason: conditions
      .map(
        ({ allowed, cell, column }) =>
          `${as.column(column)} ne vaut jamais ${as.cell(cell)}, seulement ${allowedText(allowed)}`,
      )
      .join(`${narrow}; `),
    advice: "Changez la cellule, ou supprimez la ligne.",
  }),
  ShadowedRow: ({ lines }, as) => {
    const taking =
      lines.length === 0
        ? "des lignes plus haut prennent"
        : `${as.rows(lines)} ${lines.length === 1 ? "prend" : "prennent ensemble"}`
    return {
      title: "cette ligne ne compte jamais",
      reason: `${taking} tout ce à quoi elle s’applique`,
      advice: "Montez-la, ou supprimez-la.",
    }
  },
  RepeatedRow: ({ otherLine }, as) => ({
    title: `cette ligne dit la même chose que ${as.rows([otherLine])}, et les deux comptent`,
    advice: "Supprimez l’une des deux.",
  }),
  RedundantColumn: ({ column, empty }, as) => ({
    title: `la colonne ${as.column(column)} ne décide de rien`,
    reason: empty
      ? "toutes ses cellules sont vides"
      : "quoi qu’elle contienne, la réponse est la même",
    advice: empty ? "Elle attend des lignes à venir." : "Vérifiez qu’aucune condition ne manque.",
  }),
  RedundantRow: () => ({
    title: "sans cette ligne, la table dirait la même chose",
    advice: "Gardez-la pour le lecteur, ou supprimez-la.",
  }),
  MissingRow: ({ directive, otherwise, row, values }, as) => ({
    title: `aucune ligne pour ${as.cells(values)}`,
    says: `aucune ligne pour ${as.cells(values)}, et les règles en ont besoin${nbsp}: sans elle, ${consequenceText(otherwise, "fr")}`,
    reason: `les règles ont besoin de cette ligne${nbsp}: sans elle, ${consequenceText(otherwise, "fr")}`,
    hints: [`une ligne qui la remplit${nbsp}: ${row}`, orMeant(directive)],
    advice: `Ajoutez-la, ${meant}`,
  }),
  UnnamedRow: ({ by, otherwise, values }, as) => ({
    title: `rien dans ${by.join(", ")} ne nomme ${as.cells(values)}`,
    reason: consequenceText(otherwise, "fr"),
    advice: "Nommez-la là-bas, ou supprimez-la.",
  }),
  BrokenPromise: (finding, as) => {
    const { from, line, lines, never, over, sum, to, witness } = finding
    const where = (one: SumAt): string =>
      `${frenchFigure(one.value)} à ${over} ${one.at} (${one.line === line ? "cette ligne" : as.rows([one.line])})`
    const example = as.facts(witness, witnessColumns(finding))
    const [first, last] = [from.value, to.value].map(frenchFigure)
    return {
      title: steps[over]?.[never] ?? `le chiffre ${moves[never]} quand ${as.column(over)} monte`,
      says: `${sum} ${moves[never]} de ${where(from)} à ${where(to)}${narrow}; il ne ${moves[never]} jamais quand ${over} monte`,
      reason: `${wayText(over, from.at, to.at, as)}, on passe de ${first} à ${last}${witnessColumns(finding).length === 0 ? "" : ` (${example})`}`,
      hints: [
        ...(isNone(witness) ? [] : [`par exemple${nbsp}: ${as.facts(witness)}`]),
        ...(lines.length > 1
          ? [`les lignes qui la contredisent${nbsp}: ${listedTo(firstLines(lines, others), "et")}`]
          : []),
      ],
      advice: `La table promet que le chiffre ne ${moves[never]} jamais.`,
    }
  },
  Outlier: ({ cell, column, directive, group, is, median, others: count, times }, as) => {
    const far = is === "above" ? `plus de ${times} fois` : `moins de 1/${times} de`
    const among = isNone(group) ? "" : ` avec ${as.cells(group)}`
    const rows = `${count} autre${count < 2 ? " ligne" : "s lignes"}`
    const lies = `vaut ${far} la médiane de ses voisins, ${frenchFigure(median)} (${rows}${among})`
    return {
      title: `${as.figure(cell)} est loin de ses voisins`,
      says: `${as.column(column)}${nbsp}: ${as.figure(cell)} ${lies}`,
      reason: `${as.column(column)}${nbsp}: le chiffre ${lies}`,
      hints: [`si c’est voulu${nbsp}: ${directive}raison`],
      advice: `Corrigez-le, ${meant}`,
    }
  },
  Jump: ({ base, before, boundBps, cell, column, days, directive, limit, movedBps, row }, as) => ({
    title: `${as.figure(before)} est devenu ${as.figure(cell)}`,
    says: `${as.column(column)}${nbsp}: ${as.figure(cell)} pour ${as.cells(row)} était ${as.figure(before)} dans ${base}${nbsp}: le chiffre a bougé de ${percent(movedBps)}, et ${limit} permet ${percent(boundBps)} en ${counted(days, "jour")}`,
    reason: `${as.column(column)} a bougé de ${percent(movedBps)} depuis ${base}${narrow}; ${percent(boundBps)} serait habituel en ${counted(days, "jour")}`,
    hints: [`si c’est voulu${nbsp}: ${directive}raison`],
    advice: `Corrigez, ${meant}`,
  }),
  OldDay: ({ ageDays, cell, column, daysMax, directive, limit, others: count, row }, as) => {
    const beside = count === 0 ? "" : ` et de ${others(count)}`
    return {
      title: `${as.figure(cell)} date de ${counted(ageDays, "jour")}`,
      says: `${as.column(column)}${nbsp}: ${as.figure(cell)} de ${as.cells(row)}${beside} date de ${counted(ageDays, "jour")}${narrow}; ${limit} vaut ${daysMax}`,
      reason: `au plus ${counted(daysMax, "jour")} serait habituel`,
      hints: [`si c’est voulu${nbsp}: ${directive}raison`],
      advice: `${count === 0 ? "" : `${count} ${count === 1 ? "autre ligne est" : "autres lignes sont"} du même jour. `}Renouvelez le chiffre, ${meant}`,
    }
  },
  CaseDiffers: ({ answering, differences, name, table }, as) => ({
    title: `le cas ${as.cell(name)} ne tient pas`,
    reason: differences
      .map(
        ({ column, expected, found }) =>
          `${as.column(column)} vaut ${cellOrNone(found, as)} et non ${cellOrNone(expected, as)}`,
      )
      .join(", "),
    notes: [
      answering.length === 0
        ? `aucune ligne de ${table} ne s’applique`
        : `ce qui répond dans ${table}${nbsp}: ${as.rows(answering)}`,
    ],
    advice: "Corrigez la ligne, ou acceptez ce qu’elle répond.",
  }),
  StaleMeant: ({ why }) => ({
    title: "une valeur est déclarée voulue, et rien ne le demande",
    notes: [`sa raison${nbsp}: ${why}`],
    advice: "Supprimez le commentaire.",
  }),
  MissingFile: ({ cell, column, folder, nearest }, as) => {
    const close = nearest === null ? "" : `vouliez-vous dire ${as.figure(nearest)}${narrow}?`
    return {
      title: `${as.figure(cell)} n’existe pas`,
      says: `${as.column(column)}${nbsp}: ${as.figure(cell)} n’est pas un fichier de ${folder}/${close === "" ? "" : `${narrow}; ${close}`}`,
      reason: `aucun fichier de ce nom dans ${folder}/`,
      advice:
        nearest === null
          ? "Mettez-le là, ou laissez la cellule vide."
          : `Vouliez-vous dire ${as.figure(nearest)}${narrow}?`,
    }
  },
  UntoldTerms: ({ cell, column, directive, rows, table, terms }, as) => ({
    title: `aucune ligne ne dit ${terms.join(", ")}`,
    says: `${as.column(column)}${nbsp}: ${as.cell(cell)} dit ${listed(terms, "rien")}, et ${table} n’a pas cette ligne`,
    reason: `${as.cell(cell)} le dit, et ${table} n’a pas cette ligne`,
    hints: [...rows.map((row) => `une ligne qui le dit${nbsp}: ${row}`), orMeant(directive)],
    advice: `Ajoutez-la là-bas, ${meant}`,
  }),
  UnreadCondition: ({ cell, clauses, column }, as) => ({
    title: `${clauses.map(as.cell).join(" et ")} n’est pas compris`,
    says: `${as.column(column)}${nbsp}: on ne sait pas ce que ${clauses.map(as.cell).join(" et ")} dit dans ${as.cell(cell)}, donc aucun bilan ne le dit`,
    reason: "aucun bilan ne dit cette partie de la condition",
    advice: "Écrivez-la comme d’autres lignes.",
  }),
  UnevenTexts: ({ lacking }, as) => ({
    title: "les textes ne montrent pas la même chose",
    reason: lacking
      .map(
        ({ column, values }) =>
          `${as.column(column)} omet ${values.map((name) => `{${name}}`).join(", ")}`,
      )
      .join(`${narrow}; `),
    advice: "Mettez-le aussi dans ce texte, ou retirez-le des autres.",
  }),
  ToldInEnglish: ({ expected, key }, as) => ({
    title: `${as.cell(key)} est dit en anglais`,
    reason: `attendu${nbsp}: ${describeExpectationInFrench(expected)}`,
    advice: "Écrivez-le, ou corrigez-le.",
  }),
  StrayText: ({ key }, as) => ({
    title: `${as.cell(key)} ne correspond à aucun texte anglais`,
    reason: "rien ne le montre",
    advice: "Retirez la ligne, ou nommez la clé d’un texte anglais.",
  }),
  MisreadLine: ({ expected, printed, read }, as) => ({
    title: `${as.cell(printed)} est mal lu`,
    reason: `attendu${nbsp}: ${readingText(expected)}, lu${nbsp}: ${readingText(read)}`,
    advice: "Corrigez la tournure, ou ce qui est attendu.",
  }),
  UnmappedLine: ({ currency, language, printed }, as) => ({
    title: `${as.cell(printed)} est une tournure inconnue`,
    reason: `elle compte comme non couverte (${language}, ${currency})`,
    advice: "Ajoutez la tournure à printed/phrases.csv.",
  }),
  RicherChoice: ({ chosen, held, other, otherHeld }) => ({
    title: `${chosen} a plus que ${other}`,
    reason: `elle représente les cartes de sa banque, de son réseau et de sa gamme, avec ${held} garanties contre ${otherHeld}`,
    advice: "Cherchez-en plus, ou donnez un rang.",
  }),
  UndatedPage: ({ covers, page }) => ({
    title: `Pas de date sur ${page}`,
    reason:
      covers < 2
        ? "une garantie repose dessus, et nul ne sait si elle vaut encore"
        : `${covers} garanties reposent dessus, et nul ne sait si elles valent encore`,
    advice: "Cherchez de quand elle date, ou une autre page.",
  }),
  LowerCover: (finding, as) => {
    const { covers, guarantee, insurer, lower, lowerCovers, offer, otherLine, when } = finding
    const options =
      when === null ? "" : when.length === 0 ? " sans option" : ` avec ${when.join(" et ")}`
    const both = `${coverText(covers)} ici, ${coverText(lowerCovers)} là-bas (${as.rows([otherLine])})`
    return {
      title: `${offer} couvre ${guarantee} moins que ${lower}`,
      says: `${insurer}${nbsp}: ${offer} couvre ${guarantee} moins que ${lower}, une formule inférieure${options}${nbsp}: ${both}`,
      reason: `${lower} est une formule inférieure${options}${nbsp}: ${both}`,
      advice: "Corrigez l’une des deux.",
    }
  },
  ImplausiblePrice: ({ because, breach, insurer, others: count, part, trip }) => {
    const wrong = `${breachText(breach)}${narrow}; cause${nbsp}: ${parts[part]}`
    const also = `de même pour ${counted(count, "autre")} voyage${count < 2 ? "" : "s"} essayé${count < 2 ? "" : "s"}`
    return {
      title: `un prix de ${insurer} ne peut pas être juste`,
      says: `${insurer}${nbsp}: ${wrong}`,
      reason: wrong,
      notes: [`par exemple${nbsp}: ${tripText(trip)}`],
      hints: [
        ...because.map((row) => `vient de ${priceRowText(row, "fr")}`),
        ...(count === 0 ? [] : [also]),
      ],
      advice: count === 0 ? "" : `D${also.slice(1)}.`,
    }
  },
  BrokenPriceLaw: (finding) => {
    const { after, because, catalogue, intents, kinds, law, part, trip } = finding
    const [first, second] = [tripText(trip), tripText(after)]
    const wrong = `${brokenLawText(finding)}${narrow}; cause${nbsp}: ${parts[part]}`
    return {
      title: laws[law],
      says: `prix de ${catalogue}${nbsp}: ${wrong}`,
      reason: wrong,
      notes: [
        `par exemple${nbsp}: ${first}`,
        ...(second === first ? [] : [`moins cher${nbsp}: ${second}`]),
      ],
      hints: [
        ...because.map((row) => `vient de ${priceRowText(row, "fr")}`),
        `de même dans ${counted(kinds, "sorte")} de voyages${nbsp}: ${intents.join(", ")}`,
      ],
      advice: `De même dans ${counted(kinds, "sorte")} de voyages.`,
    }
  },
  NeedlessException: ({ law, reason }) => ({
    title: "rien n’a besoin de cette exception",
    reason: `aucun prix n’enfreint la loi ${law} là où cette ligne le permet${nbsp}: ${reason}`,
    advice: "Retirez la ligne, ou précisez-la.",
  }),
  More: ({ of, others: count }) => ({
    title:
      count === null
        ? `il y a plus de ${plurals[of]} que n’en montre la liste`
        : `la liste ne montre pas ${count} autres ${plurals[of]}`,
    advice: "Seuls les premiers de chaque genre sont listés. Réparez-les, les autres apparaîtront.",
  }),
  Unknown: ({ question, reason }) => {
    const { advice, where } = unknownReason(reason)
    const at = reason._tag === "CutShort" && reason.at !== null ? ` (${cutText(reason.at)})` : ""
    return {
      title: `non vérifié${nbsp}: ${questions[question]}`,
      says: `non vérifié${nbsp}: ${questions[question]}, ${where}${at}`,
      reason: where,
      advice,
    }
  },
}

const unknownReason = (reason: FindingOf<"Unknown">["reason"]) => {
  switch (reason._tag) {
    case "Mistakes":
      return {
        where: `impossible à chercher tant que ${[...new Set(reason.files)].join(", ")} contient des erreurs`,
        advice: "Réparez-les d’abord.",
      }
    case "Asked":
      return {
        where: `cela dépend de ce que répond FEEL${nbsp}: ${reason.columns.join(", ")}`,
        advice: "Interrogez la table avec les faits en question.",
      }
    case "CutShort":
      return {
        where: "la recherche était trop longue et s’est arrêtée",
        advice: "La ligne de commande peut chercher plus longtemps.",
      }
  }
}
