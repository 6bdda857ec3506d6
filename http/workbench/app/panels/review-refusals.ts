import type { sayRefusals } from "../kit/notices.ts"
import { dayMonthText } from "./releases-words.ts"

const problems: Readonly<Record<string, { readonly en: string; readonly fr: string }>> = {
  "no-git": { en: "git is not installed here.", fr: "git n’est pas installé ici." },
  "no-repository": {
    en: "The tables lie in no repository.",
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

const problemOf = (problem: unknown, language: "en" | "fr"): string =>
  problems[String(problem)]?.[language] ?? String(problem)

/** Why a release is refused, in French; the engine says it in English. */
const refusedReleases: Readonly<Record<string, (name: string) => string>> = {
  "day-passed": (name) => `La date de ${name} est déjà passée.`,
  faulty: (name) => `Les tables contiendraient des erreurs avec ${name}.`,
  missing: (name) => `La publication ${name} n’existe pas.`,
  "none-in-force": () => "Aucune publication n’est en vigueur.",
  unreadable: (name) => `La fiche de la publication ${name} ne se lit pas.`,
  unwritable: (name) => `La fiche de la publication ${name} ne peut pas être écrite.`,
  withdrawn: (name) => `La publication ${name} a été retirée.`,
}

/** What refusals of reviews and releases say. */
export const reviewRefusals: Parameters<typeof sayRefusals>[0] = {
  NothingToCommit: {
    en: () => "Everything is committed already.",
    fr: () => "Tout est déjà enregistré.",
  },
  ErrorsBlock: {
    en: ({ errors }) => `Repair ${errors} errors first: nobody should have to review those.`,
    fr: ({ errors }) =>
      `Corrigez d’abord les erreurs (${errors})\u00a0: personne ne doit relire cela.`,
  },
  WarningsUnexplained: {
    en: ({ warnings }) => `${warnings} warnings want a reason.`,
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
    en: () => "Say who you are, with name and mail.",
    fr: () => "Dites qui vous êtes, avec nom et adresse.",
  },
  RepositoryBusy: {
    en: ({ problem }) => `${problemOf(problem, "en")} End it first, then commit.`,
    fr: ({ problem }) => `${problemOf(problem, "fr")} Terminez d’abord, puis enregistrez.`,
  },
  GitRefused: {
    en: ({ words }) => `git refuses, in its own words:\n${words}`,
    fr: ({ words }) => `git refuse, dans ses propres mots\u00a0:\n${words}`,
  },
  GitUnavailable: {
    en: ({ reason }) => `git cannot be run: ${reason}.`,
    fr: ({ reason }) => `git ne peut pas être lancé\u00a0: ${reason}.`,
  },
  DayUnusable: {
    en: ({ today }) => `Choose a day from ${dayMonthText(String(today))} on.`,
    fr: ({ today }) => `Choisissez une date à partir du ${dayMonthText(String(today))}.`,
  },
  ReleaseMisnamed: {
    en: () => "A release is named by small letters, digits and hyphens, such as 2027-01-tariffs.",
    fr: () =>
      "Le nom d’une publication s’écrit en minuscules, chiffres et traits d’union, comme 2027-01-tarifs.",
  },
  ReleaseThere: {
    en: ({ name }) => `There is a release ${name} already. Choose another name.`,
    fr: ({ name }) => `La publication ${name} existe déjà. Choisissez un autre nom.`,
  },
  NothingToRelease: {
    en: () => "No table has changed, so that there is nothing to release.",
    fr: () => "Aucune table n’a changé\u00a0: il n’y a rien à publier.",
  },
  TableUnreleasable: {
    en: ({ file }) =>
      `${file} cannot wait in a release. Put the change in force at once, or take it back there.`,
    fr: ({ file }) =>
      `${file} ne peut pas attendre dans une publication. Mettez le changement en vigueur tout de suite, ou revenez en arrière dans cette table.`,
  },
  ReleaseFaulty: {
    en: ({ mistake }) => `The tables would hold a mistake with it: ${mistake}.`,
    fr: ({ mistakeFr }) => `Les tables contiendraient une erreur\u00a0: ${mistakeFr}`,
  },
  TablesMoved: {
    en: () => "The tables have changed meanwhile; nothing was written. Try again.",
    fr: () => "Les tables ont changé entre-temps\u202f; rien n’a été écrit. Réessayez.",
  },
  ReleaseRefused: {
    en: ({ reason }) => `${reason}.`,
    fr: ({ name, why }) => refusedReleases[String(why)]?.(String(name)) ?? "Publication refusée.",
  },
}
