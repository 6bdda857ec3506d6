import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import type { PersonRole } from "../../../rules/accounts/person.ts"

/** The words of an email. */
export interface EmailWords {
  readonly subject: string
  /** Paragraphs. */
  readonly lines: ReadonlyArray<string>
}

const roles = {
  owner: "owner",
  developer: "developer",
  finance: "finance",
  reader: "reader",
} as const

/** Everything that pages around signing in say. */
export interface SignInWords {
  readonly skip: string
  readonly languages: string
  readonly email: string
  readonly signIn: NoticeWords & {
    readonly newHere: string
    readonly send: string
    readonly once: (minutes: number) => string
    readonly onlyAccount: string
    readonly whatWeKeep: string
    readonly kept: (days: number) => string
    readonly badEmail: string
  }
  readonly tooMany: Readonly<Record<"mailbox" | "network" | "all", string>>
  readonly sent: {
    readonly title: string
    /** What stands before and after the address, which is shown apart. */
    readonly before: string
    readonly after: (from: string) => string
    readonly again: string
    readonly other: string
    readonly demo: string
    readonly outbox: string
  }
  readonly open: NoticeWords & { readonly button: string; readonly other: string }
  readonly elsewhere: NoticeWords & { readonly button: string }
  readonly ended: NoticeWords & { readonly button: string }
  readonly noMail: NoticeWords
  readonly mailFull: NoticeWords
  readonly signedOut: NoticeWords & { readonly button: string }
  readonly welcome: NoticeWords & {
    readonly invited: string
    readonly join: (name: string) => string
    readonly name: string
    readonly nameHelp: string
    readonly code: string
    readonly codeHelp: string
    readonly button: string
    readonly badName: string
    readonly badCode: string
    readonly takenCode: string
    readonly tooManySignUps: string
    readonly signOut: string
    readonly roles: Readonly<Record<PersonRole, string>>
  }
  readonly outbox: NoticeWords & { readonly empty: string; readonly to: string }
  readonly formRefused: NoticeWords
  readonly formTooLong: NoticeWords
  readonly unavailable: NoticeWords
  readonly linkEmail: (parts: {
    readonly url: string
    readonly minutes: number
    readonly baseUrl: string
  }) => EmailWords
  readonly invitationEmail: (parts: {
    readonly url: string
    readonly partner: string
    /** Whether no operator has approved the account yet. */
    readonly isNewAccount: boolean
    readonly by: string
    readonly role: PersonRole
    readonly days: number
  }) => EmailWords
}

