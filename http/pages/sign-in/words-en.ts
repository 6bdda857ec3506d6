import type { SignInWords } from "./words.ts"

const roles = { owner: "owner", reader: "reader" } as const

/** What pages around signing in say in English. */
export const signInWordsEn: SignInWords = {
  skip: "Skip to the content",
  languages: "Language",
  email: "E-mail address",
  signIn: {
    title: "Sign in with your e-mail",
    text: "We send a link that opens the console. There is no password to choose, keep or lose.",
    newHere: "New here? The same link opens an account and its sandbox key.",
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
    title: "No mail is set up here",
    text: "This installation cannot send links. Whoever runs it sets SMTP_URL, or makes a link by the command viatica operator link.",
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
    text: "One step, and your sandbox key is ready. Nothing is charged, and no traveller is real in the sandbox.",
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
  linkLetter: ({ baseUrl, minutes, url }) => ({
    subject: "Your link to the Viatica console",
    lines: [
      "Hello,",
      `This link signs you in to the Viatica console at ${baseUrl}:`,
      url,
      `It works once, within ${minutes} minutes.`,
      "If you did not ask for it, do nothing: without the link nobody gets in.",
    ],
  }),
  invitationLetter: ({ by, days, isNewAccount, partner, role, url }) => ({
    subject: "You are invited to a Viatica account",
    lines: [
      "Hello,",
      `${by} invites you to work with the account “${partner}” on Viatica, as ${roles[role]}.`,
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
