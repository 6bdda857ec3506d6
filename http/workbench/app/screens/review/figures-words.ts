import type { InLanguages } from "../../kit/language.ts"

const quoteCount = (count: string): string => counted(count, "quote", "quotes")

/** The words of the change in figures, in English. */
const figuresEnglish = {
  working: "Trying situations",
  tried: (done: string, all: string) => `${done} of ${all} situations tried`,
  stop: "Stop",
  again: "Count again",
  stopped: "Stopped. The figures date from an earlier state, or are missing.",
  failed: (why: string) => `The figures could not be made: ${why}`,
  olderTables:
    "The tables contain mistakes now: these figures are from the last version without any.",
  noSituations: (why: string) => `No situation could be tried: ${why}`,
  headline: {
    waiting: "What does the change do?",
    nothing: "Nothing has changed yet",
    dearer: (count: string, most: string) => `${priceCount(count)} dearer, ${most} at most`,
    cheaper: (count: string, most: string) => `${count} cheaper, ${most} at most`,
    cheaperAlone: (count: string, most: string) => `${priceCount(count)} cheaper, ${most} at most`,
    gone: (title: string) => `${title} is no longer offered everywhere`,
    come: (title: string) => `${title} is newly offered`,
    arguments: (count: string) =>
      `${counted(count, "argument comes or goes", "arguments come or go")}, and no price moves`,
    situations: (changed: string) =>
      `${counted(changed, "situation is", "situations are")} answered differently; no price moves`,
    texts: (count: string) =>
      `${counted(count, "text reads", "texts read")} differently; no price moves`,
    tables: (count: number) =>
      count === 1
        ? "1 table changes, but no answer does"
        : `${count} tables change, but no answer does`,
  },
  lede: {
    released: (names: string) => `With the release ${names}, which waits for its day.`,
    share: (changed: string, all: string) => `In ${changed} of ${all} situations.`,
    loses: (title: string, times: string) => `${title} loses first place in ${times}.`,
    gains: (title: string, times: string) => `${title} gains first place in ${times}.`,
    both: (title: string, lost: string, gained: string) =>
      `${title} loses first place in ${lost} and gains it in ${gained}.`,
    noPlaces: "Every first place stays the same.",
    noArguments: "No argument comes or goes.",
    cases: (count: number) =>
      count === 1 ? "1 of your own cases changes" : `${count} of your own cases change`,
    impact: "Travellers most changed",
  },
  moves: {
    title: "How prices move",
    of: (count: string) => `${priceCount(count)}, in per cent`,
    middle: "Half of all changes lie above",
    dearest: "Dearest step",
    cheapest: "Cheapest step",
    mostTouched: "Offer with most changes",
    chart: (count: string, tallest: string, at: string) =>
      `Histogram of ${counted(count, "change", "changes")} of prices; most, ${tallest}, by about ${at}`,
    asTable: "As a table",
    change: "Change",
    prices: "Prices",
    orLess: "and less",
    orMore: "and more",
  },
  offers: {
    title: "Offers that change",
    of: (count: string, all: string) => `${count} of ${all}`,
    offer: "Offer",
    prices: "Prices",
    dearer: "Dearer",
    cheaper: "Cheaper",
    median: "Median",
    least: "Least",
    most: "Most",
    gone: (count: string) => `no longer offered in ${quoteCount(count)}`,
    come: (count: string) => `newly offered in ${quoteCount(count)}`,
    rest: (count: string) => `${count} more`,
  },
  places: {
    title: "First place",
    of: quoteCount,
    from: "From",
    to: "To",
    quotes: "Quotes",
    nobody: "no offer",
  },
  cases: {
    title: "Own cases first, then who changes most",
    of: (changed: string, all: string) =>
      `${changed} of ${counted(all, "own case", "own cases")} ${changed === "1" ? "changes" : "change"}`,
    traveller: "Traveller",
    offer: "Offer",
    before: "Before",
    after: "After",
    change: "Change",
    own: "Own case",
    drawn: "drawn by the workbench",
    other: "other answer",
    otherFirst: "other first place",
    all: (changed: string) =>
      changed === "1" ? "The one traveller that changes" : `All ${changed} travellers that change`,
    allSoFar: "All travellers that change, as they are found",
    waiting: "Your own cases are tried first, then situations that the workbench draws…",
  },
  late: {
    moves: "Each situation is answered by the tables before and after…",
    offers: "Offers that change appear here once the situations are tried.",
    tables: "What changes in each table appears here at the same time.",
    release: "Asking git how the change stands…",
  },
  arguments: {
    title: "Arguments of cards",
    of: (count: string) => counted(count, "comes or goes", "come or go"),
    argument: "Argument",
    change: "",
    gained: "gained",
    lost: "lost",
    readings: "Readings",
    cards: "Cards",
    more: (count: number) => `and ${count} more`,
  },
  texts: {
    title: "Texts",
    of: (count: string) => `${counted(count, "reads", "read")} differently`,
    text: "Text",
    was: "Before",
    is: "After",
  },
  tables: {
    title: "What changes, table by table",
    of: (same: number) =>
      same === 1 ? "1 table stays as it is" : `${same} tables stay as they are`,
    changed: (count: string, columns: string, change: string) =>
      `${counted(count, "row", "rows")}: ${columns} ${change}`,
    added: (count: number) => (count === 1 ? "1 row new" : `${count} rows new`),
    removed: (count: number) => (count === 1 ? "1 row gone" : `${count} rows gone`),
    rows: (count: number) => (count === 1 ? "1 row" : `${count} rows`),
    otherwise: "changed",
    empty: "(empty)",
    decimalPoint: ".",
    proven: (count: number) =>
      count === 1
        ? "1 region of facts is answered differently, proven"
        : `${count} regions of facts are answered differently, each proven`,
    line: "Row",
    where: "Where",
    more: (count: number) =>
      count === 1
        ? "1 more row is in the table itself"
        : `${count} more rows are in the table itself`,
    mistakes: "The table contains mistakes and is not compared.",
    isNew: "The table is new.",
    isGone: "The table is gone.",
    noRows: "Only the order of rows or notes differ.",
    comment: "Comment",
    commentOn: (line: number) => `Comment on row ${line}`,
    and: "and",
  },
}

