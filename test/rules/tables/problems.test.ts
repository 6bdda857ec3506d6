import { assert, describe, it } from "@effect/vitest"
import { tableError } from "../../../core/table/error.ts"
import { type CopyProblem, copyProblemText } from "../../../rules/tables/copy-problem.ts"
import { type ReleaseProblem, releaseProblemText } from "../../../rules/tables/release-problem.ts"

const mistake = tableError(
  { file: "catalogue/offers.csv", line: 7, character: 3, column: "plan", cell: "" },
  { expected: { _tag: "Text" } },
)

/** What each problem with a release called `spring` says, in English and in French. */
const ofReleases: {
  readonly [Tag in ReleaseProblem["_tag"]]: readonly [
    Extract<ReleaseProblem, { readonly _tag: Tag }>,
    string,
    string,
  ]
} = {
  DayPassed: [
    { _tag: "DayPassed", effectiveFrom: "2027-01-01" },
    "spring has its day already: 2027-01-01",
    "La date de spring est déjà passée\u00a0: 2027-01-01",
  ],
  OwnApproval: [
    { _tag: "OwnApproval", person: "Lea" },
    "spring is Lea’s own: somebody else has to approve it",
    "spring vient de Lea\u00a0: une autre personne doit l’approuver",
  ],
  NobodyNamed: [
    { _tag: "NobodyNamed" },
    'Say who you are for spring: --by "Name <email>", or git’s user.name and user.email',
    'Dites qui vous êtes pour spring\u00a0: --by "Nom <e-mail>", ou user.name et user.email de git',
  ],
  Unapproved: [
    { _tag: "Unapproved", author: "Lea", day: "2027-01-01" },
    "spring waits until somebody other than Lea approves it: viatica tables release approve spring --from 2027-01-01",
    "spring attend qu’une autre personne que Lea l’approuve\u00a0: viatica tables release approve spring --from 2027-01-01",
  ],
  WithdrawalWaits: [
    { _tag: "WithdrawalWaits", person: "Lea" },
    "spring stays in force until somebody other than Lea approves its withdrawal: viatica tables release approve spring",
    "spring reste en vigueur jusqu’à ce qu’une autre personne que Lea approuve son retrait\u00a0: viatica tables release approve spring",
  ],
  Faulty: [
    { _tag: "Faulty", mistake },
    'spring is faulty: catalogue/offers.csv:7:3 plan: "" should be some text',
    "Les tables contiendraient des erreurs avec spring\u00a0: voir catalogue/offers.csv, ligne 7",
  ],
  SeveralFaulty: [
    { _tag: "SeveralFaulty", releases: 2 },
    "2 faulty releases",
    "2 publications avec erreurs",
  ],
  Missing: [
    { _tag: "Missing", nearest: "sprint" },
    'There is no release "spring"; did you mean sprint?',
    "La publication spring n’existe pas\u202f; vouliez-vous dire sprint\u202f?",
  ],
  NoneInForce: [
    { _tag: "NoneInForce" },
    "No release is in force; what lies in the folder itself is rolled back with git",
    "Aucune publication n’est en vigueur\u202f; ce qui est dans le dossier lui-même se rétablit avec git",
  ],
  Unreadable: [
    { _tag: "Unreadable", path: "releases/spring/release.csv" },
    "releases/spring/release.csv cannot be read",
    "releases/spring/release.csv ne se lit pas",
  ],
  Unwritable: [
    { _tag: "Unwritable", path: "releases/spring/release.csv", reason: "EROFS" },
    "Cannot write releases/spring/release.csv: EROFS",
    "releases/spring/release.csv ne peut pas être écrit\u00a0: EROFS",
  ],
  Withdrawn: [
    { _tag: "Withdrawn", withdrawnOn: "2027-02-01" },
    "spring was withdrawn on 2027-02-01",
    "La publication spring a été retirée le 2027-02-01",
  ],
}

/** What keeps a copy from being made says, in English and in French. */
const ofCopies: {
  readonly [Tag in CopyProblem["_tag"]]: readonly [
    Extract<CopyProblem, { readonly _tag: Tag }>,
    string,
    string,
  ]
} = {
  NothingNamed: [
    { _tag: "NothingNamed", name: "Golf", nearest: "Gold" },
    'no offer and no card product is called "Golf"; did you mean "Gold"?',
    "aucune offre et aucune carte ne s’appelle «\u00a0Golf\u00a0»\u202f; vouliez-vous dire «\u00a0Gold\u00a0»\u202f?",
  ],
  SeveralNamed: [
    { _tag: "SeveralNamed", name: "Gold", could: ["FR:Gold", "MA:Gold"] },
    '"Gold" could be FR:Gold or MA:Gold',
    "«\u00a0Gold\u00a0» peut être FR:Gold ou MA:Gold",
  ],
  NameTaken: [
    { _tag: "NameTaken", noun: "card product", name: "Gold" },
    'card product "Gold" is there already',
    "la carte «\u00a0Gold\u00a0» existe déjà",
  ],
  NoName: [{ _tag: "NoName" }, "it needs a name of its own", "il faut à la copie un nom à elle"],
}

describe("releaseProblemText()", () => {
  it.for(Object.values(ofReleases))("says $1", ([problem, english, french]) => {
    assert.strictEqual(releaseProblemText("spring", problem, "en"), english)
    assert.strictEqual(releaseProblemText("spring", problem, "fr"), french)
  })

  it("asks what was meant only where something is near", () => {
    const none: ReleaseProblem = { _tag: "Missing", nearest: null }
    assert.strictEqual(releaseProblemText("x", none, "en"), 'There is no release "x"')
    assert.strictEqual(releaseProblemText("x", none, "fr"), "La publication x n’existe pas")
  })
})

describe("copyProblemText()", () => {
  it.for(Object.values(ofCopies))("says $1", ([problem, english, french]) => {
    assert.strictEqual(copyProblemText(problem, "en"), english)
    assert.strictEqual(copyProblemText(problem, "fr"), french)
  })

  it("asks what was meant only where something is near", () => {
    const none: CopyProblem = { _tag: "NothingNamed", name: "x", nearest: null }
    assert.strictEqual(copyProblemText(none, "en"), 'no offer and no card product is called "x"')
    assert.strictEqual(
      copyProblemText(none, "fr"),
      "aucune offre et aucune carte ne s’appelle «\u00a0x\u00a0»",
    )
  })
})
