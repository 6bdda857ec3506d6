import type { BandProblem } from "../../../core/editing/split-rows.ts"
import { type TellingOf, toldBy } from "../../../core/told-by.ts"
import type { InBoth } from "../../../core/vocabulary/written-language.ts"
import { describeTableExpectation, type TableExpectation } from "../../../core/table/expectation.ts"
import { describeExpectationInFrench } from "../../../core/table/expectation-french.ts"
import type { UnansweredFacts } from "../../../rules/changes/loaded-versions.ts"
import { type CopyProblem, copyProblemText } from "../../../rules/tables/copy-problem.ts"
import { type ReleaseProblem, releaseProblemText } from "../../../rules/tables/release-problem.ts"
import type { RepositoryProblem } from "../../../rules/changes/reviewed-change.ts"
import type { TableRole } from "../../../rules/accounts/person.ts"
import type { CallRefusal } from "./call.ts"
import { dayMonthIn } from "./day-text.ts"

/** What the sentence of each refusal is made of. */
export interface RefusalFacts extends UnansweredFacts {
  // Edits of tables.
  readonly EditConflict: {
    readonly file: string
    /** Under which name the edit waits. */
    readonly conflict: string
    readonly rows: number
  }
  readonly EditOutdated: OfFile
  readonly EditMisplaced: OfFile
  readonly ChangedOnDisk: OfFile
  readonly FileUnwritable: OfFile & { readonly reason: string }
  readonly NoSuchConflict: { readonly id: string }
  readonly NoSuchTable: OfFile
  readonly NoSuchColumn: OfFile & { readonly column: string }
  readonly TableNotAsked: OfFile
  readonly NoFactor: { readonly written: string }
  readonly NotMultiplied: {
    readonly line: number
    readonly column: string
    readonly text: string
  }
  /** What was typed is no number to cut at. */
  readonly NoCut: { readonly written: string }
  readonly BandsStay: { readonly problem: BandProblem }
  readonly NotCopied: { readonly problem: CopyProblem }
  readonly DraftUnfinished: { readonly missing: number }
  readonly TableMisshapen: {
    readonly mistake: string
    /** The same in French. */
    readonly mistakeFr: string
  }
  readonly NoStep: {}
  readonly NoSuchBase: {
    readonly base: string
    readonly problem: "emptyFolder" | "noRepository" | "noRevision" | "noTables"
  }
  readonly StepLost: OfFile
  readonly CommentMisplaced: OfFile & { readonly line: number }
  readonly FigureUnreadable: OfFile & {
    readonly column: string
    readonly text: string
    readonly expected: TableExpectation
  }

  // Cases.
  readonly WordsMissing: { readonly field: "about" | "name" | "reason" }

  // Commits and reviews.
  readonly NothingToCommit: {}
  readonly ErrorsBlock: { readonly errors: number }
  readonly WarningsUnexplained: { readonly warnings: number }
  readonly ChangeUnnamed: {}
  readonly NothingSaid: {}
  readonly NoSuchComment: { readonly id: string }
  readonly ChangeUncommitted: { readonly files: number }
  readonly OwnApproval: { readonly name: string }
  readonly NothingToApprove: {}
  readonly NobodyNamed: {}
  readonly RepositoryBusy: { readonly problem: RepositoryProblem }
  /** Git's own words, or those of a hook. */
  readonly GitRefused: { readonly doing: string; readonly words: string }
  readonly GitUnavailable: { readonly reason: string | null }

  // Releases.
  readonly DayUnusable: { readonly day: string; readonly today: string }
  readonly ReleaseMisnamed: { readonly name: string }
  readonly ReleaseThere: { readonly name: string }
  readonly NothingToRelease: {}
  readonly TableUnreleasable: OfFile
  readonly ReleaseFaulty: {
    readonly name: string
    readonly mistake: string
    /** The same in French. */
    readonly mistakeFr: string
    readonly mistakes: number
  }
  readonly TablesMoved: {}
  readonly ReleaseRefused: { readonly release: string; readonly problem: ReleaseProblem }

  // The workbench itself.
  /** Why the thread of an engine came to an end, in the words of the system; null where it just ended. */
  readonly EngineStopped: { readonly reason: string | null }

