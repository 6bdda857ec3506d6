import { inFrench } from "./view.ts"
import type { InBoth } from "../../../core/vocabulary/written-language.ts"

const english = {
  title: "Keys and going live",
  road: "Going live",
  sandboxKey: "Sandbox key",
  prices: (done: string, of: string) => `${done} of ${of} prices`,
  links: (done: string, of: string) => `${done} of ${of} ${of === "1" ? "link" : "links"}`,
  review: "Review",
  liveKey: "Live key",
  todo: "to do",
  asked: (day: string) => `asked on ${day}`,
  approved: (day: string) => `approved ${day}`,
  declined: "declined",
  keepTitle: "Keep this secret now: it is shown once",
  keyId: "Key id",
  secret: "Secret",
  copyId: "Copy id",
  copySecret: "Copy secret",
  exported: "For a shell on your server",
  exportedWhy: "Every program and command of the documentation reads these names.",
  toQuickstart: "The quickstart goes on from here.",
  copyLines: "Copy lines",
  copied: "Copied",
  kept: "I have kept it",
  lost: "It goes to your server, never into a page or an app. If it is lost, rotate the key.",
  allKeys: "All keys",
  noKeys: "A key appears here when it is made.",
  revokedKeys: "Revoked keys",
  steps: { first: "Newest keys", next: "Older keys" },
  revokedSteps: { first: "Newest revoked keys", next: "Older revoked keys" },
  sandbox: "Sandbox",
  live: "Live",
  revoked: (when: string) => `revoked ${when}`,
  made: (day: string) => `made on ${day}`,
  limits: (reads: string, writes: string, burst: string) =>
    `${reads} reads, ${writes} writes a day; ${burst} calls a minute`,
  both: (until: string) =>
    `The secret before this one works until ${until}. Change it on your servers before.`,
  rotate: "Rotate secret",
  rotateWhy:
    "You get a new secret, shown once. The current one works for another 24 hours, so that no call is lost.",
  rotateAgain: "The secret before this one ends at once.",
  rotateNow: "Rotate the secret now",
  revoke: "Revoke key",
  revokeWhy:
    "Its next call is refused, and nothing brings the key back. Links and sales stay yours.",
  typeId: "Type the id of this key to revoke it",
  revokeNow: "Revoke this key for good",
  createSandbox: "Create a sandbox key",
  createSandboxWhy:
    "It is yours at once: fictional offers, 200 prices a day, and nothing is sold or credited.",
  another: "Make another sandbox key",
  mayChangeEndpoints: "It may also change where events go (scope events)",
  createLive: "Create the live key",
  createLiveTitle: "You are approved: create your live key",
  createLiveWhy:
    "It prices the live catalogue and credits you with sales. Its secret is shown once.",
  anotherLive: "Make another live key",
  more: (prices: number, links: number) => {
    const parts = [
      ...(prices > 0 ? [`${prices} more ${prices === 1 ? "price" : "prices"}`] : []),
      ...(links > 0 ? [`${links} more ${links === 1 ? "link" : "links"}`] : []),
    ]
    return `${parts.join(" and ")} before you ask for review`
  },
  moreWhy:
    "Call the sandbox from your server, as the quickstart shows; this page counts along. So we both know that your signature holds.",
  quickstart: "Open the quickstart",
  askTitle: "Ask for review",
  askWhy: "Declare what you expect; the quotas of your live keys follow from it.",
  calls: "Calls a month",
  salesMonthly: "Sales a month",
  purpose: "What will the prices stand on?",
  purposeHelp: "One sentence, such as: our booking page and its confirmation email.",
  ask: "Ask for review",
  waitTitle: "Your request waits for review",
  waitWhy: (day: string) =>
    `Requested on ${day}. We answer by email, usually within two working days; the sandbox keeps working meanwhile.`,
  declares: "You declared",
  volumes: (calls: string, sales: string) => `${calls} calls and ${sales} sales a month`,
  change: "Change what you declared",
  declinedTitle: "Your last request was declined",
  reason: "The reason",
  again: "Ask again",
  liveLimits: "Limits of live keys",
  refusedFree: "A refused call costs nothing.",
  askMore: "Ask for more",
}

/** What the page of keys says. */
export type KeysWords = typeof english

