import { prose } from "../../kit/prose.ts"
import type { QuickstartWords } from "./quickstart-words.ts"

/** The quickstart in French. */
export const quickstartFr: QuickstartWords = {
  title: "De la clé à la vente, en six étapes",
  lede: ({ limit }) =>
    `Tout se passe d’abord dans le bac à sable : ni validation, ni contrat, rien n’est facturé. ${limit("sandbox_reads_per_day")} lectures et ${limit("sandbox_writes_per_day")} liens par jour.`,
  stepsLabel: "Étapes",
  steps: ({ limit }, { href }) => [
    {
      id: "key",
      short: "Clé",
      title: "Obtenir une clé de test",
      text: prose`<p>
          Avec une adresse e-mail, tout de suite. Le secret ne s’affiche qu’une fois ; gardez-le sur
          votre serveur, jamais dans une page.
        </p>
        <p>
          Tous les exemples lisent l’adresse, la clé, le secret et le ref d’un lien suivi dans
          l’environnement. <code>npx viatica-service emulator</code> imprime aussi ces lignes, pour un service
          entier sur votre machine.
        </p>`,
    },
    {
      id: "client",
      short: "Client",
      title: "Obtenir le client",
      text: prose`<p>
          Il signe, attend quand un quota est épuisé, renvoie ce qui peut l’être, garde la session d’un
          voyageur et nomme chaque refus par son code. En TypeScript il vient de npm ; ailleurs, c’est
          un fichier ou deux sans dépendance, à prendre dans ce service.
        </p>
        <p>
          Commencez dans un dossier vide. Avec curl il n’y a rien à prendre : la fonction signe.
          <a href=${href("/docs/guides/signing")}>Signer soi-même</a> dit comment, pour un langage qui
          n’a pas encore de client.
        </p>
        <p>
          Chacun a son guide : <a href="/docs/files/python/README.md">Python</a>,
          <a href="/docs/files/go/README.md">Go</a>,
          <a href="/docs/files/php/README.md">PHP</a>,
          <a href="/docs/files/java/README.md">Java</a>.
        </p>`,
    },
    {
      id: "price",
      short: "Prix",
      title: "Lire le premier prix",
      text: prose`<p>
          Les offres viennent de la moins chère à la plus chère, chaque garantie avec un état et une
          valeur. Ce qui n’a pas pu être tarifé est compté, pas caché.
        </p>
        <p>
          Les clients gardent le <code>sessionId</code> pour le lien. Avec curl, gardez-le vous-même.
        </p>`,
    },
    {
      id: "read",
      short: "Bilan",
      title: "Lire le premier bilan",
      text: prose`<p>
          Le même voyage face à une carte bancaire : ce qui manque à la carte, le plafond médical
          que le voyage demande, et des arguments, le plus fort d’abord.
        </p>
        <p>
          Un bilan porte des clés et des valeurs ;
          <a href=${href("/docs/guides/coach-words")}>les mots du Coach</a> en font des phrases.
        </p>`,
    },
    {
      id: "link",
      short: "Lien",
      title: "Créer le lien du voyageur",
      text: prose`<p>
          Une offre choisie devient une adresse, à votre crédit. Votre référence est gardée avec la
          souscription et non dans l’adresse : elle survit à la copie.
        </p>
        <p>
          Le premier appel d’une session répond 201, les suivants 200. Avec curl, mettez-y le
          <code>sessionId</code> de votre devis. Un lien de test ouvre le formulaire vide et ne crédite
          personne.
        </p>`,
    },
    {
      id: "sale",
      short: "Vente",
      title: "Déclarer la vente",
      text: prose`<p>
        Sous son <code>ref</code>, celui d’un de vos liens suivis, et votre propre numéro de
        commande, autant de fois que vous voulez : le même numéro est la même vente. Elle se valide
        d’elle-même après ${limit("sale_validation_days")} jours.
      </p>`,
    },
  ],
  receive: "Ce que vous recevez",
  otherPrefix: (prefix) =>
    `Les en-têtes de ce service commencent par x-${prefix}- : donnez au client`,
  trip: "Un couple, de la France aux États-Unis, du 1er au 14 juillet 2027",
  offersCaption: (shown, all) => `Les ${shown} premières de ${all} offres du bac à sable`,
  medical: "frais médicaux",
  arguments: (count) => `${count} arguments ; le premier :`,
}
