import type { TooManyInvitations } from "../../../ports/people-errors.ts"
import { inFrench } from "../typeset.ts"
import type { InBoth } from "../view.ts"

const english = {
  title: "People",
  who: "Who works with this account",
  email: "E-mail",
  role: "Role",
  last: (when: string) => `last signed in: ${when}`,
  never: "not yet",
  you: "you",
  owner: "Owner",
  reader: "Reader",
  ownerMeans: "changes keys, links, commission and people",
  readerMeans: "sees everything, changes nothing",
  invited: "Invited",
  validUntil: (day: string) => `until ${day}`,
  makeOwner: "Make an owner",
  makeReader: "Make a reader",
  remove: "Remove",
  removeWhy: "Their sessions end at once. What they did stays in the audit.",
  removeNow: "Remove from this account",
  withdraw: "Withdraw the invitation",
  invite: "Invite somebody",
  inviteWhy: "They get an email with a link, and join when they sign in with this address.",
  send: "Send the invitation",
  tooMany: {
    mailbox: (maximum: string, at: string) =>
      `This mailbox has been invited ${maximum} times within a day. Send it another invitation after ${at}.`,
    account: (maximum: string, at: string) =>
      `Your account has sent ${maximum} invitations within a day, those withdrawn included. Send the next one after ${at}.`,
    network: (maximum: string, at: string) =>
      `${maximum} invitations have come from your network within an hour. Send the next one after ${at}.`,
  } satisfies Readonly<Record<TooManyInvitations["by"], (maximum: string, at: string) => string>>,
}

/** What the page of people says. */
export type PeopleWords = typeof english

const french: PeopleWords = {
  title: "Équipe",
  who: "Qui travaille avec ce compte",
  email: "E-mail",
  role: "Rôle",
  last: (when) => `dernière connexion : ${when}`,
  never: "pas encore",
  you: "vous",
  owner: "Propriétaire",
  reader: "Lecture seule",
  ownerMeans: "change les clés, les liens, la commission et l'équipe",
  readerMeans: "voit tout, ne change rien",
  invited: "Invités",
  validUntil: (day) => `jusqu'au ${day}`,
  makeOwner: "Nommer propriétaire",
  makeReader: "Passer en lecture seule",
  remove: "Retirer",
  removeWhy: "Ses sessions cessent aussitôt. Ce qui a été fait reste dans le journal d'audit.",
  removeNow: "Retirer de ce compte",
  withdraw: "Retirer l'invitation",
  invite: "Inviter quelqu'un",
  inviteWhy:
    "La personne reçoit un e-mail avec un lien et rejoint le compte en se connectant avec cette adresse.",
  send: "Envoyer l'invitation",
  tooMany: {
    mailbox: (maximum, at) =>
      `Cette boîte a été invitée ${maximum} fois en un jour. Envoyez-lui une autre invitation après le ${at}.`,
    account: (maximum, at) =>
      `Votre compte a envoyé ${maximum} invitations en un jour, celles qui ont été retirées comprises. Envoyez la prochaine après le ${at}.`,
    network: (maximum, at) =>
      `${maximum} invitations sont parties de votre réseau en une heure. Envoyez la prochaine après le ${at}.`,
  },
}

/** What the page of people says in each language. */
export const peopleWords: InBoth<PeopleWords> = { en: english, fr: inFrench(french) }
