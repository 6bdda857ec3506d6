import type { Finding } from "../../../core/check/finding.ts"
import { severityOf } from "../../../core/check/severity.ts"
import type { TableError } from "../../../core/table/error.ts"
import { describeExpectationInFrench } from "../../../core/table/expectation-french.ts"
import type { AnyDefinition } from "../../../core/table/load.ts"
import {
  caseText,
  columnTitle,
  columnWords,
  conditionsText,
  conditionWords,
  inputsOf,
} from "./column-words.ts"
import {
  type FindingOf,
  type FindingTeller,
  listedTo,
  otherCells,
  shortCell,
  shortList,
  tellingCells,
  type ToldFinding,
  toldIn,
} from "./told.ts"

/** Ce qu’un analyste lit d’un constat: the French of {@link tellFinding} of the English teller. */
export const tellFindingInFrench = (
  finding: Finding,
  definition: AnyDefinition | undefined,
): ToldFinding => toldIn(french, finding, definition)

/** What an analyst reads of a mistake in French: which cell cannot stand, what may stand there. */
export const tellMistakeInFrench = ({
  cell,
  column,
  expected,
  more = 0,
}: TableError): ToldFinding => {
  const others =
    more === 0
      ? ""
      : ` ${more} ${more === 1 ? "autre cellule est" : "autres cellules sont"} dans le même cas.`
  const may = shortList(describeExpectationInFrench(expected))
  const detail = `Ce qui peut s’y trouver${nbsp}: ${may}.${others}`
  if (column === "" && cell === "") return { title: "La table ne se lit pas ici", detail }
  if (column === "") return { title: `${quoted(cell)} ne peut pas se trouver ici`, detail }
  const under = `sous «${nbsp}${columnWords(column, "fr")}${nbsp}»`
  return { title: cell === "" ? `Rien ${under}` : `${quoted(cell)} ne va pas ${under}`, detail }
}

/** What comes before a colon, a mark or a closing quote. */
export const nbsp = "\u00a0"

const narrow = "\u202f"

const decimalForm = /^-?\d+\.\d+$/

/**
 * A figure of a cell as French writes it.
 *
 * ```ts
 * import { frenchFigure } from "../rules/check/tell/french.ts"
 *
 * frenchFigure("30.05") // => "30,05"
 * frenchFigure("a.b") // => "a.b"
 * ```
 */
export const frenchFigure = (text: string): string =>
  decimalForm.test(text) ? text.replace(".", ",") : text

/** A cell in quotes; a long one is cut, an empty one said to be empty. */
const quoted = (text: string): string =>
  text === "" ? "rien" : `«${nbsp}${frenchFigure(shortCell(text))}${nbsp}»`

/** A count with its noun, which is in the singular for 0 and 1. */
const counted = (count: number, noun: string): string => `${count} ${noun}${count < 2 ? "" : "s"}`

/** Basis points as a percentage. */
const percent = (bps: number): string =>
  `${frenchFigure(String(Number((bps / 100).toFixed(2))))}${nbsp}%`

const meant = "ou dites pourquoi c’est voulu."

const whereOf = (
  definition: AnyDefinition | undefined,
  { region }: FindingOf<"Conflict" | "Overlap" | "Gap">,
): string => conditionsText(definition, tellingCells(definition, region), "fr")

const inOrder = (line: number, other: number): readonly [number, number] =>
  line < other ? [line, other] : [other, line]

/** What a row of a column may be asked with: the facts of its condition, or the words that it has. */
const allowedOf = (
  definition: AnyDefinition | undefined,
  column: string,
  allowed: string,
): string => {
  const input = inputsOf(definition)[column]
  if (input?.kind !== "number") return allowed.replace(/, or unknown$/, " ou inconnu")
  const { maximum, minimum } = input
  const bounds = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  }
  const number = describeExpectationInFrench({ _tag: "Integer", ...bounds })
  const told = input.whole ? number : number.replace(" entier", "")
  return input.optional === true ? `${told}, ou inconnu` : told
}

