import type { InLanguages } from "../../kit/language.ts"

const en = {
  page: "Review and release",
  release: {
    title: "Release",
    branch: "Branch",
    noBranch: "none yet",
    by: "By",
    state: "State",
    forWhat: "For",
    nothing: "Nothing has changed",
    uncommitted: "Not committed yet",
    waits: "Waits for approval",
    approved: (name: string) => `Approved by ${name}`,
    withdrawn: (name: string) => `Edited since ${name} approved it`,
    own: "Approved by an author, which does not count",
  },
  missing: {
    "no-git":
      "git is not installed here. The figures and the page to send work without it; committing, comments and approval need it.",
    "no-repository":
      "The tables are in no git repository. The figures and the page to send work without one; committing, comments and approval need one. A colleague who knows git can set it up with “git init”.",
    merge:
      "A merge is under way in the repository. Finish it first; until then nothing is committed here.",
    rebase:
      "A rebase is under way in the repository. Finish it first; until then nothing is committed here.",
    "cherry-pick":
      "A cherry-pick is under way in the repository. Finish it first; until then nothing is committed here.",
    revert:
      "A revert is under way in the repository. Finish it first; until then nothing is committed here.",
  },
  you: {
    title: "Who you are",
    about: "git has no name for you here. What you write is kept under this one.",
    name: "Name",
    mail: "Email",
    as: (name: string) => `You are ${name}.`,
  },
  commit: {
    title: "Commit this change",
    about: "Keeps this state of the tables, so that a colleague can look at it. Nothing is sent.",
    name: "Name of the change",
    nameHelp: "A branch of this name keeps it apart from the tables in force.",
    reason: "What it is for, in a sentence",
    warning: "Why you keep this warning",
    files: (count: number) =>
      count === 1
        ? "1 file, only in the folder of tables"
        : `${count} files, only in the folder of tables`,
    button: "Commit this change",
    done: "Committed.",
    all: "Everything is committed.",
    errors: (count: number) =>
      count === 1
        ? "1 error blocks it. Repair it first."
        : `${count} errors block it. Repair them first.`,
    unchecked: "The tables are still being checked.",
  },
  approve: {
    title: "Approve",
    from: "Effective from",
    by: "Approved by (not the author)",
    button: (day: string) => `Approve for ${day}`,
    own: (name: string) =>
      `${name} changed these tables. A colleague with this branch approves them in a workbench of their own.`,
    commitFirst: "Commit first: only what is committed can be approved.",
    nothing: "An approval is asked for when a table has changed.",
    askChange: "Ask for a change",
    done: "Approved.",
  },
  prepare: {
    title: "Put it in force",
    about: (files: number) =>
      files === 1
        ? "The changed table waits whole beside the others until its day."
        : `The ${files} changed tables wait whole beside the others until their day.`,
    name: "Name of the release",
    day: "In force from",
    reason: "Why",
    button: (day: string) => `Prepare for ${day}`,
    atOnce:
      "Without a release the tables are in force as soon as the branch is merged: leave everything as it is.",
    nothing: "A release is prepared from a change. Nothing has changed.",
    waits: (name: string) =>
      `The change waits in ${name}. Commit it, so that it travels with the branch; the timeline puts it in force earlier, or withdraws it.`,
    later: (name: string, tables: string) => `${name} waits too, with ${tables}.`,
    overlap: (name: string, tables: string) => `${name} comes later and undoes this in ${tables}.`,
    undoes: (name: string, tables: string) => `This comes later and undoes ${name} in ${tables}.`,
    done: (name: string) => `${name} is prepared. Undo takes it back; commit it to keep it.`,
  },
  checks: {
    title: "What was checked",
    waiting: "Checking the tables",
    rules: (count: string) => `No gap, no overlap in ${count} rules`,
    rows: (count: string) => `${count} rows without a mistake`,
    printed: (count: string) => `Printed guarantees: ${count} lines as expected`,
    misread: (count: string) => `Printed guarantees: ${count} lines not as expected`,
    kept: (reason: string) => `Kept by the author: “${reason}”`,
    noReason: "No reason is given yet.",
    old: (count: number) =>
      count === 1
        ? "1 warning was there before the change"
        : `${count} warnings were there before the change`,
    more: (count: number) => `${count} more, beside their rows`,
    held: "Held",
    error: "Error",
    warning: "Warning",
  },
  send: {
    title: "Send it",
    page: "Save the page to send",
    markdown: "Save as Markdown",
    copy: "Copy Markdown",
    copied: "Copied. Paste it into the pull request.",
    notCopied: "The browser does not let the page copy. Save it instead.",
    about: "The page is one file with everything in it. It opens without the workbench.",
    patch: "Save as a patch",
    wholePatch: "Save with comments and approval",
    aboutWholePatch: "Taken by “git am --empty=keep”, with who said and approved what.",
    aboutPatch: (commits: number) =>
      `The patch holds ${commits === 1 ? "the commit" : `the ${commits} commits`} of this branch. Another copy of the repository takes it by “git am”.`,
    notInPatch: (files: number) =>
      files === 1
        ? "One file is not committed, and not in it."
        : `${files} files are not committed, and not in it.`,
  },
  comments: {
    title: "Comments",
    none: "A comment appears here when somebody writes one. It travels with the branch.",
    new: "Your comment",
    on: (table: string, line: number) => `On ${table}, row ${line}`,
    onChange: "On the whole change",
    toChange: "Comment on the whole change instead",
    add: "Add comment",
    answer: "Answer",
    yourAnswer: "Your answer",
    settle: "Settle",
    settledBy: (name: string) => `Settled by ${name}`,
    rowChanged: "The row has changed since.",
    settled: (count: number) => `${count} settled`,
  },
  timeline: {
    title: "Timeline of releases",
    tables: (count: number) => (count === 1 ? "1 table" : `${count} tables`),
    required: "Nothing comes into force, or is withdrawn, unless a second person approves it.",
    recorded: "Approval is recorded, not required here.",
    approve: "Approve",
    now: "Put in force now",
    withdraw: "Withdraw",
    withdrawalWanted: (name: string) =>
      `${name} wants it withdrawn. It stays until somebody else approves that.`,
    rollback: "Roll back",
    restore: "Go back to it",
    without: (tables: string) => `without ${tables}`,
    undoneBy: (by: string, file: string) => `${by} comes later and undoes its ${file}`,
    withdrawnOn: (day: string) => `withdrawn on ${day}`,
    yes: "Do it",
    no: "Leave it",
    told: {
      now: (name: string, tables: string, day: string) =>
        `${name} is in force from today, and no longer from ${day}: ${tables}. Undo takes it back.`,
      approve: (name: string, tables: string, day: string) =>
        `You stand for ${name} from ${day}: ${tables}. An edit of them makes that void. Undo takes it back.`,
      approveWithdrawal: (name: string, who: string) =>
        `${name} is withdrawn, as ${who} wants it. Its folder stays, for the record. Undo takes it back.`,
      wantWithdrawal: (name: string) =>
        `${name} stays in force until somebody else approves its withdrawal. Undo takes it back.`,
      withdraw: (name: string) =>
        `${name} is not in force any more, or never will be. Its folder stays, for the record. Undo takes it back.`,
      rollback: (name: string, after: string) =>
        `${name} is withdrawn, which puts ${after} in force. Undo takes it back.`,
      restore: (commit: string, day: string) =>
        `The tables become those of ${commit}, of ${day}, as one edit. Undo takes it back.`,
    },
    folder: "the tables of the folder itself",
    done: "Done. Undo takes it back; commit it to keep it.",
    history: "Earlier tables",
    none: "A release appears here when one is prepared.",
  },
}

