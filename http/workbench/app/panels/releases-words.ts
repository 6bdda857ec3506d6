import { dayIn, dayMonthIn } from "../../protocol/day-text.ts"
import { type InLanguages, language, locale } from "../kit/language.ts"

const en = {
  title: "Releases",
  timeline: "Timeline",
  change: {
    errors: (count: number) =>
      count === 1 ? "1 error to repair first" : `${count} errors to repair first`,
    none: "No change is open",
    noneAbout: "It appears here with the first edit.",
    open: "This change, not yet proposed",
    openAbout: (files: number) =>
      files === 1 ? "1 file is not committed" : `${files} files are not committed`,
    waits: "This change waits for approval",
    waitsAbout: "A colleague approves it by name.",
    approved: (name: string) => `This change, approved by ${name}`,
    approvedAbout: (day: string) => `For ${day}`,
    withdrawn: "This change was edited after its approval",
    withdrawnAbout: "It needs to be approved again.",
  },
  waiting: (name: string) => `Waiting: ${name}`,
  unapproved: (name: string) => `Waits for approval: ${name}`,
  refused: (name: string) => `Refused: ${name}`,
  gone: (name: string) => `Withdrawn: ${name}`,
  past: (name: string) => `In force: ${name}`,
  from: (day: string) => `in force from ${day}`,
  since: (day: string) => `since ${day}`,
  approvedBy: (name: string) => `Approved by ${name}`,
  notApproved: "Nobody has approved it",
  inForce: "In force",
  broken: "In force: hidden by mistakes in the tables",
  before: "Before it",
  goBack: "Go back to it",
  comments: {
    asks: (name: string, text: string) => `${name} asks: ${text}`,
    onRow: (table: string, line: number) => `On ${table}, row ${line}`,
    onChange: "On the change as a whole",
    answer: "Answer",
  },
}

/** The words of the releases and comments that wait, as several screens show them. */
export const releasesWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Publications",
    timeline: "Chronologie",
    change: {
      errors: (count) =>
        count === 1 ? "1 erreur à corriger d’abord" : `${count} erreurs à corriger d’abord`,
      none: "Aucun changement ouvert",
      noneAbout: "Il apparaît ici dès la première modification.",
      open: "Ce changement, pas encore proposé",
      openAbout: (files) =>
        files === 1
          ? "1 fichier n’est pas enregistré"
          : `${files} fichiers ne sont pas enregistrés`,
      waits: "Ce changement attend une approbation",
      waitsAbout: "Un collègue l’approuve en son nom.",
      approved: (name) => `Ce changement, approuvé par ${name}`,
      approvedAbout: (day) => `Pour le ${day}`,
      withdrawn: "Ce changement a été modifié après son approbation",
      withdrawnAbout: "Il doit être approuvé de nouveau.",
    },
    waiting: (name) => `En attente\u00a0: ${name}`,
    unapproved: (name) => `Attend une approbation\u00a0: ${name}`,
    refused: (name) => `Refusée\u00a0: ${name}`,
    gone: (name) => `Retirée\u00a0: ${name}`,
    past: (name) => `En vigueur\u00a0: ${name}`,
    from: (day) => `en vigueur le ${day}`,
    since: (day) => `depuis le ${day}`,
    approvedBy: (name) => `Approuvée par ${name}`,
    notApproved: "Personne ne l’a approuvée",
    inForce: "En vigueur",
    broken: "En vigueur\u00a0: masqué par des erreurs dans les tables",
    before: "Avant elle",
    goBack: "Y revenir",
    comments: {
      asks: (name, text) => `${name} demande\u00a0: ${text}`,
      onRow: (table, line) => `Dans ${table}, ligne ${line}`,
      onChange: "Sur l’ensemble du changement",
      answer: "Répondre",
    },
  },
}

/** A day with its month: `1 December`. */
export const dayMonthText = (day: string): string => dayMonthIn(day, language.value)

/** A day with its month and year: `1 December 2026`. */
export const fullDayText = (day: string): string =>
  dayIn(day, language.value, { day: "numeric", month: "long", year: "numeric" })

/** Tenths of a per cent without their sign, as text: 79 is 7.9 %. */
export const sizeText = (permille: number): string =>
  `${new Intl.NumberFormat(locale.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.abs(permille) / 10)}\u00a0%`
