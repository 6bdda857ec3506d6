import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { everyValueOf } from "../../../core/table/requirement.ts"
import { coverTermWords, relationEffects } from "../coach-vocabulary.ts"
import { slug, source } from "./columns.ts"

const term = Column.enumeration(coverTermWords, { about: "The term." })

const argument = Column.text({
  pattern: /^[a-z0-9_]+$/,
  about: "The argument that it happens to; empty for every other one.",
})

/** What arguments do to each other, so that no fact is told twice. */
export const argumentRelations = defineTable({
  file: "coach/argument_relations.csv",
  about:
    "What an argument that is told does to others: no fact is told twice. Rows count in the order of the file, and an argument that is excluded does nothing to others.",
  key: ["told", "effect", "argument", "term"],
  columns: {
    told: Column.optional(
      Column.text({
        pattern: /^[a-z0-9_]+$/,
        about: "The argument that is told; empty where it need not be any.",
      }),
    ),
    effect: Column.enumeration(relationEffects, {
      about:
        "excludes: it is not told; weakens: it is useful, no more; drops_term: it does not list the term; weakens_alone: it is useful where no other weighs more.",
    }),
    argument: Column.optional(argument),
    term: Column.optional(term),
    source,
  },
})

/** What arguments are told with where facts alone are shown. */
export const argumentFacts = defineTable({
  file: "coach/argument_facts.csv",
  about:
    "Texts of arguments for accounts that show facts alone: they recommend nothing, compare with no benchmark and offer nothing.",
  key: ["id"],
  requires: [
    {
      every: [everyValueOf("coach/arguments.csv", ["id"])],
      otherwise: "factsUntold",
    },
  ],
  named: {
    columns: ["id"],
    by: [{ file: "coach/arguments.csv", columns: ["id"] }],
    otherwise: "noArgumentWith",
  },
  columns: {
    id: Column.text({ pattern: /^[a-z0-9_]+$/, about: "The argument." }),
    hook: Column.text({
      about: "Message key of the opening; that of the argument where it recommends nothing.",
    }),
    fact: Column.text({
      about: "Message key of the fact; that of the argument where it recommends nothing.",
    }),
    pitch: Column.text({ about: "Message key of what stands in place of the offer." }),
  },
})

/** Where old ids of arguments, and old keys of messages, went. */
export const argumentSuccessors = defineTable({
  file: "coach/argument_successors.csv",
  about:
    "Ids of arguments, and keys of headlines and shares, that are no longer told, and what tells the fact instead.",
  key: ["old_id"],
  columns: {
    old_id: Column.text({ pattern: /^[a-z0-9_.]+$/, about: "The id or the key before." }),
    new_id: Column.text({ pattern: /^[a-z0-9_.]+$/, about: "The one that tells it now." }),
    since: Column.day({ about: "The day since when." }),
  },
})

/** The terms that lists of terms tell, and in which order. */
export const toldTerms = defineTable({
  file: "coach/told_terms.csv",
  about: "Terms of covers as lists of them tell them; what is not here is told otherwise.",
  key: ["term"],
  columns: {
    term,
    rank: Column.integer({ minimum: 1, about: "Order in a list." }),
    lead_rank: Column.integer({
      minimum: 1,
      about: "Order in the opening, where terms with an amount come first.",
    }),
    topics: Column.list(
      Column.text({
        pattern: /^[a-z_]+$/,
        about: "What it is about: an opening tells no topic twice.",
      }),
    ),
    unread: Column.optional(
      Column.enumeration(coverTermWords, {
        about: "The term that it is told as without an amount; empty: then it is not told.",
      }),
    ),
  },
})

/** The order of covers in lists. */
export const coverRanks = defineTable({
  file: "coach/cover_ranks.csv",
  about: "The order of covers in the lists of arguments, weightiest first.",
  key: ["slug"],
  requires: [
    {
      every: [everyValueOf("coach/recommended.csv", ["slug"])],
      otherwise: "lastInLists",
    },
  ],
  columns: { slug, rank: Column.integer({ minimum: 1, about: "Order in a list." }) },
})
