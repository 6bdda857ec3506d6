import { inFrench } from "../typeset.ts"
import type { InBoth } from "../view.ts"

const english = {
  title: "Widget",
  headline: "Two lines, and your page compares offers",
  why: "Put this tag where the comparator should stand. Whoever buys through it is credited to the link that you choose here.",
  link: "Link",
  linkHelp: "Its code or ref, or how the code begins.",
  unknown: "No link in use has this code, or one that begins so.",
  several: "Several links begin so. Choose the one that you mean:",
  show: "Show its tag",
  tag: "Your tag",
  copy: "Copy tag",
  copied: "Copied",
  options: "What else the tag takes",
  attributes: {
    "data-ref": "whom a sale is credited to; without it, nobody",
    "data-intent": "what the trip is for, such as forTourism",
    "data-residence": "the country that your readers live in, such as FR",
    "data-lang": "the language, such as fr; else that of the reader",
    "data-height": "a fixed height in pixels; else it grows with its content",
  },
  docs: "How it is put in, and what your content policy has to allow",
  openDocs: "Open the documentation",
  none: "Make a link first: the tag names it.",
  makeLink: "Make a link",
}

/** What the page of the widget says. */
export type WidgetWords = typeof english

const french: WidgetWords = {
  title: "Widget",
  headline: "Deux lignes, et votre page compare les offres",
  why: "Mettez cette balise là où le comparateur doit se tenir. Qui achète par lui est crédité au lien que vous choisissez ici.",
  link: "Lien",
  linkHelp: "Son code ou sa référence, ou le début du code.",
  unknown: "Aucun lien utilisé n'a ce code ni un code qui commence ainsi.",
  several: "Plusieurs liens commencent ainsi. Choisissez le bon :",
  show: "Voir sa balise",
  tag: "Votre balise",
  copy: "Copier la balise",
  copied: "Copié",
  options: "Ce que la balise accepte encore",
  attributes: {
    "data-ref": "à qui une vente est créditée ; sans elle, à personne",
    "data-intent": "le but du voyage, par exemple forTourism",
    "data-residence": "le pays où vivent vos lecteurs, par exemple FR",
    "data-lang": "la langue, par exemple fr ; sinon celle du lecteur",
    "data-height": "une hauteur fixe en pixels ; sinon il grandit avec son contenu",
  },
  docs: "Comment l'intégrer, et ce que votre politique de contenu doit permettre",
  openDocs: "Ouvrir la documentation",
  none: "Créez d'abord un lien : la balise le nomme.",
  makeLink: "Créer un lien",
}

/** What the page of the widget says in each language. */
export const widgetWords: InBoth<WidgetWords> = { en: english, fr: inFrench(french) }
