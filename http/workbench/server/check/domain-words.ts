import type { Finding } from "../../../../core/check/finding.ts"
import type { Sentence } from "../../protocol/check.ts"
import { columnWords } from "./column-words.ts"
import { compte, nbsp, quotedCell } from "./phrases.ts"
import { counted } from "../../../../core/plain-text.ts"

/** A finding that the rules of a domain make: of texts, of printed lines, of cards, of prices. */
export type DomainFinding = Extract<
  Finding,
  {
    readonly _tag:
      | "UnevenTexts"
      | "MisreadLine"
      | "UnmappedLine"
      | "RicherChoice"
      | "LowerCover"
      | "ImplausiblePrice"
      | "BrokenPriceLaw"
      | "NeedlessException"
  }
>

interface Said {
  readonly title: Sentence
  readonly detail: Sentence
}

const priceWords = (
  finding: Extract<DomainFinding, { readonly _tag: "ImplausiblePrice" }>,
): Said => {
  const { cause, insurer, offers, others, says, trip } = finding
  const [more, autres] =
    others === 0
      ? ["", ""]
      : [
          ` So for ${others} more of the trips that were tried.`,
          ` De même pour ${others} autres voyages essayés.`,
        ]
  return {
    title: {
      en: `A price of ${insurer} cannot be right`,
      fr: `Un prix de ${insurer} ne peut pas être juste`,
    },
    detail: {
      en: `${says}; ${cause} does it. Example: ${trip}.${more}`,
      fr: `Offres concernées${nbsp}: ${offers.join(", ")}. Cause${nbsp}: ${cause}. Exemple${nbsp}: ${trip}.${autres}`,
    },
  }
}

/** The laws of prices as an analyst reads them. */
const lawWords: Readonly<Record<string, Sentence>> = {
  traveller: {
    en: "A traveller more makes a trip cheaper",
    fr: "Un voyageur de plus rend un voyage moins cher",
  },
  day: { en: "A day more makes a trip cheaper", fr: "Un jour de plus rend un voyage moins cher" },
  age: {
    en: "A year of age makes a trip cheaper",
    fr: "Une année d’âge rend un voyage moins cher",
  },
  cancellation: {
    en: "Cancellation cover makes a trip cheaper",
    fr: "L’annulation rend un voyage moins cher",
  },
  extreme_sports: {
    en: "Cover for extreme sports makes a trip cheaper",
    fr: "Les sports extrêmes rendent un voyage moins cher",
  },
  trip_price: {
    en: "A euro more of insured price makes a trip cheaper",
    fr: "Un euro de plus à assurer rend un voyage moins cher",
  },
  cover: {
    en: "An offer that holds more costs less",
    fr: "Une offre qui couvre plus coûte moins cher",
  },
}

const lawSaid = (finding: Extract<DomainFinding, { readonly _tag: "BrokenPriceLaw" }>): Said => {
  const { after, cause, kinds, law, offers, says, trip } = finding
  const [less, moins] =
    after === trip ? ["", ""] : [` Less: ${after}.`, ` Moins cher${nbsp}: ${after}.`]
  return {
    title: lawWords[law] ?? { en: law, fr: law },
    detail: {
      en: `${says.charAt(0).toUpperCase()}${says.slice(1)}; ${cause} does it. Example: ${trip}.${less} So in ${counted(kinds, "kind")} of trips.`,
      fr: `Offres concernées${nbsp}: ${offers.join(", ")}. Cause${nbsp}: ${cause}. Exemple${nbsp}: ${trip}.${moins} De même dans ${compte(kinds, "sorte")} de voyages.`,
    },
  }
}

const lowerWords = (finding: Extract<DomainFinding, { readonly _tag: "LowerCover" }>): Said => {
  const { covers, guarantee, lower, lowerCovers, offer, otherLine } = finding
  return {
    title: {
      en: `${offer} covers ${guarantee} less than ${lower}`,
      fr: `${offer} couvre ${guarantee} moins que ${lower}`,
    },
    detail: {
      en: `${covers} here, ${lowerCovers} in the plan below it (row ${otherLine}). Correct one of them.`,
      fr: `${covers} ici, ${lowerCovers} dans la formule inférieure (ligne ${otherLine}). Corrigez l’une des deux.`,
    },
  }
}

/** What is said of a finding that the rules of a domain make. */
export const domainWords = (finding: DomainFinding): Said => {
  switch (finding._tag) {
    case "UnevenTexts": {
      const say = (language: keyof Sentence): string =>
        finding.lacking
          .map(({ column, values }) => {
            const names = values.map((name) => `{${name}}`).join(", ")
            const name = columnWords(column, language)
            return language === "fr" ? `${name} omet ${names}` : `${name} leaves out ${names}`
          })
          .join(", ")
      return {
        title: {
          en: "The languages do not show the same",
          fr: "Les langues ne montrent pas la même chose",
        },
        detail: {
          en: `${say("en")}. Put it into that text as well, or take it out of the others.`,
          fr: `${say("fr")}. Mettez-le aussi dans ce texte, ou retirez-le des autres.`,
        },
      }
    }
    case "MisreadLine": {
      const printed = quotedCell(finding.printed)
      return {
        title: { en: `${printed.en} is misread`, fr: `${printed.fr} est mal lu` },
        detail: {
          en: `It should read as ${finding.expected}, and reads as ${finding.read}. Correct the phrase, or what is expected.`,
          fr: `Attendu${nbsp}: ${finding.expected}. Lu${nbsp}: ${finding.read}. Corrigez la tournure, ou ce qui est attendu.`,
        },
      }
    }
    case "UnmappedLine": {
      const printed = quotedCell(finding.printed)
      return {
        title: {
          en: `${printed.en} is no known phrase`,
          fr: `${printed.fr} est une tournure inconnue`,
        },
        detail: {
          en: "It counts as not covered. Add the phrase to printed/phrases.csv.",
          fr: "Elle compte comme non couverte. Ajoutez la tournure à printed/phrases.csv.",
        },
      }
    }
    case "RicherChoice": {
      const { chosen, held, other, otherHeld } = finding
      return {
        title: { en: `${chosen} holds more than ${other}`, fr: `${chosen} a plus que ${other}` },
        detail: {
          en: `It stands for cards of its bank, network and range, with ${held} covers against ${otherHeld}. Find out more, or give a rank.`,
          fr: `Elle représente les cartes de sa banque, de son réseau et de sa gamme, avec ${held} garanties contre ${otherHeld}. Cherchez-en plus, ou donnez un rang.`,
        },
      }
    }
    case "LowerCover":
      return lowerWords(finding)
    case "ImplausiblePrice":
      return priceWords(finding)
    case "BrokenPriceLaw":
      return lawSaid(finding)
    case "NeedlessException":
      return {
        title: { en: "Nothing needs this exception", fr: "Rien n’a besoin de cette exception" },
        detail: {
          en: `Without it no price would break the law: ${finding.reason}. Take the row out, or narrow it.`,
          fr: `Sans elle, aucun prix n’enfreindrait la loi${nbsp}: ${finding.reason}. Retirez la ligne, ou précisez-la.`,
        },
      }
  }
}
