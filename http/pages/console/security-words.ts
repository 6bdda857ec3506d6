import { inFrench } from "./view.ts"
import type { InBoth } from "../../../core/vocabulary/written-language.ts"

const english = {
  title: "Security",
  headline: (sessions: number) =>
    sessions === 1 ? "One session is open" : `${sessions} sessions are open`,
  settingUp: "Set up a second factor first",
  settingUpWhy:
    "It is asked of you here, so nothing else opens before you have one: a passkey, or a code from an authenticator app.",
  added: "Your second factor is set up. It is asked at each sign-in from now on.",
  newCodes: "Keep these recovery codes",
  newCodesWhy:
    "Each replaces a passkey or a code, once, when you have lost your devices. They are shown now and never again: print them, or put them where you keep passwords. Codes of before no longer work.",
  codesKept: "I have kept them",
  passkeys: "Passkeys",
  noPasskey: "You have none yet.",
  unnamed: "Without a name",
  addedOn: (day: string) => `added ${day}`,
  usedAt: (when: string) => `used ${when}`,
  remove: "Remove",
  passkeyName: "Name of the device",
  passkeyWhy: "Your face, your finger or the code of the device; nothing to remember.",
  addPasskey: "Add a passkey",
  noSite:
    "Passkeys need the address of this service to be a name with https. It is not, so use a six-digit code.",
  failed: "The browser made no passkey. Try again, or use a six-digit code.",
  code: "Six-digit code",
  codeWhy: "An authenticator app on your phone shows a code that changes every thirty seconds.",
  codeSince: (day: string) => `In use since ${day}.`,
  removeCode: "Remove the code",
  beginCode: "Set up a code",
  scan: "Photograph this picture with your authenticator app, or copy the key:",
  picture: "QR code with the key below",
  shownCode: "The code that it shows",
  confirm: "Confirm",
  otherSecret: "Draw another key",
  recovery: "Recovery codes",
  recoveryLeft: (count: string) => `${count} left. Each replaces a passkey or a code, once.`,
  renewCodes: "Make new codes",
  sessions: "Open sessions",
  endOthers: "End all others",
  end: "End",
  thisOne: "this one",
  unknownDevice: "Unknown device",
  unknownNetwork: "network unknown",
  newNetwork: "new network",
  since: (when: string) => `since ${when}`,
  seen: (when: string) => `last seen ${when}`,
  ways: { link: "by link", passkey: "by passkey", unknown: "by link" },
  proven: "second factor passed",
  sessionsWhy:
    "A session that you do not know: end it, and renew the secrets of your keys. Of networks we keep the beginning alone.",
  rule: "What this account asks of everybody",
  ruleOn:
    "Everybody needs a second factor. Who has none sets one up at the next sign-in, before anything else opens.",
  ruleOff: "The link by email is enough: who reads somebody's mailbox gets in.",
  allReady: "Everybody has a second factor.",
  notReady: (emails: string) => `Without one yet: ${emails}.`,
  setRule: "Ask for a second factor",
  dropRule: "Ask for none any more",
}

/** What the page of security says. */
export type SecurityWords = typeof english

const french: SecurityWords = {
  title: "Sécurité",
  headline: (sessions) =>
    sessions === 1 ? "Une session ouverte" : `${sessions} sessions ouvertes`,
  settingUp: "Installez d'abord un second facteur",
  settingUpWhy:
    "Il vous est demandé ici ; rien d'autre ne s'ouvre avant : une clé d'accès, ou un code d'une application d'authentification.",
  added: "Votre second facteur est installé. Il est demandé désormais à chaque connexion.",
  newCodes: "Conservez ces codes de secours",
  newCodesWhy:
    "Chacun remplace une clé d'accès ou un code, une seule fois, quand vous avez perdu vos appareils. Ils s'affichent maintenant et plus jamais : imprimez-les, ou rangez-les avec vos mots de passe. Les codes d'avant ne valent plus.",
  codesKept: "Je les ai conservés",
  passkeys: "Clés d'accès",
  noPasskey: "Vous n'en avez pas encore.",
  unnamed: "Sans nom",
  addedOn: (day) => `ajoutée le ${day}`,
  usedAt: (when) => `utilisée le ${when}`,
  remove: "Retirer",
  passkeyName: "Nom de l'appareil",
  passkeyWhy: "Votre visage, votre doigt ou le code de l'appareil ; rien à retenir.",
  addPasskey: "Ajouter une clé d'accès",
  noSite:
    "Les clés d'accès demandent que l'adresse de ce service soit un nom en https. Elle ne l'est pas : utilisez un code à six chiffres.",
  failed:
    "Le navigateur n'a pas créé de clé d'accès. Réessayez, ou utilisez un code à six chiffres.",
  code: "Code à six chiffres",
  codeWhy:
    "Une application d'authentification sur votre téléphone affiche un code qui change toutes les trente secondes.",
  codeSince: (day) => `Utilisé depuis le ${day}.`,
  removeCode: "Retirer le code",
  beginCode: "Installer un code",
  scan: "Photographiez cette image avec votre application d'authentification, ou recopiez la clé :",
  picture: "Code QR avec la clé ci-contre",
  shownCode: "Le code qu'elle affiche",
  confirm: "Confirmer",
  otherSecret: "Tirer une autre clé",
  recovery: "Codes de secours",
  recoveryLeft: (count) =>
    `Codes restants : ${count}. Chacun remplace une clé d'accès ou un code, une seule fois.`,
  renewCodes: "Faire de nouveaux codes",
  sessions: "Sessions ouvertes",
  endOthers: "Mettre fin aux autres",
  end: "Mettre fin",
  thisOne: "celle-ci",
  unknownDevice: "Appareil inconnu",
  unknownNetwork: "réseau inconnu",
  newNetwork: "réseau nouveau",
  since: (when) => `depuis le ${when}`,
  seen: (when) => `active le ${when}`,
  ways: { link: "par lien", passkey: "par clé d'accès", unknown: "par lien" },
  proven: "second facteur présenté",
  sessionsWhy:
    "Vous ne connaissez pas une session : mettez-y fin, et renouvelez les secrets de vos clés. D'un réseau, seul le début est conservé.",
  rule: "Ce que le compte demande à chacun",
  ruleOn:
    "Chacun a besoin d'un second facteur. Qui n'en a pas en installe un à sa prochaine connexion, avant que rien d'autre ne s'ouvre.",
  ruleOff: "Le lien par e-mail suffit : qui lit la boîte entre.",
  allReady: "Chacun a un second facteur.",
  notReady: (emails) => `Pas encore prêts : ${emails}.`,
  setRule: "Demander un second facteur",
  dropRule: "Ne plus en demander",
}

/** What the page of security says in each language. */
export const securityWords: InBoth<SecurityWords> = { en: english, fr: inFrench(french) }
