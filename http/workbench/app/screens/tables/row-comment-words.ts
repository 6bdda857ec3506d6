import type { InLanguages } from "../../kit/language.ts"

const en = {
  group: "Comments",
  menu: "Comment on this row…",
  title: (line: number) => `Comment on row ${line}`,
  about: "Reviewers of the change see it; it travels with the branch.",
  yours: "Your comment",
  add: "Add comment",
  leave: "Leave it",
  added: (line: number) => `Your comment is on row ${line}, and in the review.`,
  chooseRow: "Choose a row first: a comment belongs to one.",
  mark: "Commented.",
  answer: "Answer in the review",
  answers: (count: number) => (count === 0 ? "" : `${count} ${count === 1 ? "answer" : "answers"}`),
}

/** The words of comments on rows. */
export const rowCommentWords: InLanguages<typeof en> = {
  en,
  fr: {
    group: "Commentaires",
    menu: "Commenter cette ligne…",
    title: (line) => `Commenter la ligne ${line}`,
    about: "Qui relit le changement le voit\u202f; il voyage avec la branche.",
    yours: "Votre commentaire",
    add: "Ajouter le commentaire",
    leave: "Renoncer",
    added: (line) => `Votre commentaire est sur la ligne ${line}, et dans la relecture.`,
    chooseRow: "Choisissez d’abord une ligne\u00a0: un commentaire porte sur une ligne.",
    mark: "Commentée.",
    answer: "Répondre dans la relecture",
    answers: (count) => (count === 0 ? "" : `${count} réponse${count === 1 ? "" : "s"}`),
  },
}
