import type { FrontWords } from "./front-words.ts"

const more = (unpriced: number): string =>
  ` ; ${unpriced} de plus ont un prix quand leurs assureurs sont interrogés`

/** The front door in French. */
export const frontWordsFr: FrontWords = {
  title: "Tarifer un voyage, lire une carte",
  description:
    "Un appel signé tarife l’assurance d’un voyage ; un autre dit ce qu’une carte bancaire ne couvre pas.",
  headline: "Tarifez un voyage. Montrez ce que la carte laisse ouvert.",
  lede: "Un appel signé donne des offres d’assurance voyage comparables, la moins chère d’abord. Un autre lit une carte bancaire pour un voyage et dit, sources à l’appui, où s’arrête sa couverture.",
  quickstart: "Lire la prise en main",
  compare: "Comparer les offres",
  atOnce: ({ linksADay, readsADay }) =>
    `À vous tout de suite, avec une adresse e-mail : ${readsADay} lectures et ${linksADay} liens par jour, sans validation.`,
  demo: "Tous les assureurs de cette démonstration sont fictifs et aucun contrat n’est conclu.",
  sample: "Un couple, de la France aux États-Unis",
  sampleDates: "du 1er au 14 juillet 2027",
  callLabel: "L’appel",
  offersCaption: (shown, all) => `Les ${shown} premières de ${all} offres, la moins chère d’abord`,
  medical: "frais médicaux",
  shown: (shown, all, unpriced) =>
    `${shown} offres sur ${all}${unpriced === 0 ? "" : more(unpriced)}`,
  seeAll: (all) => `Voir les ${all}`,
  noOffers:
    "Les tables en vigueur ne prennent pas ce voyage ; le comparateur montre ce qu’elles prennent.",
  whatItDoes: "Ce que cela fait",
  whatItDoesLede:
    "Quatre appels mènent du voyage à la commission. Lire coûte peu, et déclarer une vente ne coûte rien.",
  heads: { part: "Partie", what: "Ce que vous obtenez", call: "Appel", costs: "Coût" },
  parts: {
    quotes: ({ currencies }) => ({
      name: "Prix",
      what: `Des offres côte à côte en ${currencies} devises, les garanties en états et en montants, jamais en prose`,
    }),
    bilan: ({ argumentsMax }) => ({
      name: "Lecture de carte",
      what: `Ce qui manque à une carte pour un voyage, en ${argumentsMax} arguments au plus, chacun avec son fondement`,
    }),
    links: () => ({
      name: "Liens",
      what: "L’offre devient le lien du voyageur, porté à votre crédit, même quand il est copié",
    }),
    conversion: () => ({
      name: "Ventes",
      what: "Déclarées autant de fois que vous voulez : le même numéro de commande est la même vente, dans un registre qui ne s’efface pas",
    }),
  },
  costs: { read: "1 lecture", write: "1 écriture", nothing: "rien" },
  road: "Le chemin vers la production",
  roadLede: "La console montre où vous en êtes. Un refus dit ce qui manque.",
  steps: ({ linksToGoLive, pricesToGoLive }) => [
    { name: "Clé de test", what: "Tout de suite, par un lien dans un e-mail" },
    {
      name: `${pricesToGoLive} prix, ${linksToGoLive} ${linksToGoLive === 1 ? "lien" : "liens"}`,
      what: "Dans le bac à sable, à votre rythme",
    },
    { name: "Validation", what: "Vous annoncez un volume, une personne approuve" },
    { name: "Clé de production", what: "Vous la créez ; son secret ne s’affiche qu’une fois" },
  ],
  widget: "Pas de serveur ? Une balise",
  widgetLede: "Le comparateur dans un cadre de votre page. Sans cookie, et rien ne se déplace.",
  widgetMore: "Tout sur le widget",
  now: "En ce moment",
  nowMore: "État du service",
  data: ({ insurers, offers }) =>
    `Données de démonstration : ${insurers} assureurs et ${offers} offres, tous fictifs.`,
}
