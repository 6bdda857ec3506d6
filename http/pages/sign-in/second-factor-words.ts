import type { InBoth } from "../../../core/vocabulary/written-language.ts"

const english = {
  title: "One more step",
  text: "Show that it is you, by your second factor.",
  passkey: "Use a passkey",
  code: "Six-digit code, or a recovery code",
  codeHelp: "Your authenticator app shows the code. Each recovery code works once.",
  go: "Go on",
  failed: "The browser gave no passkey. Try again, or type a code.",
  lost: "You have lost all of them?",
  lostWhy:
    "Write to your contact at Viatica. After they have made sure that it is you, your second factors are taken away, and you set up another one.",
  signOut: "Sign out",
  faults: {
    refused: "This code does not hold. Wait for the next one: each works once.",
    passkey: "This passkey does not hold here. Load the page again, or use another one.",
    "too many": "Too many codes that do not hold were sent. Try again in an hour.",
  },
  againTitle: "Confirm that it is you",
  againText: (email: string) =>
    `You have no second factor, so a new link to ${email} shows that it is you. Afterwards you come back here.`,
  again: "Send me a link",
  signInTitle: "Sign in by a passkey",
  signInText: "Your face, your finger or the code of your device; no email is sent.",
  noSite: "Passkeys need the address of this service to be a name with https, and it is not.",
  byLink: "Send me a link instead",
  offer: "Sign in by a passkey",
}

/** What the pages of second factors say. */
export type SecondFactorWords = typeof english

const french: SecondFactorWords = {
  title: "Encore une étape",
  text: "Montrez que c’est vous, par votre second facteur.",
  passkey: "Utiliser une clé d’accès",
  code: "Code à six chiffres, ou code de secours",
  codeHelp:
    "Votre application d’authentification affiche le code. Chaque code de secours sert une fois.",
  go: "Continuer",
  failed: "Le navigateur n’a donné aucune clé d’accès. Réessayez, ou saisissez un code.",
  lost: "Vous les avez tous perdus ?",
  lostWhy:
    "Écrivez à votre contact chez Viatica. Une fois sûr que c’est vous, il retire vos seconds facteurs, et vous en installez un autre.",
  signOut: "Me déconnecter",
  faults: {
    refused: "Ce code ne convient pas. Attendez le suivant : chacun sert une seule fois.",
    passkey: "Cette clé d’accès ne convient pas ici. Rechargez la page, ou utilisez-en une autre.",
    "too many": "Trop de codes faux ont été envoyés. Réessayez dans une heure.",
  },
  againTitle: "Confirmez que c’est vous",
  againText: (email) =>
    `Vous n’avez pas de second facteur : un nouveau lien vers ${email} montre que c’est vous. Vous revenez ensuite ici.`,
  again: "Envoyez-moi un lien",
  signInTitle: "Connexion par clé d’accès",
  signInText: "Votre visage, votre doigt ou le code de l’appareil ; aucun e-mail n’est envoyé.",
  noSite:
    "Les clés d’accès demandent que l’adresse de ce service soit un nom en https, et elle ne l’est pas.",
  byLink: "Envoyez-moi plutôt un lien",
  offer: "Connexion par clé d’accès",
}

/** What they say in each language. */
export const secondFactorWords: InBoth<SecondFactorWords> = { en: english, fr: french }