/** What pages around signing in say in English. */
const english: SignInWords = {
  skip: "Skip to the content",
  languages: "Language",
  email: "E-mail address",
  signIn: {
    title: "Sign in with your email",
    text: "We send a link that opens the console. There is no password to choose, keep or lose.",
    newHere: "New here? The same link opens an account, where you make your sandbox key.",
    send: "Send me the link",
    once: (minutes) => `The link works once, within ${minutes} minutes.`,
    onlyAccount: "We write only about your account.",
    whatWeKeep: "What we keep",
    kept: (days) =>
      `Your address while you have access, and who did what in your account. One cookie keeps you ` +
      `signed in, for ${days} days at most. A link that is never used is deleted within two days, ` +
      `with its address.`,
    badEmail:
      "This is no address that we can write to. Use plain letters, as in name@company.com; a domain with accents is written in its xn-- form.",
  },
  tooMany: {
    mailbox:
      "Several links have gone to this address within the hour. Use the newest one, or wait until the hour has passed.",
    network:
      "Many links were asked for from your network today. Use one that has come, or try again tomorrow.",
    all: "Very many links were asked for today, and we have stopped sending them for now. Try again later.",
  },
  sent: {
    title: "Look in your inbox",
    before: "A link is on its way to ",
    after: (from) => `. It comes from ${from}; look among unwanted mail too.`,
    again: "Send it again",
    other: "Use another address",
    demo: "In the demo, mail goes to the",
    outbox: "local outbox",
  },
  open: {
    title: "Sign in to the console",
    text: "You sign in as ",
    button: "Sign in",
    other: "Use another address",
  },
  elsewhere: {
    title: "Is this your link?",
    text: "It was not asked for in this browser. Go on only if you asked for it yourself. You would sign in here as ",
    button: "Sign in on this device",
  },
  ended: {
    title: "This link does not work",
    text: "A link works once and for a short time: it was used, or it is too old.",
    button: "Send me a new link",
  },
  noMail: {
    title: "No email is set up here",
    text: "This installation cannot send links. Its operator sets SMTP_URL, or makes a link by the command viatica operator link.",
  },
  mailFull: {
    title: "We cannot send the link now",
    text: "Very many emails are waiting to be sent, and yours was not added to them. Nothing was sent. Try again in a few minutes.",
  },
  signedOut: {
    title: "You are signed out",
    text: "This browser no longer opens the console.",
    button: "Sign in again",
  },
  welcome: {
    title: "Open your partner account",
    text: "One step, and you can make your sandbox key. Nothing is charged, and no traveller is real in the sandbox.",
    invited: "You are invited",
    join: (name) => `Join ${name}`,
    name: "Name of your company",
    nameHelp: "As it stands on your contract.",
    code: "Code",
    codeHelp:
      "Stands in your links for good: lower-case letters, digits and hyphens, such as acme. Left empty, we make it from the name.",
    button: "Open the account",
    badName: "A name has 1 to 200 characters.",
    badCode: "A code has 1 to 32 lower-case letters, digits and inner hyphens.",
    takenCode: "Another partner has this code. Choose another one.",
    tooManySignUps:
      "Several accounts were opened from your network today. Try again tomorrow, or ask a colleague to invite you.",
    signOut: "Sign out",
    roles,
  },
  outbox: {
    title: "Outbox of the demo",
    text: "Emails that a real installation would have sent by SMTP. They are kept in memory, the newest first, until the demo stops.",
    empty: "An email appears here when somebody asks for a link.",
    to: "To",
  },
  formRefused: {
    title: "This form is no longer valid",
    text: "It was opened in another session, or on another site. Nothing was changed. Go back, load the page again, and send it once more.",
  },
  formTooLong: {
    title: "This form is too long",
    text: "A form has at most 16 kB. Nothing was changed.",
  },
  unavailable: {
    title: "The console cannot be reached now",
    text: "Its database does not answer. Nothing was changed. Try again in a few seconds.",
  },
  linkEmail: ({ baseUrl, minutes, url }) => ({
    subject: "Your link to the Viatica console",
    lines: [
      "Hello,",
      `This link signs you in to the Viatica console at ${baseUrl}:`,
      url,
      `It works once, within ${minutes} minutes.`,
      "If you did not ask for it, do nothing: without the link nobody gets in.",
    ],
  }),
  invitationEmail: ({ by, days, isNewAccount, partner, role, url }) => ({
    subject: "You are invited to a Viatica account",
    lines: [
      "Hello,",
      `${by} invites you to work with the account “${partner}” on Viatica; your role in it: ${roles[role]}.`,
      ...(isNewAccount
        ? [
            "This is a new account that we do not know yet: the person who opened it chose its name, and we have not checked it. We never ask for money or a password by email.",
          ]
        : []),
      "Sign in with this address to join:",
      url,
      `The invitation holds for ${days} days. If you do not know who this is, do nothing.`,
    ],
  }),
}

const rolesInFrench = {
  owner: "propriétaire",
  developer: "développeur",
  finance: "finances",
  reader: "lecteur",
} as const

/** Ce que disent les pages de connexion, en français. */
const french: SignInWords = {
  skip: "Aller au contenu",
  languages: "Langue",
  email: "Adresse e-mail",
  signIn: {
    title: "Connexion par e-mail",
    text: "Nous envoyons un lien qui ouvre la console. Aucun mot de passe à choisir, à garder ou à perdre.",
    newHere: "Première visite ? Le même lien ouvre un compte, où vous créez votre clé de test.",
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
    text: "Une étape, et vous pouvez créer votre clé de test. Rien n’est facturé, et aucun voyageur n’est réel dans l’environnement de test.",
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
    roles: rolesInFrench,
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
  linkEmail: ({ baseUrl, minutes, url }) => ({
    subject: "Votre lien vers la console Viatica",
    lines: [
      "Bonjour,",
      `Ce lien vous connecte à la console Viatica, ${baseUrl} :`,
      url,
      `Il fonctionne une seule fois, dans les ${minutes} minutes.`,
      "Si vous ne l’avez pas demandé, ne faites rien : sans ce lien, personne n’entre.",
    ],
  }),
  invitationEmail: ({ by, days, isNewAccount, partner, role, url }) => ({
    subject: "Vous êtes invité sur un compte Viatica",
    lines: [
      "Bonjour,",
      `${by} vous invite à travailler sur le compte « ${partner} » chez Viatica ; votre rôle : ${rolesInFrench[role]}.`,
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

/** The words of both languages. */
export const signInWords: Readonly<Record<DocumentLanguage, SignInWords>> = {
  en: english,
  fr: french,
}

/** A page of one card: what is so, and what one can do. */
interface NoticeWords {
  readonly title: string
  readonly text: string
}