  // A workbench for a team.
  readonly SignedOut: {}
  /** Which role it takes; any, where there are several that do. */
  readonly RoleMissing: { readonly needs: TableRole | "any" }
  readonly TrunkKept: { readonly branch: string }
}

/** What a call is refused for. */
export type RefusalCode = keyof RefusalFacts

/** What a refusal says, in a language of the page; one without words here says its own, in English. */
export const refusalText = (
  { code, facts, message }: CallRefusal,
  language: keyof InBoth<string>,
): string => {
  if (!Object.hasOwn(sentences, code)) return message
  const tell = sentences[code as RefusalCode][language] as (facts: CallRefusal["facts"]) => string
  return tell(facts)
}

/** The English sentence of a refusal. */
export const refusalSentence = <Code extends RefusalCode>(
  code: Code,
  facts: RefusalFacts[Code],
): string => (sentences[code].en as (facts: RefusalFacts[Code]) => string)(facts)

interface OfFile {
  readonly file: string
}

const roleNeeded: Readonly<Record<RefusalFacts["RoleMissing"]["needs"], InBoth<string>>> = {
  analyst: {
    en: "Analysts edit tables here, and you are not one of them. Nothing has changed.",
    fr: "Ici, les analystes modifient les tables, et vous n’en êtes pas. Rien n’a changé.",
  },
  approver: {
    en: "Approvers approve changes here, and you are not one of them. Nothing has changed.",
    fr: "Ici, les approbateurs valident les changements, et vous n’en êtes pas. Rien n’a changé.",
  },
  any: {
    en: "You may read here. Analysts and approvers take part; nothing has changed.",
    fr: "Vous pouvez lire ici. Analystes et approbateurs participent\u202f; rien n’a changé.",
  },
}

const bandProblems: InBoth<TellingOf<BandProblem>> = {
  en: {
    NoBands: ({ column }) => `${column} has no bands.`,
    NothingToCut: ({ at, column }) =>
      `No row is split at ${at}: each lies on one side of it by ${column}. Choose a number inside a band.`,
    NothingToMerge: ({ column }) =>
      `None of these rows differ in ${column} alone by bands that touch.`,
  },
  fr: {
    NoBands: ({ column }) => `${column} n’a pas de tranches.`,
    NothingToCut: ({ at, column }) =>
      `Aucune ligne n’est coupée à ${at}\u00a0: chacune est d’un côté, par ${column}. Choisissez un nombre à l’intérieur d’une tranche.`,
    NothingToMerge: ({ column }) =>
      `Aucune de ces lignes ne diffère par ${column} seulement, avec des tranches qui se touchent.`,
  },
}

const problems: Readonly<Record<RepositoryProblem, InBoth<string>>> = {
  "no-git": { en: "git is not installed here.", fr: "git n’est pas installé ici." },
  "no-repository": {
    en: "The tables are in no git repository.",
    fr: "Les tables ne sont dans aucun dépôt.",
  },
  merge: { en: "A merge is under way.", fr: "Une fusion est en cours." },
  rebase: { en: "A rebase is under way.", fr: "Un «\u00a0rebase\u00a0» est en cours." },
  "cherry-pick": {
    en: "A cherry-pick is under way.",
    fr: "Un «\u00a0cherry-pick\u00a0» est en cours.",
  },
  revert: { en: "A revert is under way.", fr: "Un «\u00a0revert\u00a0» est en cours." },
}

/** A sentence with its end; a question has one. */
const ended = (sentence: string): string => (sentence.endsWith("?") ? sentence : `${sentence}.`)

