import type { Finding, NamedCells } from "../../../../core/check/finding.ts"
import type { AnyDefinition } from "../../../../core/table/load.ts"
import type { Sentence } from "../../protocol/check.ts"
import type { CheckedTexts } from "./checked-texts.ts"
import {
  caseText,
  columnTitle,
  columnWords,
  conditionsText,
  conditionWords,
  inputsOf,
} from "./column-words.ts"
import { frenchFigure, nbsp, quotedCell, rowsText } from "./phrases.ts"

/** A finding about the rows of one table, and whether they are all there. */
export type RowsFinding = Extract<
  Finding,
  {
    readonly _tag:
      | "Gap"
      | "StaleGap"
      | "Conflict"
      | "Overlap"
      | "ImpossibleRow"
      | "ShadowedRow"
      | "RepeatedRow"
      | "RedundantColumn"
      | "RedundantRow"
      | "MissingRow"
      | "UnnamedRow"
  }
>

interface Said {
  readonly title: Sentence
  readonly detail: Sentence
}

type Tagged<Tag extends RowsFinding["_tag"]> = Extract<RowsFinding, { readonly _tag: Tag }>

/** The conditions that tell most in a title: those on numbers, else the first ones. */
const tellingCells = (definition: AnyDefinition, cells: NamedCells): NamedCells => {
  const inputs = inputsOf(definition)
  const entries = Object.entries(cells)
  const numbers = entries.filter(([column]) => inputs[column]?.kind === "number")
  return Object.fromEntries((numbers.length > 0 ? numbers : entries).slice(0, 3))
}

const inBoth = (say: (language: keyof Sentence) => string): Sentence => ({
  en: say("en"),
  fr: say("fr"),
})

/** The conditions that a title leaves out, and an example of those that it tells. */
const gapWhere = (
  { region, witness }: Tagged<"Gap">,
  definition: AnyDefinition,
  telling: NamedCells,
): { readonly rest: Sentence; readonly example: Sentence } => {
  const others = Object.fromEntries(
    Object.entries(region).filter(([column]) => !(column in telling)),
  )
  return {
    rest: inBoth((language) => conditionsText(definition, others, language)),
    example: inBoth((language) => caseText(definition, witness, language, Object.keys(telling))),
  }
}

const gapWords = (finding: Tagged<"Gap">, definition: AnyDefinition): Said => {
  const telling = tellingCells(definition, finding.region)
  const short = inBoth((language) => conditionsText(definition, telling, language))
  const { example, rest } = gapWhere(finding, definition, telling)
  const isNamed = short.en !== ""
  const repair =
    finding.row === null
      ? {
          en: "No single row closes it: widen one that is there.",
          fr: `Aucune ligne ne le comble seule${nbsp}: élargissez-en une.`,
        }
      : {
          en: "Add the row, or say why it is meant.",
          fr: "Ajoutez la ligne, ou dites pourquoi c’est voulu.",
        }
  return {
    title: {
      en: isNamed ? `Gap: ${short.en}` : "Gap: no row applies at all",
      fr: isNamed ? `Trou${nbsp}: ${short.fr}` : `Trou${nbsp}: aucune ligne ne s’applique`,
    },
    detail: {
      en: `${rest.en === "" ? "No row applies" : `No row applies for ${rest.en}`}${example.en === "" ? "" : `, for example ${example.en}`}. ${repair.en}`,
      fr: `${rest.fr === "" ? "Aucune ligne ne s’applique" : `Aucune ligne ne s’applique pour ${rest.fr}`}${example.fr === "" ? "" : `, par exemple ${example.fr}`}. ${repair.fr}`,
    },
  }
}

const conflictWords = (finding: Tagged<"Conflict">, definition: AnyDefinition): Said => {
  const { differences, line, otherLine, region } = finding
  const [first, second] = [Math.min(line, otherLine), Math.max(line, otherLine)]
  const where = inBoth((language) =>
    conditionsText(definition, tellingCells(definition, region), language),
  )
  const shown = differences.slice(0, 3)
  const say = (language: keyof Sentence): string =>
    shown
      .map(({ column, here, there }) => {
        const [one, other] = line < otherLine ? [here, there] : [there, here]
        const figure = language === "fr" ? frenchFigure : (text: string): string => text
        const or = language === "fr" ? "ou" : "or"
        return `${columnWords(column, language)} ${figure(one)} ${or} ${figure(other)}`
      })
      .join(", ")
  return {
    title: {
      en: `Overlap: rows ${first} and ${second}`,
      fr: `Chevauchement${nbsp}: lignes ${first} et ${second}`,
    },
    detail: {
      en: `Both apply${where.en === "" ? "" : ` to ${where.en}`}, and disagree: ${say("en")}. Narrow one of them.`,
      fr: `Les deux s’appliquent${where.fr === "" ? "" : ` (${where.fr})`} et se contredisent${nbsp}: ${say("fr")}. Limitez l’une des deux.`,
    },
  }
}

const overlapWords = (
  { line, otherLine, region }: Tagged<"Overlap">,
  definition: AnyDefinition,
): Said => {
  const [first, second] = [Math.min(line, otherLine), Math.max(line, otherLine)]
  const where = inBoth((language) =>
    conditionsText(definition, tellingCells(definition, region), language),
  )
  return {
    title: {
      en: `Rows ${first} and ${second} both apply, and agree`,
      fr: `Les lignes ${first} et ${second} s’appliquent, et s’accordent`,
    },
    detail: {
      en: `They say the same${where.en === "" ? "" : ` for ${where.en}`}. It does no harm until one of them is changed alone.`,
      fr: `Elles disent la même chose${where.fr === "" ? "" : ` pour ${where.fr}`}. Sans dommage tant qu’on ne change pas l’une sans l’autre.`,
    },
  }
}

