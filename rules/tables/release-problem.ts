import { describeTableError, type TableError } from "../../core/table/error.ts"
import { counted } from "../../core/plain-text.ts"
import { narrow, nbsp } from "../../core/vocabulary/french-signs.ts"
import { type TellingInBoth, toldIn } from "../../core/told-by.ts"
import type { WrittenLanguage } from "../../core/vocabulary/written-language.ts"

/** Why something cannot be done with a release. */
export type ReleaseProblem =
  | { readonly _tag: "DayPassed"; readonly effectiveFrom: string }
  /** Who approves has made it, or has asked for its withdrawal. */
  | { readonly _tag: "OwnApproval"; readonly person: string }
  /** Nobody says who acts, where that counts. */
  | { readonly _tag: "NobodyNamed" }
  /** Nobody but its author stands for it on that day. */
  | { readonly _tag: "Unapproved"; readonly author: string; readonly day: string }
  /** A withdrawal that nobody else has approved yet. */
  | { readonly _tag: "WithdrawalWaits"; readonly person: string }
  /** A mistake that the tables would hold with it. */
  | { readonly _tag: "Faulty"; readonly mistake: TableError }
  | { readonly _tag: "SeveralFaulty"; readonly releases: number }
  | { readonly _tag: "Missing"; readonly nearest: string | null }
  | { readonly _tag: "NoneInForce" }
  | { readonly _tag: "Unreadable"; readonly path: string }
  /** The file that cannot be written, and why, in the words of the system. */
  | { readonly _tag: "Unwritable"; readonly path: string; readonly reason: string }
  | { readonly _tag: "Withdrawn"; readonly withdrawnOn: string }

/**
 * Why something cannot be done with a release, as a sentence without its point.
 *
 * ```ts
 * import { releaseProblemText } from "../rules/tables/release-problem.ts"
 *
 * releaseProblemText("spring", { _tag: "Withdrawn", withdrawnOn: "2027-03-01" }, "en") // => "spring was withdrawn on 2027-03-01"
 * releaseProblemText("sprin", { _tag: "Missing", nearest: "spring" }, "fr") // => "La publication sprin n’existe pas\u202f; vouliez-vous dire spring\u202f?"
 * ```
 */
export const releaseProblemText = (
  name: string,
  problem: ReleaseProblem,
  language: WrittenLanguage,
): string => toldIn(language, problemsOf(name), problem)

const problemsOf = (name: string): TellingInBoth<ReleaseProblem> => ({
  DayPassed: {
    en: ({ effectiveFrom }) => `${name} has its day already: ${effectiveFrom}`,
    fr: ({ effectiveFrom }) => `La date de ${name} est déjà passée${nbsp}: ${effectiveFrom}`,
  },
  OwnApproval: {
    en: ({ person }) => `${name} is ${person}’s own: somebody else has to approve it`,
    fr: ({ person }) => `${name} vient de ${person}${nbsp}: une autre personne doit l’approuver`,
  },
  NobodyNamed: {
    en: () => `Say who you are for ${name}: --by "Name <email>", or git’s user.name and user.email`,
    fr: () =>
      `Dites qui vous êtes pour ${name}${nbsp}: --by "Nom <e-mail>", ou user.name et user.email de git`,
  },
  Unapproved: {
    en: ({ author, day }) =>
      `${name} waits until somebody other than ${author} approves it: viatica tables release approve ${name} --from ${day}`,
    fr: ({ author, day }) =>
      `${name} attend qu’une autre personne que ${author} l’approuve${nbsp}: viatica tables release approve ${name} --from ${day}`,
  },
  WithdrawalWaits: {
    en: ({ person }) =>
      `${name} stays in force until somebody other than ${person} approves its withdrawal: viatica tables release approve ${name}`,
    fr: ({ person }) =>
      `${name} reste en vigueur jusqu’à ce qu’une autre personne que ${person} approuve son retrait${nbsp}: viatica tables release approve ${name}`,
  },
  Faulty: {
    en: ({ mistake }) => `${name} is faulty: ${describeTableError(mistake)}`,
    fr: ({ mistake: { file, line } }) =>
      `Les tables contiendraient des erreurs avec ${name}${nbsp}: voir ${file}, ligne ${line}`,
  },
  SeveralFaulty: {
    en: ({ releases }) => counted(releases, "faulty release"),
    fr: ({ releases }) =>
      releases < 2
        ? `${releases} publication avec erreur`
        : `${releases} publications avec erreurs`,
  },
  Missing: {
    en: ({ nearest }) =>
      `There is no release ${JSON.stringify(name)}${nearest === null ? "" : `; did you mean ${nearest}?`}`,
    fr: ({ nearest }) =>
      `La publication ${name} n’existe pas${nearest === null ? "" : `${narrow}; vouliez-vous dire ${nearest}${narrow}?`}`,
  },
  NoneInForce: {
    en: () => "No release is in force; what lies in the folder itself is rolled back with git",
    fr: () =>
      `Aucune publication n’est en vigueur${narrow}; ce qui est dans le dossier lui-même se rétablit avec git`,
  },
  Unreadable: {
    en: ({ path }) => `${path} cannot be read`,
    fr: ({ path }) => `${path} ne se lit pas`,
  },
  Unwritable: {
    en: ({ path, reason }) => `Cannot write ${path}: ${reason}`,
    fr: ({ path, reason }) => `${path} ne peut pas être écrit${nbsp}: ${reason}`,
  },
  Withdrawn: {
    en: ({ withdrawnOn }) => `${name} was withdrawn on ${withdrawnOn}`,
    fr: ({ withdrawnOn }) => `La publication ${name} a été retirée le ${withdrawnOn}`,
  },
})