const french: KeysWords = {
  title: "Clés et passage en production",
  road: "Passage en production",
  sandboxKey: "Clé de test",
  prices: (done, of) => `${done} prix sur ${of}`,
  links: (done, of) => `${done} ${done === "0" || done === "1" ? "lien" : "liens"} sur ${of}`,
  review: "Validation",
  liveKey: "Clé de production",
  todo: "à faire",
  asked: (day) => `demandée le ${day}`,
  approved: (day) => `obtenue le ${day}`,
  declined: "refusée",
  keepTitle: "Gardez ce secret maintenant : il n'est montré qu'une fois",
  keyId: "Identifiant",
  secret: "Secret",
  copyId: "Copier l'identifiant",
  copySecret: "Copier le secret",
  exported: "Pour un terminal de votre serveur",
  exportedWhy: "Tous les programmes et commandes de la documentation lisent ces noms.",
  toQuickstart: "Le démarrage rapide part d’ici.",
  copyLines: "Copier les lignes",
  copied: "Copié",
  kept: "Je l'ai conservé",
  lost: "Sa place est sur votre serveur, jamais dans une page ou une application. S'il est perdu, renouvelez-le.",
  allKeys: "Toutes les clés",
  noKeys: "Une clé apparaît ici dès qu'elle est créée.",
  revokedKeys: "Clés révoquées",
  steps: { first: "Dernières clés", next: "Clés plus anciennes" },
  revokedSteps: { first: "Dernières clés révoquées", next: "Clés révoquées plus anciennes" },
  sandbox: "Test",
  live: "Production",
  revoked: (when) => `révoquée le ${when}`,
  made: (day) => `créée le ${day}`,
  limits: (reads, writes, burst) =>
    `${reads} lectures, ${writes} écritures par jour ; ${burst} appels par minute`,
  both: (until) =>
    `Le secret précédent fonctionne jusqu'au ${until}. Changez-le sur vos serveurs avant.`,
  rotate: "Renouveler le secret",
  rotateWhy:
    "Vous recevez un nouveau secret, montré une fois. L'actuel fonctionne encore 24 heures : aucun appel ne se perd.",
  rotateAgain: "Le secret d'avant cesse aussitôt.",
  rotateNow: "Renouveler le secret maintenant",
  revoke: "Révoquer la clé",
  revokeWhy:
    "Son prochain appel sera refusé et rien ne la fera revenir. Vos liens et vos ventes restent à vous.",
  typeId: "Saisissez l'identifiant de cette clé pour la révoquer",
  revokeNow: "Révoquer cette clé pour toujours",
  createSandbox: "Obtenir une clé de test",
  createSandboxWhy:
    "Elle est à vous aussitôt : offres fictives, 200 prix par jour ; rien n'est vendu ni crédité.",
  another: "Créer une autre clé de test",
  mayChangeEndpoints: "Elle peut aussi changer où vont les événements (droit events)",
  createLive: "Créer la clé de production",
  createLiveTitle: "Vous êtes validé : créez votre clé de production",
  createLiveWhy:
    "Elle donne les prix du catalogue réel et vous crédite des ventes. Son secret est montré une fois.",
  anotherLive: "Créer une autre clé de production",
  more: (prices, links) => {
    const parts = [
      ...(prices > 0 ? [`${prices} prix`] : []),
      ...(links > 0 ? [`${links} ${links === 1 ? "lien" : "liens"}`] : []),
    ]
    return `Encore ${parts.join(" et ")} avant de demander la validation`
  },
  moreWhy:
    "Appelez l'environnement de test depuis votre serveur, comme le montre le guide ; cette page compte avec vous. Nous savons ainsi que votre signature tient.",
  quickstart: "Ouvrir le guide de départ",
  askTitle: "Demander la validation",
  askWhy: "Déclarez ce que vous prévoyez : les quotas de vos clés de production en découlent.",
  calls: "Appels par mois",
  salesMonthly: "Ventes par mois",
  purpose: "Où les prix seront-ils montrés ?",
  purposeHelp: "Une phrase, par exemple : notre page de réservation et son e-mail de confirmation.",
  ask: "Demander la validation",
  waitTitle: "Votre demande attend sa validation",
  waitWhy: (day) =>
    `Demandée le ${day}. Nous répondons par e-mail, d'ordinaire sous deux jours ouvrés ; les tests continuent pendant ce temps.`,
  declares: "Vous avez déclaré",
  volumes: (calls, sales) => `${calls} appels et ${sales} ventes par mois`,
  change: "Changer ce qui est déclaré",
  declinedTitle: "Votre dernière demande a été refusée",
  reason: "La raison",
  again: "Demander de nouveau",
  liveLimits: "Limites des clés de production",
  refusedFree: "Un appel refusé ne coûte rien.",
  askMore: "En demander plus",
}

/** What the page of keys says in each language. */
export const keysWords: InBoth<KeysWords> = { en: english, fr: inFrench(french) }
