import { severityOf } from "../../../../core/check/severity.ts"
import type { Finding } from "../../../../core/check/finding.ts"
import type { Sentence } from "../../protocol/check.ts"
import type { CheckedTexts } from "./checked-texts.ts"
import { decisionWords } from "./decision-words.ts"
import { domainWords } from "./domain-words.ts"
import { meaningWords } from "./meaning-words.ts"
import { mistakeWords } from "./mistake-words.ts"
import { compte, nbsp } from "./phrases.ts"
import { counted } from "../../../../core/plain-text.ts"

/** What is said of a finding: in short, and with its reason and what one can do. */
export interface FindingWords {
  readonly title: Sentence
  readonly detail: Sentence
}

const questionWords: Readonly<Record<Extract<Finding, { _tag: "Unknown" }>["question"], Sentence>> =
  {
    gaps: { en: "gaps", fr: "les trous" },
    overlaps: { en: "overlaps", fr: "les chevauchements" },
    "unreachable rows": { en: "rows that never apply", fr: "les lignes qui ne servent jamais" },
    "redundant columns": { en: "columns that decide nothing", fr: "les colonnes sans effet" },
    "redundant rows": { en: "rows that change nothing", fr: "les lignes sans effet" },
    "required rows": { en: "missing rows", fr: "les lignes qui manquent" },
    "named rows": { en: "rows that nothing names", fr: "les lignes que rien ne nomme" },
    "broken promises": { en: "broken promises", fr: "les promesses rompues" },
    outliers: { en: "figures far from others", fr: "les chiffres loin des autres" },
    jumps: { en: "figures that moved far", fr: "les chiffres qui ont beaucoup changé" },
    "old days": { en: "old days", fr: "les dates anciennes" },
    "named files": { en: "missing files", fr: "les fichiers qui manquent" },
    "price laws": { en: "laws of prices", fr: "les lois des prix" },
  }

const unknownWords = ({
  question,
  reason,
}: Extract<Finding, { readonly _tag: "Unknown" }>): FindingWords => {
  const asked = questionWords[question]
  const title = {
    en: `Not known: ${asked.en}`,
    fr: `Non vérifié${nbsp}: ${asked.fr}`,
  }
  if (reason._tag === "Mistakes") {
    const files = [...new Set(reason.files)].join(", ")
    return {
      title,
      detail: {
        en: `They cannot be looked for while ${files} holds mistakes. Repair those first.`,
        fr: `Impossible à chercher tant que ${files} contient des erreurs. Réparez-les d’abord.`,
      },
    }
  }
  return {
    title,
    detail: {
      en: "The search took too long and was cut short. The command line can look longer.",
      fr: "La recherche était trop longue et s’est arrêtée. La ligne de commande peut chercher plus longtemps.",
    },
  }
}

const moreWords = (finding: Extract<Finding, { readonly _tag: "More" }>): FindingWords => {
  const { others } = finding
  const isError = severityOf(finding) === "error"
  const [noun, nom] = isError ? ["error", "erreur"] : ["finding", "remarque"]
  return {
    title: {
      en: others === null ? "There are more of this kind" : `${counted(others, `more ${noun}`)}`,
      fr: others === null ? "Il y en a d’autres de ce genre" : `${compte(others, nom)} de plus`,
    },
    detail: {
      en: "Only the first ones of each kind are listed. Repair those, and the others show.",
      fr: "Seuls les premiers de chaque genre sont listés. Réparez-les, les autres apparaîtront.",
    },
  }
}

/** What is said of a finding, written for an analyst: figure, reason, what one can do. */
export const findingWords = (finding: Finding, texts: CheckedTexts): FindingWords => {
  switch (finding._tag) {
    case "BadDirective":
      return {
        title: {
          en: "A comment that declares something cannot be read",
          fr: "Un commentaire qui déclare quelque chose ne se lit pas",
        },
        detail: mistakeWords(finding.error).detail,
      }
    case "More":
      return moreWords(finding)
    case "Unknown":
      return unknownWords(finding)
    case "Gap":
    case "StaleGap":
    case "Conflict":
    case "Overlap":
    case "ImpossibleRow":
    case "ShadowedRow":
    case "RepeatedRow":
    case "RedundantColumn":
    case "RedundantRow":
    case "MissingRow":
    case "UnnamedRow":
      return decisionWords(finding, texts)
    case "BrokenPromise":
    case "Outlier":
    case "Jump":
    case "OldDay":
    case "StaleMeant":
    case "MissingFile":
    case "UntoldTerms":
    case "UnreadCondition":
      return meaningWords(finding, texts)
    case "UnevenTexts":
    case "MisreadLine":
    case "UnmappedLine":
    case "RicherChoice":
    case "LowerCover":
    case "ImplausiblePrice":
    case "BrokenPriceLaw":
    case "NeedlessException":
      return domainWords(finding)
  }
}
