import type { MeaningFinding } from "../../../../core/check/describe-meaning.ts"
import type { AnyDefinition } from "../../../../core/table/load.ts"
import type { Sentence } from "../../protocol/check.ts"
import type { CheckedTexts } from "./checked-texts.ts"
import { caseText, columnTitle, columnWords } from "./column-words.ts"
import { compte, frenchFigure, nbsp, percentText, quotedCell } from "./phrases.ts"
import { counted } from "../../../../core/plain-text.ts"

interface Said {
  readonly title: Sentence
  readonly detail: Sentence
}

type Tagged<Tag extends MeaningFinding["_tag"]> = Extract<MeaningFinding, { readonly _tag: Tag }>

/** What it means that a sum falls or rises along a column, in a title. */
const stepTitles: Readonly<Record<string, Readonly<Record<"falls" | "rises", Sentence>>>> = {
  days: {
    falls: { en: "A longer trip costs less", fr: "Un voyage plus long coûte moins" },
    rises: { en: "A longer trip costs more", fr: "Un voyage plus long coûte plus" },
  },
  age: {
    falls: { en: "An older traveller pays less", fr: "Un voyageur plus âgé paie moins" },
    rises: { en: "An older traveller pays more", fr: "Un voyageur plus âgé paie plus" },
  },
  oldest_age: {
    falls: { en: "An older traveller pays less", fr: "Un voyageur plus âgé paie moins" },
    rises: { en: "An older traveller pays more", fr: "Un voyageur plus âgé paie plus" },
  },
  zone: {
    falls: { en: "A wider zone costs less", fr: "Une zone plus large coûte moins" },
    rises: { en: "A wider zone costs more", fr: "Une zone plus large coûte plus" },
  },
}

const otherTitle = (over: string, never: "falls" | "rises"): Sentence => ({
  en: `The figure ${never} as ${columnWords(over, "en")} rises`,
  fr: `Le chiffre ${never === "falls" ? "baisse" : "monte"} quand ${columnWords(over, "fr")} monte`,
})

/** From where to where a promise is broken, such as `from day 31 to day 32`. */
const wayWords = (over: string, from: string, to: string): Sentence => {
  if (over === "days") {
    return { en: `From day ${from} to day ${to}`, fr: `Du jour ${from} au jour ${to}` }
  }
  if (over === "age" || over === "oldest_age") {
    return { en: `From age ${from} to ${to}`, fr: `De ${from} à ${to} ans` }
  }
  const [first, last] = [from, to].map((at) => at.replaceAll("_", " "))
  return {
    en: `From ${columnWords(over, "en")} ${first} to ${last}`,
    fr: `Pour ${columnWords(over, "fr")}, de ${first} à ${last}`,
  }
}

const promiseWords = (
  { from, never, over, to, witness }: Tagged<"BrokenPromise">,
  definition: AnyDefinition,
): Said => {
  const way = wayWords(over, from.at, to.at)
  const columns = Object.keys(witness).filter((column) => column !== over)
  const example = (language: keyof Sentence): string =>
    caseText(definition, witness, language, columns)
  const verb = never === "falls" ? ["falls", "baisse"] : ["rises", "monte"]
  return {
    title: stepTitles[over]?.[never] ?? otherTitle(over, never),
    detail: {
      en: `${way.en} it ${verb[0]} from ${from.value} to ${to.value}${columns.length === 0 ? "" : ` (${example("en")})`}. The table promises that it never does.`,
      fr: `${way.fr}, on passe de ${frenchFigure(from.value)} à ${frenchFigure(to.value)}${columns.length === 0 ? "" : ` (${example("fr")})`}. La table promet que le chiffre ne ${verb[1]} jamais.`,
    },
  }
}

const outlierWords = ({ cell, column, is, median, others, times }: Tagged<"Outlier">): Said => ({
  title: {
    en: `${cell} lies far from its neighbours`,
    fr: `${frenchFigure(cell)} est loin de ses voisins`,
  },
  detail: {
    en: `${columnTitle(column, "en")}: ${counted(others, "other row")} ${others === 1 ? "lies" : "lie"} around ${median}, and this one is ${is === "above" ? `more than ${times} times that` : `less than 1/${times} of it`}. Correct it, or say why it is meant.`,
    fr: `${columnTitle(column, "fr")}${nbsp}: ${others} ${others < 2 ? "autre ligne tourne" : "autres lignes tournent"} autour de ${frenchFigure(median)}, et celle-ci est ${is === "above" ? `plus de ${times} fois au-dessus` : `plus de ${times} fois en dessous`}. Corrigez-la, ou dites pourquoi c’est voulu.`,
  },
})