/** What it means that a sum falls or rises along a column. */
const steps: Readonly<Record<string, Readonly<Record<"falls" | "rises", string>>>> = {
  days: { falls: "Un voyage plus long coûte moins", rises: "Un voyage plus long coûte plus" },
  age: { falls: "Un voyageur plus âgé paie moins", rises: "Un voyageur plus âgé paie plus" },
  oldest_age: { falls: "Un voyageur plus âgé paie moins", rises: "Un voyageur plus âgé paie plus" },
  zone: { falls: "Une zone plus large coûte moins", rises: "Une zone plus large coûte plus" },
}

const moves = { falls: "baisse", rises: "monte" } as const

const wayText = (over: string, from: string, to: string): string => {
  if (over === "days") return `Du jour ${from} au jour ${to}`
  if (over === "age" || over === "oldest_age") return `De ${from} à ${to} ans`
  const [first, last] = [from, to].map((at) => at.replaceAll("_", " "))
  return `Pour ${columnWords(over, "fr")}, de ${first} à ${last}`
}

/** The laws of prices as an analyst reads them. */
const laws: Readonly<Record<string, string>> = {
  traveller: "Un voyageur de plus rend un voyage moins cher",
  day: "Un jour de plus rend un voyage moins cher",
  age: "Une année d’âge rend un voyage moins cher",
  cancellation: "L’annulation rend un voyage moins cher",
  extreme_sports: "Les sports extrêmes rendent un voyage moins cher",
  trip_price: "Un euro de plus à assurer rend un voyage moins cher",
  cover: "Une offre qui couvre plus coûte moins cher",
}

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
  "price laws": "les lois des prix",
}