/** The words of the change in figures. */
export const figuresWords: InLanguages<typeof figuresEnglish> = {
  en: figuresEnglish,
  fr: {
    working: "Essai des situations",
    tried: (done, all) => `${counted(done, "situation essayée", "situations essayées")} sur ${all}`,
    stop: "Arrêter",
    again: "Recompter",
    stopped: "Arrêté. Les chiffres sont ceux d’un état antérieur, ou manquent.",
    failed: (why) => `Les chiffres n’ont pas pu être établis\u00a0: ${why}`,
    olderTables:
      "Les tables contiennent des erreurs\u00a0: ces chiffres sont ceux de la dernière version qui n’en avait pas.",
    noSituations: (why) => `Aucune situation n’a pu être essayée\u00a0: ${why}`,
    headline: {
      waiting: "Que fait ce changement\u202f?",
      nothing: "Rien n’a encore changé",
      dearer: (count, most) => `${count} prix en hausse, de ${most} au plus`,
      cheaper: (count, most) => `${count} en baisse, de ${most} au plus`,
      cheaperAlone: (count, most) => `${count} prix en baisse, de ${most} au plus`,
      gone: (title) => `${title} n’est plus proposée partout`,
      come: (title) => `${title} est désormais proposée`,
      arguments: (count) =>
        `${counted(count, "argument apparaît ou disparaît", "arguments apparaissent ou disparaissent")}, sans effet sur les prix`,
      situations: (changed) =>
        `${counted(changed, "situation a", "situations ont")} une autre réponse, sans effet sur les prix`,
      texts: (count) =>
        `${counted(count, "texte change", "textes changent")}, sans effet sur les prix`,
      tables: (count) =>
        count === 1
          ? "1 table change, et aucune réponse avec elle"
          : `${count} tables changent, et aucune réponse avec elles`,
    },
    lede: {
      released: (names) => `Avec la publication ${names}, qui attend son jour.`,
      share: (changed, all) => `Dans ${counted(changed, "situation", "situations")} sur ${all}.`,
      loses: (title, times) => `${title} perd la première place ${times} fois.`,
      gains: (title, times) => `${title} gagne la première place ${times} fois.`,
      both: (title, lost, gained) =>
        `${title} perd la première place ${lost} fois et la gagne ${gained} fois.`,
      noPlaces: "Toutes les premières places restent.",
      noArguments: "Aucun argument n’apparaît ni ne disparaît.",
      cases: (count) =>
        count === 1 ? "1 de vos propres cas change" : `${count} de vos propres cas changent`,
      impact: "Voyageurs les plus touchés",
    },
    moves: {
      title: "Comment les prix évoluent",
      of: (count) => `${count} prix, en pour cent`,
      middle: "La moitié des écarts dépasse",
      dearest: "Plus forte hausse",
      cheapest: "Plus forte baisse",
      mostTouched: "Offre la plus touchée",
      chart: (count, tallest, at) =>
        `Histogramme de ${counted(count, "écart", "écarts")} de prix\u202f; le plus souvent, ${tallest} fois, d’environ ${at}`,
      asTable: "En tableau",
      change: "Écart",
      prices: "Prix",
      orLess: "et moins",
      orMore: "et plus",
    },
    offers: {
      title: "Offres qui changent",
      of: (count, all) => `${count} sur ${all}`,
      offer: "Offre",
      prices: "Prix",
      dearer: "En hausse",
      cheaper: "En baisse",
      median: "Médiane",
      least: "Minimum",
      most: "Maximum",
      gone: (count) => `n’est plus proposée dans ${count} devis`,
      come: (count) => `proposée en plus dans ${count} devis`,
      rest: (count) => `${count} de plus`,
    },
    places: {
      title: "Première place",
      of: (count) => `${count} devis`,
      from: "De",
      to: "À",
      quotes: "Devis",
      nobody: "aucune offre",
    },
    cases: {
      title: "Vos cas d’abord, puis qui change le plus",
      of: (changed, all) =>
        `${changed} de vos ${all} cas ${changed === "1" ? "change" : "changent"}`,
      traveller: "Voyageur",
      offer: "Offre",
      before: "Avant",
      after: "Après",
      change: "Écart",
      own: "Votre cas",
      drawn: "tiré par l’atelier",
      other: "autre réponse",
      otherFirst: "autre première place",
      all: (changed) =>
        changed === "1" ? "Le voyageur qui change" : `Les ${changed} voyageurs qui changent`,
      allSoFar: "Tous les voyageurs qui changent, au fur et à mesure",
      waiting: "Vos propres cas sont essayés d’abord, puis des situations tirées par l’atelier…",
    },
    late: {
      moves: "Chaque situation reçoit la réponse des tables d’avant, puis d’après…",
      offers: "Les offres qui changent apparaissent ici une fois les situations essayées.",
      tables: "Ce qui change dans chaque table apparaît ici au même moment.",
      release: "Lecture de l’état du changement dans git…",
    },
    arguments: {
      title: "Arguments des cartes",
      of: (count) => counted(count, "apparaît ou disparaît", "apparaissent ou disparaissent"),
      argument: "Argument",
      change: "",
      gained: "gagné",
      lost: "perdu",
      readings: "Bilans",
      cards: "Cartes",
      more: (count) => `et ${count} de plus`,
    },
    texts: {
      title: "Textes",
      of: (count) => counted(count, "change", "changent"),
      text: "Texte",
      was: "Avant",
      is: "Après",
    },
    tables: {
      title: "Ce qui change, table par table",
      of: (same) =>
        same === 1 ? "1 table reste telle quelle" : `${same} tables restent telles quelles`,
      changed: (count, columns, change) =>
        `${counted(count, "ligne", "lignes")}\u00a0: ${columns} ${change}`,
      added: (count) => (count === 1 ? "1 ligne nouvelle" : `${count} lignes nouvelles`),
      removed: (count) => (count === 1 ? "1 ligne supprimée" : `${count} lignes supprimées`),
      rows: (count) => (count === 1 ? "1 ligne" : `${count} lignes`),
      otherwise: "modifié",
      empty: "(vide)",
      decimalPoint: ",",
      proven: (count) =>
        count === 1
          ? "1 région de faits a une autre réponse, prouvé"
          : `${count} régions de faits ont une autre réponse, chacune prouvée`,
      line: "Ligne",
      where: "Où",
      more: (count) =>
        count === 1
          ? "1 autre ligne se trouve dans la table elle-même"
          : `${count} autres lignes se trouvent dans la table elle-même`,
      mistakes: "La table contient des erreurs et n’est pas comparée.",
      isNew: "La table est nouvelle.",
      isGone: "La table a disparu.",
      noRows: "Seuls l’ordre des lignes ou des notes diffèrent.",
      comment: "Commenter",
      commentOn: (line) => `Commenter la ligne ${line}`,
      and: "et",
    },
  },
}

const priceCount = (count: string): string => counted(count, "price", "prices")

/**
 * A count, as a text already, with what there is one or several of.
 *
 * ```ts
 * import { counted } from "../http/workbench/app/screens/review/figures-words.ts"
 *
 * counted("1", "price", "prices") // => "1 price"
 * counted("1,204", "price", "prices") // => "1,204 prices"
 * ```
 */
export const counted = (count: string, one: string, several: string): string =>
  `${count} ${count === "1" ? one : several}`