const jumpWords = (finding: Tagged<"Jump">): Said => {
  const { base, before, boundBps, cell, column, days, movedBps } = finding
  const [moved, bound] = [percentText(movedBps), percentText(boundBps)]
  return {
    title: {
      en: `${before} became ${cell}`,
      fr: `${frenchFigure(before)} est devenu ${frenchFigure(cell)}`,
    },
    detail: {
      en: `${columnTitle(column, "en")} moved by ${moved.en} since ${base}; ${bound.en} would be usual in ${counted(days, "day")}. Correct it, or say why it is meant.`,
      fr: `${columnTitle(column, "fr")} a bougé de ${moved.fr} depuis ${base}\u202f; ${bound.fr} serait habituel en ${compte(days, "jour")}. Corrigez, ou dites pourquoi c’est voulu.`,
    },
  }
}

const oldDayWords = ({ ageDays, cell, daysMax, others }: Tagged<"OldDay">): Said => {
  const [also, aussi] =
    others === 0
      ? ["", ""]
      : [
          ` ${counted(others, "other row")} ${others === 1 ? "is" : "are"} of the same day.`,
          ` ${others} ${others === 1 ? "autre ligne est" : "autres lignes sont"} du même jour.`,
        ]
  return {
    title: {
      en: `${cell} is ${counted(ageDays, "day")} ago`,
      fr: `${cell} date de ${compte(ageDays, "jour")}`,
    },
    detail: {
      en: `At most ${counted(daysMax, "day")} would be usual.${also} Renew the figure, or say why it is meant.`,
      fr: `Au plus ${compte(daysMax, "jour")} serait habituel.${aussi} Renouvelez le chiffre, ou dites pourquoi c’est voulu.`,
    },
  }
}

const untoldWords = ({ table, terms }: Tagged<"UntoldTerms">): Said => ({
  title: {
    en: `No row tells ${terms.join(", ")}`,
    fr: `Aucune ligne ne dit ${terms.join(", ")}`,
  },
  detail: {
    en: `The condition states it, and ${table} has no such row. Add it there, or say why it is meant.`,
    fr: `La condition le dit, et ${table} n’a pas cette ligne. Ajoutez-la là-bas, ou dites pourquoi c’est voulu.`,
  },
})

const unreadWords = ({ clauses }: Tagged<"UnreadCondition">): Said => {
  const [first = ""] = clauses
  const clause = quotedCell(first)
  return {
    title: { en: `${clause.en} is not understood`, fr: `${clause.fr} n’est pas compris` },
    detail: {
      en: "No reading tells this part of the condition. Word it as other rows do.",
      fr: "Aucun bilan ne dit cette partie de la condition. Écrivez-la comme d’autres lignes.",
    },
  }
}

const fileWords = ({ cell, folder, nearest }: Tagged<"MissingFile">): Said => ({
  title: { en: `${cell} is not there`, fr: `${cell} n’existe pas` },
  detail: {
    en: `No such file lies in ${folder}/.${nearest === null ? " Put it there, or leave the cell empty." : ` Did you mean ${nearest}?`}`,
    fr: `Aucun fichier de ce nom dans ${folder}/.${nearest === null ? " Mettez-le là, ou laissez la cellule vide." : ` Vouliez-vous dire ${nearest}\u202f?`}`,
  },
})

/** What is said of a finding about what a value means. */
export const meaningWords = (finding: MeaningFinding, texts: CheckedTexts): Said => {
  switch (finding._tag) {
    case "BrokenPromise": {
      const definition = texts.definitionOf(finding.file)
      if (definition === undefined) throw new Error(`no table lies in ${finding.file}`)
      return promiseWords(finding, definition)
    }
    case "Outlier":
      return outlierWords(finding)
    case "Jump":
      return jumpWords(finding)
    case "OldDay":
      return oldDayWords(finding)
    case "StaleMeant":
      return {
        title: {
          en: "A value is declared as meant, and nothing asks for it",
          fr: "Une valeur est déclarée voulue, et rien ne le demande",
        },
        detail: {
          en: `Its reason was: ${finding.why}. Delete the comment.`,
          fr: `Sa raison était${nbsp}: ${finding.why}. Supprimez le commentaire.`,
        },
      }
    case "MissingFile":
      return fileWords(finding)
    case "UntoldTerms":
      return untoldWords(finding)
    case "UnreadCondition":
      return unreadWords(finding)
  }
}