const french: FindingTeller = {
  BadDirective: ({ error }) => ({
    title: "Un commentaire qui déclare quelque chose ne se lit pas",
    detail: tellMistakeInFrench(error).detail,
  }),
  Gap: (finding, definition) => {
    const short = whereOf(definition, finding)
    const telling = tellingCells(definition, finding.region)
    const rest = conditionsText(definition, otherCells(finding.region, telling), "fr")
    const example = caseText(definition, finding.witness, "fr", Object.keys(telling))
    const repair =
      finding.row === null
        ? `Aucune ligne ne le comble seule${nbsp}: élargissez-en une.`
        : `Ajoutez la ligne, ${meant}`
    return {
      title: `Trou${nbsp}: ${short === "" ? "aucune ligne ne s’applique" : short}`,
      detail: `Aucune ligne ne s’applique${rest === "" ? "" : ` pour ${rest}`}${example === "" ? "" : `, par exemple ${example}`}. ${repair}`,
    }
  },
  StaleGap: ({ why }) => ({
    title: "Un trou est déclaré où il n’y en a pas",
    detail: `Des lignes s’y appliquent, ou rien ne le demande. Sa raison était${nbsp}: ${why}. Supprimez le commentaire.`,
  }),
  Conflict: (finding, definition) => {
    const { differences, line, otherLine } = finding
    const [first, second] = inOrder(line, otherLine)
    const where = whereOf(definition, finding)
    const results = differences.slice(0, 3).map(({ column, here, there }) => {
      const [one, other] = line < otherLine ? [here, there] : [there, here]
      return `${columnWords(column, "fr")} ${frenchFigure(one)} ou ${frenchFigure(other)}`
    })
    return {
      title: `Chevauchement${nbsp}: lignes ${first} et ${second}`,
      detail: `Les deux s’appliquent${where === "" ? "" : ` (${where})`} et se contredisent${nbsp}: ${results.join(", ")}. Limitez l’une des deux.`,
    }
  },
  Overlap: (finding, definition) => {
    const [first, second] = inOrder(finding.line, finding.otherLine)
    const where = whereOf(definition, finding)
    return {
      title: `Les lignes ${first} et ${second} s’appliquent, et s’accordent`,
      detail: `Elles disent la même chose${where === "" ? "" : ` pour ${where}`}. Sans dommage tant qu’on ne change pas l’une sans l’autre.`,
    }
  },
  ImpossibleRow: ({ conditions }, definition) => {
    const { allowed = "", cell = "", column = "" } = conditions[0] ?? {}
    return {
      title: "Cette ligne ne s’applique jamais",
      detail: `${columnTitle(column, "fr")} ne vaut jamais ${quoted(cell)}${narrow}; permis${nbsp}: ${allowedOf(definition, column, allowed)}. Changez la cellule, ou supprimez la ligne.`,
    }
  },
  ShadowedRow: ({ lines }) => {
    const listed = listedTo(lines, "et", (count) => `${count} autres`)
    const isOne = lines.length === 1
    const by =
      lines.length === 0 ? "Des lignes plus haut" : `${isOne ? "La ligne" : "Les lignes"} ${listed}`
    return {
      title: "Cette ligne ne compte jamais",
      detail: `${by} ${isOne ? "prend" : "prennent"} tout ce à quoi elle s’applique. Montez-la, ou supprimez-la.`,
    }
  },
  RepeatedRow: ({ line, otherLine }) => ({
    title: `La ligne ${line} répète la ligne ${otherLine}`,
    detail: "Les deux comptent, donc elle compte double. Supprimez l’une des deux.",
  }),
  RedundantColumn: ({ column, empty }) => ({
    title: `${columnTitle(column, "fr")} ne décide de rien`,
    detail: empty
      ? "Toutes ses cellules sont vides. Elle attend des lignes à venir."
      : "Quoi qu’elle contienne, la réponse est la même. Vérifiez qu’aucune condition ne manque.",
  }),
  RedundantRow: () => ({
    title: "Cette ligne ne change rien",
    detail: "Sans elle, la table dirait la même chose. Gardez-la pour le lecteur, ou supprimez-la.",
  }),
  MissingRow: ({ values }, definition) => {
    const inputs = inputsOf(definition)
    const cells = Object.entries(values).map(([column, cell]) =>
      conditionWords(column, inputs[column], cell, "fr"),
    )
    return {
      title: `Aucune ligne pour ${cells.join(", ")}`,
      detail: `Les règles ont besoin de cette ligne. Ajoutez-la, ${meant}`,
    }
  },
  UnnamedRow: ({ by, values }) => ({
    title: `Rien ne nomme ${Object.values(values).join(" ")}`,
    detail: `Aucune ligne de ${by.join(", ")} ne le fait. Nommez-la là-bas, ou supprimez-la.`,
  }),
  BrokenPromise: ({ from, never, over, to, witness }, definition) => {
    const columns = Object.keys(witness).filter((column) => column !== over)
    const example = columns.length === 0 ? "" : ` (${caseText(definition, witness, "fr", columns)})`
    return {
      title:
        steps[over]?.[never] ?? `Le chiffre ${moves[never]} quand ${columnWords(over, "fr")} monte`,
      detail: `${wayText(over, from.at, to.at)}, on passe de ${frenchFigure(from.value)} à ${frenchFigure(to.value)}${example}. La table promet que le chiffre ne ${moves[never]} jamais.`,
    }
  },
  Outlier: ({ cell, column, is, median, others, times }) => ({
    title: `${frenchFigure(cell)} est loin de ses voisins`,
    detail: `${columnTitle(column, "fr")}${nbsp}: ${others} ${others < 2 ? "autre ligne tourne" : "autres lignes tournent"} autour de ${frenchFigure(median)}, et celle-ci est ${is === "above" ? `plus de ${times} fois au-dessus` : `plus de ${times} fois en dessous`}. Corrigez-la, ${meant}`,
  }),
  Jump: ({ base, before, boundBps, cell, column, days, movedBps }) => ({
    title: `${frenchFigure(before)} est devenu ${frenchFigure(cell)}`,
    detail: `${columnTitle(column, "fr")} a bougé de ${percent(movedBps)} depuis ${base}${narrow}; ${percent(boundBps)} serait habituel en ${counted(days, "jour")}. Corrigez, ${meant}`,
  }),
  OldDay: ({ ageDays, cell, daysMax, others }) => {
    const also =
      others === 0
        ? ""
        : ` ${others} ${others === 1 ? "autre ligne est" : "autres lignes sont"} du même jour.`
    return {
      title: `${cell} date de ${counted(ageDays, "jour")}`,
      detail: `Au plus ${counted(daysMax, "jour")} serait habituel.${also} Renouvelez le chiffre, ${meant}`,
    }
  },
  StaleMeant: ({ why }) => ({
    title: "Une valeur est déclarée voulue, et rien ne le demande",
    detail: `Sa raison était${nbsp}: ${why}. Supprimez le commentaire.`,
  }),
  MissingFile: ({ cell, folder, nearest }) => ({
    title: `${cell} n’existe pas`,
    detail: `Aucun fichier de ce nom dans ${folder}/.${nearest === null ? " Mettez-le là, ou laissez la cellule vide." : ` Vouliez-vous dire ${nearest}${narrow}?`}`,
  }),
  UntoldTerms: ({ table, terms }) => ({
    title: `Aucune ligne ne dit ${terms.join(", ")}`,
    detail: `La condition le dit, et ${table} n’a pas cette ligne. Ajoutez-la là-bas, ${meant}`,
  }),
  UnreadCondition: ({ clauses }) => ({
    title: `${quoted(clauses[0] ?? "")} n’est pas compris`,
    detail: "Aucun bilan ne dit cette partie de la condition. Écrivez-la comme d’autres lignes.",
  }),
  UnevenTexts: ({ lacking }) => {
    const columns = lacking.map(
      ({ column, values }) =>
        `${columnWords(column, "fr")} omet ${values.map((name) => `{${name}}`).join(", ")}`,
    )
    return {
      title: "Les langues ne montrent pas la même chose",
      detail: `${columns.join(", ")}. Mettez-le aussi dans ce texte, ou retirez-le des autres.`,
    }
  },
  MisreadLine: ({ expected, printed, read }) => ({
    title: `${quoted(printed)} est mal lu`,
    detail: `Attendu${nbsp}: ${expected}. Lu${nbsp}: ${read}. Corrigez la tournure, ou ce qui est attendu.`,
  }),
  UnmappedLine: ({ printed }) => ({
    title: `${quoted(printed)} est une tournure inconnue`,
    detail: "Elle compte comme non couverte. Ajoutez la tournure à printed/phrases.csv.",
  }),
  RicherChoice: ({ chosen, held, other, otherHeld }) => ({
    title: `${chosen} a plus que ${other}`,
    detail: `Elle représente les cartes de sa banque, de son réseau et de sa gamme, avec ${held} garanties contre ${otherHeld}. Cherchez-en plus, ou donnez un rang.`,
  }),
  LowerCover: ({ covers, guarantee, lower, lowerCovers, offer, otherLine }) => ({
    title: `${offer} couvre ${guarantee} moins que ${lower}`,
    detail: `${covers} ici, ${lowerCovers} dans la formule inférieure (ligne ${otherLine}). Corrigez l’une des deux.`,
  }),
  ImplausiblePrice: ({ cause, insurer, offers, others, trip }) => {
    const also = others === 0 ? "" : ` De même pour ${others} autres voyages essayés.`
    return {
      title: `Un prix de ${insurer} ne peut pas être juste`,
      detail: `Offres concernées${nbsp}: ${offers.join(", ")}. Cause${nbsp}: ${cause}. Exemple${nbsp}: ${trip}.${also}`,
    }
  },
  BrokenPriceLaw: ({ after, cause, kinds, law, offers, trip }) => {
    const less = after === trip ? "" : ` Moins cher${nbsp}: ${after}.`
    return {
      title: laws[law] ?? law,
      detail: `Offres concernées${nbsp}: ${offers.join(", ")}. Cause${nbsp}: ${cause}. Exemple${nbsp}: ${trip}.${less} De même dans ${counted(kinds, "sorte")} de voyages.`,
    }
  },
  NeedlessException: ({ reason }) => ({
    title: "Rien n’a besoin de cette exception",
    detail: `Sans elle, aucun prix n’enfreindrait la loi${nbsp}: ${reason}. Retirez la ligne, ou précisez-la.`,
  }),
  More: (finding) => {
    const { others } = finding
    const noun = severityOf(finding) === "error" ? "erreur" : "remarque"
    return {
      title:
        others === null ? "Il y en a d’autres de ce genre" : `${counted(others, noun)} de plus`,
      detail:
        "Seuls les premiers de chaque genre sont listés. Réparez-les, les autres apparaîtront.",
    }
  },
  Unknown: ({ question, reason }) => ({
    title: `Non vérifié${nbsp}: ${questions[question]}`,
    detail:
      reason._tag === "Mistakes"
        ? `Impossible à chercher tant que ${[...new Set(reason.files)].join(", ")} contient des erreurs. Réparez-les d’abord.`
        : "La recherche était trop longue et s’est arrêtée. La ligne de commande peut chercher plus longtemps.",
  }),
}
