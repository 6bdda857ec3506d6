import type { SignInWords } from "./words.ts"

const roles = { owner: "propriétaire", reader: "lecteur" } as const

/** Ce que disent les pages de connexion, en français. */
export const signInWordsFr: SignInWords = {
  skip: "Aller au contenu",
  languages: "Langue",
  email: "Adresse e-mail",
  signIn: {
    title: "Connexion par e-mail",
    text: "Nous envoyons un lien qui ouvre la console. Aucun mot de passe à choisir, à garder ou à perdre.",
    newHere: "Première visite ? Le même lien ouvre un compte et sa clé de test.",
    send: "Envoyez-moi le lien",
    once: (minutes) => `Le lien fonctionne une seule fois, dans les ${minutes} minutes.`,
    onlyAccount: "Nous n’écrivons qu’au sujet de votre compte.",
    whatWeKeep: "Ce que nous gardons",
    kept: (days) =>
      `Votre adresse tant que vous avez accès, et qui a fait quoi dans votre compte. Un seul cookie ` +
      `vous garde connecté, ${days} jours au plus. Un lien jamais utilisé est supprimé sous deux ` +
      `jours, avec son adresse.`,
    badEmail:
      "Nous ne pouvons pas écrire à cette adresse. Utilisez des lettres sans accent, comme nom@societe.fr ; un domaine accentué s’écrit sous sa forme xn--.",
  },
  tooMany: {
    mailbox:
      "Plusieurs liens sont partis vers cette adresse dans l’heure. Utilisez le plus récent, ou attendez que l’heure soit passée.",
    network:
      "Beaucoup de liens ont été demandés depuis votre réseau aujourd’hui. Utilisez un lien déjà reçu, ou réessayez demain.",
    all: "Un très grand nombre de liens a été demandé aujourd’hui, et les envois sont suspendus. Réessayez plus tard.",
  },
  sent: {
    title: "Consultez votre messagerie",
    before: "Un lien part vers ",
    after: (from) => `. Il vient de ${from} ; regardez aussi parmi les indésirables.`,
    again: "Renvoyer le lien",
    other: "Utiliser une autre adresse",
    demo: "Dans la démo, les e-mails vont dans la",
    outbox: "boîte d’envoi locale",
  },
  open: {
    title: "Connexion à la console",
    text: "Vous vous connectez en tant que ",
    button: "Me connecter",
    other: "Utiliser une autre adresse",
  },
  elsewhere: {
    title: "Ce lien est-il le vôtre ?",
    text: "Il n’a pas été demandé dans ce navigateur. Continuez seulement si vous l’avez demandé vous-même. Vous seriez connecté ici en tant que ",
    button: "Me connecter sur cet appareil",
  },
  ended: {
    title: "Ce lien ne fonctionne pas",
    text: "Un lien sert une seule fois et peu de temps : il a été utilisé, ou il est trop ancien.",
    button: "Envoyez-moi un nouveau lien",
  },
  noMail: {
    title: "L’envoi d’e-mails n’est pas réglé ici",
    text: "Cette installation ne peut pas envoyer de lien. Son exploitant règle SMTP_URL, ou crée un lien par la commande viatica operator link.",
  },
  mailFull: {
    title: "Nous ne pouvons pas envoyer le lien maintenant",
    text: "De très nombreux e-mails attendent d’être envoyés, et le vôtre ne s’y est pas ajouté. Rien n’est parti. Réessayez dans quelques minutes.",
  },
  signedOut: {
    title: "Vous êtes déconnecté",
    text: "Ce navigateur n’ouvre plus la console.",
    button: "Me reconnecter",
  },
  welcome: {
    title: "Ouvrez votre compte partenaire",
    text: "Une étape, et votre clé de test est prête. Rien n’est facturé, et aucun voyageur n’est réel dans l’environnement de test.",
    invited: "Vous êtes invité",
    join: (name) => `Rejoindre ${name}`,
    name: "Nom de votre société",
    nameHelp: "Tel qu’il figure sur votre contrat.",
    code: "Code",
    codeHelp:
      "Figure dans vos liens, définitivement : lettres minuscules, chiffres et traits d’union, par exemple acme. Laissé vide, il est tiré du nom.",
    button: "Ouvrir le compte",
    badName: "Un nom compte de 1 à 200 caractères.",
    badCode:
      "Un code compte de 1 à 32 lettres minuscules, chiffres et traits d’union, ceux-ci jamais au bord.",
    takenCode: "Un autre partenaire a ce code. Choisissez-en un autre.",
    tooManySignUps:
      "Plusieurs comptes ont été ouverts depuis votre réseau aujourd’hui. Réessayez demain, ou faites-vous inviter par un collègue.",
    signOut: "Me déconnecter",
    roles,
  },
  outbox: {
    title: "Boîte d’envoi de la démo",
    text: "Les e-mails qu’une véritable installation aurait envoyés par SMTP. Ils restent en mémoire, le plus récent en tête, jusqu’à l’arrêt de la démo.",
    empty: "Un e-mail apparaît ici dès que quelqu’un demande un lien.",
    to: "À",
  },
  formRefused: {
    title: "Ce formulaire n’est plus valable",
    text: "Il a été ouvert dans une autre session, ou sur un autre site. Rien n’a été modifié. Revenez en arrière, rechargez la page et renvoyez-le.",
  },
  formTooLong: {
    title: "Ce formulaire est trop long",
    text: "Un formulaire compte au plus 16 ko. Rien n’a été modifié.",
  },
  unavailable: {
    title: "La console est injoignable en ce moment",
    text: "Sa base de données ne répond pas. Rien n’a été modifié. Réessayez dans quelques secondes.",
  },
  linkLetter: ({ baseUrl, minutes, url }) => ({
    subject: "Votre lien vers la console Viatica",
    lines: [
      "Bonjour,",
      `Ce lien vous connecte à la console Viatica, ${baseUrl} :`,
      url,
      `Il fonctionne une seule fois, dans les ${minutes} minutes.`,
      "Si vous ne l’avez pas demandé, ne faites rien : sans ce lien, personne n’entre.",
    ],
  }),
  invitationLetter: ({ by, days, isNewAccount, partner, role, url }) => ({
    subject: "Vous êtes invité sur un compte Viatica",
    lines: [
      "Bonjour,",
      `${by} vous invite à travailler sur le compte « ${partner} » chez Viatica, comme ${roles[role]}.`,
      ...(isNewAccount
        ? [
            "C’est un nouveau compte que nous ne connaissons pas encore : la personne qui l’a ouvert a choisi ce nom, et nous ne l’avons pas vérifié. Nous ne demandons jamais d’argent ni de mot de passe par e-mail.",
          ]
        : []),
      "Connectez-vous avec cette adresse pour le rejoindre :",
      url,
      `L’invitation vaut ${days} jours. Si vous ne connaissez pas cette personne, ne faites rien.`,
    ],
  }),
}
