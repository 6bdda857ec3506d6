import type { KnownTable } from "./table-task.ts"

/** Words of the tables of texts and documents. */
export const showingWords: Readonly<Record<string, KnownTable>> = {
  "messages/arguments.csv": {
    task: "texts",
    en: {
      title: "Texts of arguments",
      about: "Openings, facts and offers, in French and English.",
    },
    fr: {
      title: "Textes des arguments",
      about: "Accroches, faits et offres, en français et en anglais.",
    },
  },
  "messages/badges.csv": {
    task: "texts",
    en: { title: "Texts of gaps", about: "Sentences on a gap, by its badge." },
    fr: { title: "Textes des manques", about: "Les phrases sur un manque, selon sa pastille." },
  },
  "messages/headlines.csv": {
    task: "texts",
    en: { title: "Texts of headlines", about: "Headlines of readings." },
    fr: { title: "Textes des titres", about: "Les titres des bilans." },
  },
  "messages/medical.csv": {
    task: "texts",
    en: { title: "Texts of the medical line", about: "The line under the headline." },
    fr: { title: "Textes de la ligne médicale", about: "La ligne sous le titre." },
  },
  "messages/social.csv": {
    task: "texts",
    en: { title: "Texts of shares", about: "What share of a market’s cards falls short." },
    fr: {
      title: "Textes des parts",
      about: "La part des cartes d’un marché qui ne suffisent pas.",
    },
  },
  "messages/sources.csv": {
    task: "texts",
    en: { title: "Texts of sources", about: "Where a figure comes from, and how sure it is." },
    fr: { title: "Textes des sources", about: "D’où vient un chiffre, et s’il est sûr." },
  },
  "messages/guarantees.csv": {
    task: "texts",
    en: { title: "Names of guarantees", about: "As a title, and in lists inside of sentences." },
    fr: { title: "Noms des garanties", about: "En titre, et en liste dans une phrase." },
  },
  "messages/issuers.csv": {
    task: "texts",
    en: { title: "Names of advisers", about: "What those who give travel advice are called." },
    fr: { title: "Noms des conseillers", about: "Comment on nomme ceux qui publient les avis." },
  },
  "messages/locales.csv": {
    task: "texts",
    en: { title: "Printing by market", about: "How amounts and dates are printed." },
    fr: { title: "Écriture par marché", about: "Comment s’écrivent montants et dates." },
  },
  "messages/terms.csv": {
    task: "texts",
    en: { title: "Names of terms", about: "Short in openings, long in facts." },
    fr: { title: "Noms des clauses", about: "Courts dans les accroches, longs dans les faits." },
  },
  "messages/words.csv": {
    task: "texts",
    en: { title: "Words of sentences", about: "Words that sentences are put together with." },
    fr: { title: "Mots des phrases", about: "Les mots dont les phrases sont faites." },
  },
  "messages/catalogue.csv": {
    task: "texts",
    en: { title: "Words of the card list", about: "What stands behind names of cards." },
    fr: { title: "Mots de la liste des cartes", about: "Ce qui suit le nom des cartes." },
  },
  "messages/travellers/languages.csv": {
    task: "texts",
    en: {
      title: "Languages of travellers",
      about: "How each language prints, and who has read its texts.",
    },
    fr: {
      title: "Langues des voyageurs",
      about: "Comment chaque langue écrit, et qui a relu ses textes.",
    },
  },
  "messages/travellers/guarantees.csv": {
    task: "texts",
    en: { title: "Guarantees for travellers", about: "Their names in all languages." },
    fr: { title: "Garanties pour voyageurs", about: "Leurs noms dans toutes les langues." },
  },
  "messages/travellers/intents.csv": {
    task: "texts",
    en: { title: "Trip types for travellers", about: "Their names in all languages." },
    fr: { title: "Types de voyage pour voyageurs", about: "Leurs noms dans toutes les langues." },
  },
  "messages/travellers/highlights.csv": {
    task: "texts",
    en: { title: "Highlights for travellers", about: "What highlights say in all languages." },
    fr: {
      title: "Points clés pour voyageurs",
      about: "Ce que disent les points clés, dans toutes les langues.",
    },
  },
  "messages/travellers/offers.csv": {
    task: "texts",
    en: { title: "Offers for travellers", about: "What pages say of offers." },
    fr: { title: "Offres pour voyageurs", about: "Ce que les pages disent des offres." },
  },
  "messages/travellers/comparator.csv": {
    task: "texts",
    en: { title: "Comparator", about: "What the comparator says in all languages." },
    fr: { title: "Comparateur", about: "Ce que dit le comparateur, dans toutes les langues." },
  },
  "messages/travellers/funnel.csv": {
    task: "texts",
    en: { title: "Buying pages", about: "What the pages say on which a traveller buys." },
    fr: { title: "Pages d’achat", about: "Ce que disent les pages où un voyageur souscrit." },
  },
  "messages/travellers/widget.csv": {
    task: "texts",
    en: { title: "Widget", about: "What stands around the comparator at a partner’s." },
    fr: { title: "Widget", about: "Ce qui entoure le comparateur chez un partenaire." },
  },
  "coach/monogram_colours.csv": {
    task: "texts",
    en: { title: "Colours of banks", about: "Grounds of the monograms of banks." },
    fr: { title: "Couleurs des banques", about: "Les fonds des monogrammes des banques." },
  },
  "coach/network_colours.csv": {
    task: "texts",
    en: { title: "Colours of networks", about: "Colours of the pictures of cards." },
    fr: { title: "Couleurs des réseaux", about: "Les couleurs des images de cartes." },
  },
  "documents/ipid_sections.csv": {
    task: "documents",
    en: { title: "Sections of the IPID", about: "As the regulation fixes them." },
    fr: { title: "Rubriques de l’IPID", about: "Telles que le règlement les fixe." },
  },
  "documents/ipid_lines.csv": {
    task: "documents",
    en: { title: "Lines of the IPID", about: "By what an offer is and whom it takes." },
    fr: { title: "Lignes de l’IPID", about: "Selon l’offre et qui elle accepte." },
  },
  "documents/cover_words.csv": {
    task: "documents",
    en: { title: "Covers in documents", about: "How documents say what an offer holds." },
    fr: {
      title: "Garanties en documents",
      about: "Comment les documents disent ce qu’une offre couvre.",
    },
  },
  "documents/zone_words.csv": {
    task: "documents",
    en: { title: "Zones in documents", about: "How documents name the zones." },
    fr: { title: "Zones en documents", about: "Comment les documents nomment les zones." },
  },
}
