import type { InLanguages } from "../../kit/language.ts"
import { counted } from "./counted.ts"
import { figuresEnglish } from "./figures-english.ts"

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