const impossibleWords = ({ conditions }: Tagged<"ImpossibleRow">): Said => {
  const [first] = conditions
  const cell = quotedCell(first?.cell ?? "")
  const column = first?.column ?? ""
  return {
    title: { en: "This row never applies", fr: "Cette ligne ne s’applique jamais" },
    detail: {
      en: `${columnTitle(column, "en")} is never ${cell.en}; allowed: ${first?.allowed ?? ""}. Change the cell, or delete the row.`,
      fr: `${columnTitle(column, "fr")} ne vaut jamais ${cell.fr}\u202f; permis${nbsp}: ${first?.allowed ?? ""}. Changez la cellule, ou supprimez la ligne.`,
    },
  }
}

const shadowedWords = ({ lines }: Tagged<"ShadowedRow">): Said => {
  const rows = rowsText(lines)
  const takes = lines.length === 1 ? "takes" : "take"
  const prend = lines.length === 1 ? "prend" : "prennent"
  const by = lines.length === 0
  return {
    title: { en: "This row never counts", fr: "Cette ligne ne compte jamais" },
    detail: {
      en: `${by ? "Rows above take" : `${rows.en.replace(/^r/, "R")} ${takes}`} everything that it applies to. Move it up, or delete it.`,
      fr: `${by ? "Des lignes plus haut prennent" : `${rows.fr.replace(/^l/, "L")} ${prend}`} tout ce à quoi elle s’applique. Montez-la, ou supprimez-la.`,
    },
  }
}

const missingWords = (
  { otherwise, values }: Tagged<"MissingRow">,
  definition: AnyDefinition,
): Said => {
  const inputs = inputsOf(definition)
  const say = (language: keyof Sentence): string =>
    Object.entries(values)
      .map(([column, cell]) => conditionWords(column, inputs[column], cell, language))
      .join(", ")
  return {
    title: { en: `No row for ${say("en")}`, fr: `Aucune ligne pour ${say("fr")}` },
    detail: {
      en: `Without it, ${otherwise}. Add the row, or say why it is meant.`,
      fr: "Les règles ont besoin de cette ligne. Ajoutez-la, ou dites pourquoi c’est voulu.",
    },
  }
}

const unnamedWords = ({ by, otherwise, values }: Tagged<"UnnamedRow">): Said => {
  const name = Object.values(values).join(" ")
  return {
    title: { en: `Nothing names ${name}`, fr: `Rien ne nomme ${name}` },
    detail: {
      en: `No row of ${by.join(", ")} does: ${otherwise}. Name it there, or delete it.`,
      fr: `Aucune ligne de ${by.join(", ")} ne le fait. Nommez-la là-bas, ou supprimez-la.`,
    },
  }
}

const redundantColumnWords = ({ column, empty }: Tagged<"RedundantColumn">): Said => ({
  title: {
    en: `${columnTitle(column, "en")} decides nothing`,
    fr: `${columnTitle(column, "fr")} ne décide de rien`,
  },
  detail: empty
    ? {
        en: "All its cells are empty. It is there for rows to come.",
        fr: "Toutes ses cellules sont vides. Elle attend des lignes à venir.",
      }
    : {
        en: "Whatever it holds, the answer is the same. Check whether a row lacks a condition.",
        fr: "Quoi qu’elle contienne, la réponse est la même. Vérifiez qu’aucune condition ne manque.",
      },
})

/** What is said of a finding about the rows of one table. */
export const decisionWords = (finding: RowsFinding, texts: CheckedTexts): Said => {
  const definition = texts.definitionOf(finding.file)
  switch (finding._tag) {
    case "StaleGap":
      return {
        title: {
          en: "A gap is declared where there is none",
          fr: "Un trou est déclaré où il n’y en a pas",
        },
        detail: {
          en: `Rows apply to all of it, or nothing asks for it. Its reason was: ${finding.why}. Delete the comment.`,
          fr: `Des lignes s’y appliquent, ou rien ne le demande. Sa raison était${nbsp}: ${finding.why}. Supprimez le commentaire.`,
        },
      }
    case "ImpossibleRow":
      return impossibleWords(finding)
    case "ShadowedRow":
      return shadowedWords(finding)
    case "RepeatedRow":
      return {
        title: {
          en: `Row ${finding.line} repeats row ${finding.otherLine}`,
          fr: `La ligne ${finding.line} répète la ligne ${finding.otherLine}`,
        },
        detail: {
          en: "Both count, so that it counts twice. Delete one of them.",
          fr: "Les deux comptent, donc elle compte double. Supprimez l’une des deux.",
        },
      }
    case "RedundantRow":
      return {
        title: { en: "This row changes nothing", fr: "Cette ligne ne change rien" },
        detail: {
          en: "Without it the table would say the same. Keep it for the reader, or delete it.",
          fr: "Sans elle, la table dirait la même chose. Gardez-la pour le lecteur, ou supprimez-la.",
        },
      }
    case "RedundantColumn":
      return redundantColumnWords(finding)
    case "UnnamedRow":
      return unnamedWords(finding)
    case "Gap":
    case "Conflict":
    case "Overlap":
    case "MissingRow": {
      if (definition === undefined) throw new Error(`no table lies in ${finding.file}`)
      if (finding._tag === "Gap") return gapWords(finding, definition)
      if (finding._tag === "Conflict") return conflictWords(finding, definition)
      if (finding._tag === "Overlap") return overlapWords(finding, definition)
      return missingWords(finding, definition)
    }
  }
}