/** The sentences of all refusals. */
const sentences: {
  readonly [Code in RefusalCode]: InBoth<(facts: RefusalFacts[Code]) => string>
} = {
  EditConflict: {
    en: ({ file }) => `${file} has changed on disk in the same rows. Choose what each is to say.`,
    fr: ({ file }) =>
      `${file} a changé sur le disque dans les mêmes lignes. Choisissez ce que chacune doit dire.`,
  },
  EditOutdated: {
    en: ({ file }) => `${file} has changed too much meanwhile. Nothing was written; edit it again.`,
    fr: ({ file }) =>
      `${file} a trop changé entre-temps. Rien n’a été écrit\u202f; recommencez la modification.`,
  },
  EditMisplaced: {
    en: ({ file }) => `${file} no longer has that row or column. Nothing was written.`,
    fr: ({ file }) => `${file} n’a plus cette ligne ou cette colonne. Rien n’a été écrit.`,
  },
  ChangedOnDisk: {
    en: ({ file }) => `${file} has changed on disk meanwhile. Nothing was written.`,
    fr: ({ file }) => `${file} a changé sur le disque entre-temps. Rien n’a été écrit.`,
  },
  FileUnwritable: {
    en: ({ file, reason }) => `${file} cannot be written: ${reason}`,
    fr: ({ file, reason }) => `Impossible d’écrire ${file}\u00a0: ${reason}`,
  },
  NoSuchConflict: {
    en: () => "Nothing waits for a choice any more.",
    fr: () => "Plus rien n’attend de choix.",
  },
  NoSuchTable: {
    en: ({ file }) => `There is no table ${file}.`,
    fr: ({ file }) => `Il n’y a pas de table ${file}.`,
  },
  NoFactor: {
    en: ({ written }) =>
      `“${written}” is not a figure to multiply by. Enter one such as 5 or 1.05.`,
    fr: ({ written }) =>
      `«\u00a0${written}\u00a0» n’est pas un nombre par lequel multiplier. Écrivez par exemple 5 ou 1,05.`,
  },
  NoCut: {
    en: ({ written }) =>
      `“${written}” is no number to split at. Enter the one with which the upper part begins, such as 60.`,
    fr: ({ written }) =>
      `«\u00a0${written}\u00a0» n’est pas un nombre où couper. Écrivez celui où commence la partie haute, par exemple 60.`,
  },
  BandsStay: {
    en: ({ problem }) => toldBy(bandProblems.en, problem),
    fr: ({ problem }) => toldBy(bandProblems.fr, problem),
  },
  NotCopied: {
    en: ({ problem }) => `Nothing is copied: ${ended(copyProblemText(problem, "en"))}`,
    fr: ({ problem }) => `Rien n’est copié\u00a0: ${ended(copyProblemText(problem, "fr"))}`,
  },
  DraftUnfinished: {
    en: ({ missing }) =>
      `Nothing was added: ${missing === 1 ? "1 fact is" : `${missing} facts are`} missing.`,
    fr: ({ missing }) =>
      `Rien n’a été ajouté\u00a0: il manque ${missing === 1 ? "1 donnée" : `${missing} données`}.`,
  },
  NotMultiplied: {
    en: ({ column, line, text }) =>
      `A cell cannot be multiplied: ${column} of row ${line} is no decimal but “${text}”.`,
    fr: ({ column, line, text }) =>
      `Une cellule ne peut pas être multipliée\u00a0: ${column} de la ligne ${line} n’est pas un nombre décimal mais «\u00a0${text}\u00a0».`,
  },
  NoStep: {
    en: () => "There is no step left.",
    fr: () => "Il n’y a plus d’étape.",
  },
  NoSuchBase: {
    en: ({ base, problem }) =>
      problem === "noRepository"
        ? "The tables are in no repository, so there is no other version to compare with."
        : problem === "noRevision"
          ? `The repository has no branch, tag or commit “${base}”.`
          : `“${base}” has no tables in this place.`,
    fr: ({ base, problem }) =>
      problem === "noRepository"
        ? "Les tables ne sont dans aucun dépôt\u00a0: il n’y a pas d’autre version à comparer."
        : problem === "noRevision"
          ? `Le dépôt n’a ni branche, ni étiquette, ni commit «\u00a0${base}\u00a0».`
          : `«\u00a0${base}\u00a0» n’a pas de tables à cet endroit.`,
  },
  StepLost: {
    en: ({ file }) =>
      `${file} has changed on disk where that step was made; it can no longer be undone or redone.`,
    fr: ({ file }) =>
      `${file} a changé sur le disque à l’endroit de cette étape\u202f; elle ne peut plus être annulée ni rétablie.`,
  },

  TableNotAsked: {
    en: ({ file }) =>
      `${file} is asked nothing about this traveller, so that there is no case of it.`,
    fr: ({ file }) =>
      `${file} n’est pas interrogée sur ce voyageur\u202f; il n’y a donc pas de cas d’essai.`,
  },
  NoSuchColumn: {
    en: ({ column, file }) => `${file} has no column ${column}.`,
    fr: ({ column, file }) => `${file} n’a pas de colonne ${column}.`,
  },
  CommentMisplaced: {
    en: ({ file, line }) =>
      `No comment can be written or deleted at line ${line} of ${file}. Look at the table again.`,
    fr: ({ file, line }) =>
      `Aucun commentaire ne peut être écrit ou supprimé à la ligne ${line} de ${file}. Regardez la table à nouveau.`,
  },
  FigureUnreadable: {
    en: ({ column, expected, text }) =>
      `${column} takes ${describeTableExpectation(expected)}, not “${text}”. FIGURE_UNREADABLE`,
    fr: ({ column, expected, text }) =>
      `La colonne ${column} prend ${describeExpectationInFrench(expected)}, et non «\u00a0${text}\u00a0». FIGURE_UNREADABLE`,
  },
  CaseNameTaken: {
    en: () => "There is a case by that name already. Choose another.",
    fr: () => "Un cas porte déjà ce nom. Choisissez-en un autre.",
  },
  CaseUnreadable: {
    en: () => "This traveller cannot be written as a case. Look at the fields with a mistake.",
    fr: () => "Ce voyageur ne peut pas devenir un cas. Voyez les champs signalés.",
  },
  NoSuchCase: {
    en: () => "There is no such case any more.",
    fr: () => "Ce cas n’existe plus.",
  },
  NoSuchOffer: {
    en: ({ offerId }) => `No tariff prices an offer ${offerId}.`,
    fr: ({ offerId }) => `Aucun tarif ne donne de prix à une offre ${offerId}.`,
  },
  NoBilan: {
    en: ({ error }) => `No bilan can be made: ${error}`,
    fr: ({ error }) => `Aucun bilan n’est possible\u00a0: ${error}`,
  },
  OutcomesUnreadable: {
    en: () => "The file of accepted outcomes is not JSON. Fix corpus/case_outcomes.json first.",
    fr: () =>
      "Le fichier des résultats acceptés n’est pas du JSON. Réparez d’abord corpus/case_outcomes.json.",
  },
  TablesBroken: {
    en: () => "The tables contain a mistake. Fix it first.",
    fr: () => "Les tables contiennent une erreur. Corrigez-la d’abord.",
  },
  WordsMissing: {
    en: ({ field }) =>
      field === "name" ? "The case needs a name." : "Say why, in a few words, before it is kept.",
    fr: ({ field }) =>
      field === "name" ? "Le cas a besoin d’un nom." : "Dites pourquoi, en quelques mots.",
  },
  NothingToCommit: {
    en: () => "Everything is committed already.",
    fr: () => "Tout est déjà enregistré.",
  },
  ErrorsBlock: {
    en: ({ errors }) => `Fix ${errors} errors first: nobody should have to review those.`,
    fr: ({ errors }) =>
      `Corrigez d’abord les erreurs (${errors})\u00a0: personne ne doit relire cela.`,
  },
  WarningsUnexplained: {
    en: ({ warnings }) => `${warnings} warnings need a reason.`,
    fr: ({ warnings }) => `Motif manquant pour des avertissements (${warnings}).`,
  },
  ChangeUnnamed: {
    en: () => "Give the change a name; a branch of that name keeps it apart.",
    fr: () => "Donnez un nom au changement\u202f; une branche de ce nom le garde à part.",
  },
  NothingSaid: { en: () => "Write something first.", fr: () => "Écrivez d’abord quelque chose." },
  NoSuchComment: {
    en: () => "That comment is no longer there.",
    fr: () => "Ce commentaire n’existe plus.",
  },
  ChangeUncommitted: {
    en: ({ files }) => `${files} files are not committed yet. Commit them first.`,
    fr: ({ files }) => `Fichiers non enregistrés\u00a0: ${files}. Enregistrez-les d’abord.`,
  },
  OwnApproval: {
    en: ({ name }) => `${name} changed these tables; a colleague approves them.`,
    fr: ({ name }) => `${name} a modifié ces tables\u202f; un collègue les approuve.`,
  },
  NothingToApprove: {
    en: () => "No table has changed.",
    fr: () => "Aucune table n’a changé.",
  },
  NobodyNamed: {
    en: () => "Say who you are, with a name and an email address.",
    fr: () => "Dites qui vous êtes, avec nom et adresse.",
  },
  RepositoryBusy: {
    en: ({ problem }) => `${problems[problem].en} Finish it first, then commit.`,
    fr: ({ problem }) => `${problems[problem].fr} Terminez d’abord, puis enregistrez.`,
  },
  GitRefused: {
    en: ({ words }) => `git refuses, in its own words:\n${words}`,
    fr: ({ words }) => `git refuse, dans ses propres mots\u00a0:\n${words}`,
  },
  GitUnavailable: {
    en: ({ reason }) => `git cannot be run: ${reason ?? "it is not installed"}.`,
    fr: ({ reason }) => `git ne peut pas être lancé\u00a0: ${reason ?? "il n’est pas installé"}.`,
  },
  DayUnusable: {
    en: ({ today }) => `Choose a day from ${dayMonthIn(today, "en")} on.`,
    fr: ({ today }) => `Choisissez une date à partir du ${dayMonthIn(today, "fr")}.`,
  },
  ReleaseMisnamed: {
    en: () =>
      "A release is named with lower-case letters, digits and hyphens, such as 2027-01-tariffs.",
    fr: () =>
      "Le nom d’une publication s’écrit en minuscules, chiffres et traits d’union, comme 2027-01-tarifs.",
  },
  ReleaseThere: {
    en: ({ name }) => `There is already a release ${name}. Choose another name.`,
    fr: ({ name }) => `La publication ${name} existe déjà. Choisissez un autre nom.`,
  },
  NothingToRelease: {
    en: () => "No table has changed, so there is nothing to release.",
    fr: () => "Aucune table n’a changé\u00a0: il n’y a rien à publier.",
  },
  TableMisshapen: {
    en: ({ mistake }) => `The table cannot be so: ${mistake}.`,
    fr: ({ mistakeFr }) => `La table ne peut pas être ainsi\u00a0: ${mistakeFr}`,
  },
  TableUnreleasable: {
    en: ({ file }) =>
      `${file} cannot wait in a release. Put the change in force at once, or take it back there.`,
    fr: ({ file }) =>
      `${file} ne peut pas attendre dans une publication. Mettez le changement en vigueur tout de suite, ou revenez en arrière dans cette table.`,
  },
  ReleaseFaulty: {
    en: ({ mistake }) => `The tables would contain a mistake with it: ${mistake}.`,
    fr: ({ mistakeFr }) => `Les tables contiendraient une erreur\u00a0: ${mistakeFr}`,
  },
  TablesMoved: {
    en: () => "The tables have changed meanwhile; nothing was written. Try again.",
    fr: () => "Les tables ont changé entre-temps\u202f; rien n’a été écrit. Réessayez.",
  },
  ReleaseRefused: {
    en: ({ problem, release }) => ended(releaseProblemText(release, problem, "en")),
    fr: ({ problem, release }) => ended(releaseProblemText(release, problem, "fr")),
  },
  SignedOut: {
    en: () =>
      "You are signed out. Load the page again to sign in; what has a mark of being saved is saved.",
    fr: () =>
      "Vous êtes déconnecté. Rechargez la page pour vous reconnecter\u202f; ce qui est marqué comme enregistré l’est.",
  },
  RoleMissing: {
    en: ({ needs }) => roleNeeded[needs].en,
    fr: ({ needs }) => roleNeeded[needs].fr,
  },
  TrunkKept: {
    en: ({ branch }) =>
      `${branch} is what changes are merged into, so nobody edits it here. Make a branch under Desks.`,
    fr: ({ branch }) =>
      `${branch} reçoit les changements par fusion\u202f: personne ne le modifie ici. Créez une branche sous Postes.`,
  },
  EngineStopped: {
    en: ({ reason }) => `The engine stopped${reason === null ? "." : `: ${reason}`}`,
    fr: ({ reason }) => `Le moteur s’est arrêté${reason === null ? "." : `\u00a0: ${reason}`}`,
  },
}