/** The words of releasing: committing, approving, preparing, and what was checked. */
export const releaseWords: InLanguages<typeof en> = {
  en,
  fr: {
    page: "Relecture et publication",
    release: {
      title: "Publication",
      branch: "Branche",
      noBranch: "pas encore",
      by: "Par",
      state: "État",
      forWhat: "Pour",
      nothing: "Rien n’a changé",
      uncommitted: "Pas encore enregistré",
      waits: "Attend une approbation",
      approved: (name) => `Approuvé par ${name}`,
      withdrawn: (name) => `Modifié depuis l’approbation de ${name}`,
      own: "Approuvé par un auteur, ce qui ne compte pas",
    },
    missing: {
      "no-git":
        "git n’est pas installé ici. Les chiffres et la page à envoyer s’en passent\u202f; l’enregistrement, les commentaires et l’approbation en ont besoin.",
      "no-repository":
        "Les tables ne sont dans aucun dépôt. Les chiffres et la page à envoyer s’en passent\u202f; l’enregistrement, les commentaires et l’approbation en ont besoin. Un collègue qui connaît git peut en créer un avec «\u00a0git init\u00a0».",
      merge:
        "Une fusion est en cours dans le dépôt. Terminez-la d’abord\u202f; rien n’est enregistré ici jusque-là.",
      rebase:
        "Un «\u00a0rebase\u00a0» est en cours dans le dépôt. Terminez-le d’abord\u202f; rien n’est enregistré ici jusque-là.",
      "cherry-pick":
        "Un «\u00a0cherry-pick\u00a0» est en cours dans le dépôt. Terminez-le d’abord\u202f; rien n’est enregistré ici jusque-là.",
      revert:
        "Un «\u00a0revert\u00a0» est en cours dans le dépôt. Terminez-le d’abord\u202f; rien n’est enregistré ici jusque-là.",
    },
    you: {
      title: "Qui vous êtes",
      about: "git ne connaît personne ici. Ce que vous écrivez est gardé sous ce nom.",
      name: "Nom",
      mail: "Adresse",
      as: (name) => `Vous êtes ${name}.`,
    },
    commit: {
      title: "Enregistrer ce changement",
      about: "Garde cet état des tables pour qu’un collègue puisse le regarder. Rien n’est envoyé.",
      name: "Nom du changement",
      nameHelp: "Une branche de ce nom le tient à l’écart des tables en vigueur.",
      reason: "À quoi il sert, en une phrase",
      warning: "Pourquoi vous gardez cet avertissement",
      files: (count) =>
        count === 1
          ? "1 fichier, dans le seul dossier des tables"
          : `${count} fichiers, dans le seul dossier des tables`,
      button: "Enregistrer ce changement",
      done: "Enregistré.",
      all: "Tout est enregistré.",
      errors: (count) =>
        count === 1
          ? "1 erreur bloque. Corrigez-la d’abord."
          : `${count} erreurs bloquent. Corrigez-les d’abord.`,
      unchecked: "Les tables sont encore en cours de vérification.",
    },
    approve: {
      title: "Approuver",
      from: "En vigueur à partir du",
      by: "Approuvé par (pas l’auteur)",
      button: (day) => `Approuver pour le ${day}`,
      own: (name) =>
        `${name} a modifié ces tables. Un collègue qui a cette branche les approuve dans son propre atelier.`,
      commitFirst: "Enregistrez d’abord\u00a0: seul ce qui est enregistré peut être approuvé.",
      nothing: "Une approbation est demandée dès qu’une table a changé.",
      askChange: "Demander une modification",
      done: "Approuvé.",
    },
    prepare: {
      title: "Mettre en vigueur",
      about: (files) =>
        files === 1
          ? "La table modifiée attend son jour, entière, à côté des autres."
          : `Les ${files} tables modifiées attendent leur jour, entières, à côté des autres.`,
      name: "Nom de la publication",
      day: "En vigueur à partir du",
      reason: "Pourquoi",
      button: (day) => `Préparer pour le ${day}`,
      atOnce:
        "Sans publication, les tables sont en vigueur dès que la branche est fusionnée\u00a0: laissez tout en l’état.",
      nothing: "Une publication se prépare à partir d’un changement. Rien n’a changé.",
      waits: (name) =>
        `Le changement attend dans ${name}. Enregistrez-le pour qu’il suive la branche\u202f; la chronologie permet de le mettre en vigueur plus tôt, ou de le retirer.`,
      later: (name, tables) => `${name} attend aussi, avec ${tables}.`,
      overlap: (name, tables) => `${name} vient plus tard et défait ceci dans ${tables}.`,
      undoes: (name, tables) => `Ceci vient plus tard et défait ${name} dans ${tables}.`,
      done: (name) => `${name} est prête. Annuler la retire\u202f; enregistrez-la pour la garder.`,
    },
    checks: {
      title: "Ce qui a été vérifié",
      waiting: "Vérification des tables",
      rules: (count) => `Ni trou ni recoupement dans ${count} règles`,
      rows: (count) => `${count} lignes sans erreur`,
      printed: (count) => `Garanties imprimées\u00a0: ${count} lignes conformes`,
      misread: (count) => `Garanties imprimées\u00a0: ${count} lignes non conformes`,
      kept: (reason) => `Gardé par l’auteur\u00a0: «\u00a0${reason}\u00a0»`,
      noReason: "Aucun motif n’est encore donné.",
      old: (count) =>
        count === 1
          ? "1 avertissement existait avant le changement"
          : `${count} avertissements existaient avant le changement`,
      more: (count) => `${count} de plus, à côté de leurs lignes`,
      held: "Conforme",
      error: "Erreur",
      warning: "Attention",
    },
    send: {
      title: "L’envoyer",
      page: "Télécharger la page à envoyer",
      markdown: "Télécharger en Markdown",
      copy: "Copier le Markdown",
      copied: "Copié. Collez-le dans la «\u00a0pull request\u00a0».",
      notCopied: "Le navigateur ne laisse pas la page copier. Téléchargez le fichier à la place.",
      about: "La page est un seul fichier complet, en anglais. Elle s’ouvre sans l’atelier.",
      patch: "Télécharger le correctif",
      wholePatch: "Télécharger avec commentaires et validation",
      aboutWholePatch:
        "Repris par «\u00a0git am --empty=keep\u00a0», avec qui a dit et validé quoi.",
      aboutPatch: (commits) =>
        `Le correctif contient ${commits === 1 ? "le commit" : `les ${commits} commits`} de cette branche. Une autre copie du dépôt l’applique avec «\u00a0git am\u00a0».`,
      notInPatch: (files) =>
        files === 1
          ? "Un fichier n’est pas dans un commit, donc pas dans le correctif."
          : `${files} fichiers ne sont pas dans un commit, donc pas dans le correctif.`,
    },
    comments: {
      title: "Commentaires",
      none: "Un commentaire apparaît ici dès que quelqu’un en écrit un. Il voyage avec la branche.",
      new: "Votre commentaire",
      on: (table, line) => `Dans ${table}, ligne ${line}`,
      onChange: "Sur l’ensemble du changement",
      toChange: "Commenter plutôt l’ensemble du changement",
      add: "Ajouter le commentaire",
      answer: "Répondre",
      yourAnswer: "Votre réponse",
      settle: "Clore",
      settledBy: (name) => `Clos par ${name}`,
      rowChanged: "La ligne a changé depuis.",
      settled: (count) => `${count} clos`,
    },
    timeline: {
      title: "Chronologie des publications",
      tables: (count) => (count === 1 ? "1 table" : `${count} tables`),
      required:
        "Rien n’entre en vigueur, et rien n’est retiré, sans qu’une deuxième personne l’approuve.",
      recorded: "L’approbation est notée, pas exigée ici.",
      approve: "Approuver",
      now: "Mettre en vigueur maintenant",
      withdraw: "Retirer",
      withdrawalWanted: (name) =>
        `${name} demande son retrait. Elle reste jusqu’à ce qu’une autre personne l’approuve.`,
      rollback: "Revenir en arrière",
      restore: "Y revenir",
      without: (tables) => `sans ${tables}`,
      undoneBy: (by, file) => `${by} vient plus tard et défait son ${file}`,
      withdrawnOn: (day) => `retirée le ${day}`,
      yes: "Le faire",
      no: "Laisser",
      told: {
        now: (name, tables, day) =>
          `${name} est en vigueur dès aujourd’hui, et non plus le ${day}\u00a0: ${tables}. Annuler revient en arrière.`,
        approve: (name, tables, day) =>
          `Vous répondez de ${name} dès le ${day}\u00a0: ${tables}. Une modification annule cette approbation. Annuler revient en arrière.`,
        approveWithdrawal: (name, who) =>
          `${name} est retirée, comme ${who} le demande. Son dossier reste, pour mémoire. Annuler revient en arrière.`,
        wantWithdrawal: (name) =>
          `${name} reste en vigueur jusqu’à ce qu’une autre personne approuve son retrait. Annuler revient en arrière.`,
        withdraw: (name) =>
          `${name} n’est plus en vigueur, ou ne le sera jamais. Son dossier reste, pour mémoire. Annuler revient en arrière.`,
        rollback: (name, after) =>
          `${name} est retirée\u202f; sont alors en vigueur ${after}. Annuler revient en arrière.`,
        restore: (commit, day) =>
          `Les tables redeviennent celles de ${commit}, du ${day}, en une seule modification. Annuler revient en arrière.`,
      },
      folder: "les tables du dossier lui-même",
      done: "Fait. Annuler revient en arrière\u202f; enregistrez pour garder.",
      history: "Tables antérieures",
      none: "Une publication apparaît ici dès qu’on en prépare une.",
    },
  },
}
