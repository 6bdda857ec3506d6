/** The languages that the demo's magazine is written in. */
export const demoLanguages = ["en", "fr"] as const

/** A language of the demo's magazine. */
export type DemoLanguage = (typeof demoLanguages)[number]

/** What the magazine says; neither it nor its writer exists. */
export const demoArticles = {
  en: {
    languageName: "English",
    demo: "Demonstration",
    told: "A page such as a partner’s, for the demonstration: the magazine and its writer are made up. The box in the article is the widget.",
    magazine: "Slow Rails",
    sections: "Languages",
    title: "From Seattle to San Diego, by night train",
    byline: "Ines Marlow, November 2026",
    drawing: "A drawing: rails that run to hills at sunset",
    before:
      "Two bags, four trains and a coast that is two thousand kilometres long. Before I left I wanted to know where my bank card stops paying. In the United States the answer was: early.",
    next: "The first morning, fog",
    after:
      "The train leaves Tacoma at ten to seven. Nothing can be seen and everything heard: the couplings, the gulls, coffee poured three rows behind. Then the bay comes out of the grey, all at once.",
    footer: "Slow Rails, a magazine that does not exist",
  },
  fr: {
    languageName: "Français",
    demo: "Démonstration",
    told: "Une page comme celle d’un partenaire, pour la démonstration : le magazine et son autrice sont inventés. Le cadre dans l’article est le widget.",
    magazine: "Rails Lents",
    sections: "Langues",
    title: "De Seattle à San Diego, en train de nuit",
    byline: "Inès Marlow, novembre 2026",
    drawing: "Un dessin : des rails qui filent vers des collines au couchant",
    before:
      "Deux sacs, quatre trains et deux mille kilomètres de côte. Avant de partir, j’ai voulu savoir où s’arrêtait ma carte bancaire. Aux États-Unis, la réponse est : tôt.",
    next: "Le premier matin, la brume",
    after:
      "Le train quitte Tacoma à sept heures moins dix. On ne voit rien, on entend tout : les attelages, les goélands, le café versé trois rangs derrière. Puis la baie sort du gris, d’un seul coup.",
    footer: "Rails Lents, un magazine qui n’existe pas",
  },
} as const satisfies Readonly<Record<DemoLanguage, Readonly<Record<string, string>>>>
