import type { InBoth } from "../../../../core/vocabulary/written-language.ts"
import type { OperatorRole } from "../../../../rules/accounts/person.ts"
import { inFrench } from "../../../pages/console/view.ts"

const english = {
  title: "Desks",
  about: "A desk is a branch of the tables. Open one to read it, to edit it or to approve it.",
  you: (mail: string, roles: string) => `You are ${mail}: ${roles}.`,
  roles: {
    operator: "operator, who reads here",
    analyst: "analyst",
    approver: "approver",
  } satisfies Record<OperatorRole, string>,
  by: (who: string) => `by ${who}`,
  here: (pages: number) => (pages === 1 ? "open in 1 window" : `open in ${pages} windows`),
  trunk: "changes are merged into it; to read",
  name: "Name of a new branch",
  nameHelp: "What the change is about. Letters, digits and hyphens of it become the branch.",
  make: "Make a branch",
  noName: "Give it a name with letters or digits.",
  security: "Sign-ins and second factors",
  signOut: "Sign out",
  stranger: {
    title: "You have no role here",
    text: "Analysts, approvers and operators work on these tables. Whoever runs the service can give you a role.",
  },
  noBranch: {
    title: "There is no such branch",
    text: "It may have been merged and deleted. What was committed to it is in the repository.",
  },
  full: {
    title: "As many desks are open as may be",
    text: "Each takes memory of the server. One closes by itself once nobody has been at it for a few minutes; load this page again then.",
  },
  failed: {
    title: "This desk cannot be opened",
    text: "The server's log says more.",
  },
  noConsole: {
    title: "This page is not here",
    text: "This server shows the workbench alone. The console is where partners reach the service.",
  },
  desks: "To the desks",
  languages: "Language",
  skip: "Skip to the content",
}

/** What pages around the desks of a team say. */
export type TeamWords = typeof english

const french: TeamWords = {
  title: "Postes",
  about:
    "Un poste est une branche des tables. Ouvrez-en un pour le lire, le modifier ou le valider.",
  you: (mail, roles) => `Vous êtes ${mail} : ${roles}.`,
  roles: {
    operator: "opérateur, qui lit ici",
    analyst: "analyste",
    approver: "approbateur",
  },
  by: (who) => `par ${who}`,
  here: (pages) => (pages === 1 ? "ouvert dans 1 fenêtre" : `ouvert dans ${pages} fenêtres`),
  trunk: "reçoit les changements par fusion ; en lecture",
  name: "Nom d'une nouvelle branche",
  nameHelp: "Le sujet du changement. Ses lettres, chiffres et traits d'union font la branche.",
  make: "Créer une branche",
  noName: "Donnez-lui un nom avec des lettres ou des chiffres.",
  security: "Connexions et seconds facteurs",
  signOut: "Se déconnecter",
  stranger: {
    title: "Vous n'avez pas de rôle ici",
    text: "Analystes, approbateurs et opérateurs travaillent sur ces tables. Qui exploite le service peut vous donner un rôle.",
  },
  noBranch: {
    title: "Cette branche n'existe pas",
    text: "Elle a peut-être été fusionnée puis supprimée. Ce qui y a été enregistré est dans le dépôt.",
  },
  full: {
    title: "Autant de postes sont ouverts qu'il peut y en avoir",
    text: "Chacun prend de la mémoire du serveur. Un poste se ferme de lui-même quand personne n'y est depuis quelques minutes ; rechargez alors cette page.",
  },
  failed: {
    title: "Ce poste ne peut pas être ouvert",
    text: "Le journal du serveur en dit plus.",
  },
  noConsole: {
    title: "Cette page n'est pas ici",
    text: "Ce serveur ne montre que l'atelier. La console est là où les partenaires joignent le service.",
  },
  desks: "Vers les postes",
  languages: "Langue",
  skip: "Aller au contenu",
}

/** What they say in each language. */
export const teamWords: InBoth<TeamWords> = { en: english, fr: inFrench(french) }
