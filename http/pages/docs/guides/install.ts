import { clientVersion } from "../client-archives.ts"
import { codeBox } from "../code-box.ts"
import { installs } from "../snippets/installs.ts"
import type { Guide, GuideInBoth, GuideParts } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

/** A box for each package manager. */
const boxes = ({ facts: { baseUrl }, reading }: GuideParts): ReadonlyArray<PageNode> =>
  installs.map(({ file, id, language, lines, manager }) =>
    codeBox(reading, {
      id,
      label: [`${language}, ${manager}`, ...(file === undefined ? [] : [file])].join(" · "),
      code: lines(baseUrl, clientVersion()),
    }),
  )

const english: Guide = {
  lede: () =>
    "No registry has a package of this name: this service stands in for one, for npm, pip, Go, Maven, Gradle and Composer.",
  text: (parts) =>
    prose`<p>
        Take the lines of yours. None of the clients has a dependency; if you would rather copy a file
        or two, they are in <a href=${parts.href("/docs")}>the quickstart</a>.
      </p>
      ${boxes(parts)}
      <h2 id="check">Check what you got</h2>
      <p>
        <a href="/docs/files/versions.json"><code>versions.json</code></a> lists every file for Python,
        Go, Java and PHP with its version, bytes and SHA-256. Maven and Gradle compare checksums by
        themselves, Go keeps them in <code>go.sum</code>.
      </p>
      <h2 id="java">Java</h2>
      <p>
        The jar holds classes for Java 17 and newer, and its manifest the SHA-256 of each source; the
        sources come with it, for your editor. Gradle and Maven ask for an address with https, but for
        one on your own machine.
      </p>
      <h2 id="newer">Newer versions</h2>
      <p>
        What a newer version brings stands in the changelog beside each client, as in
        <a href="/docs/files/java/CHANGELOG.md">that of Java</a>, and in
        <a href=${parts.href("/docs/changelog")}>the changelog</a> of the service.
      </p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Aucun registre n’a de paquet de ce nom\u00a0: ce service en tient lieu pour npm, pip, Go, Maven, Gradle et Composer.",
  text: (parts) =>
    prose`<p>
        Prenez les lignes du vôtre. Aucun client n’a de dépendance${"\u202f"}; qui préfère copier un
        fichier ou deux les trouve dans <a href=${parts.href("/docs")}>la prise en main</a>.
      </p>
      ${boxes(parts)}
      <h2 id="check">Vérifier ce que vous avez reçu</h2>
      <p>
        <a href="/docs/files/versions.json"><code>versions.json</code></a> donne pour chaque fichier de
        Python, Go, Java et PHP sa version, ses octets et son SHA-256. Maven et Gradle comparent
        eux-mêmes les sommes de contrôle, Go les garde dans <code>go.sum</code>.
      </p>
      <h2 id="java">Java</h2>
      <p>
        Le jar contient des classes pour Java 17 et plus récent, et son manifeste le SHA-256 de chaque
        source${"\u202f"}; les sources l’accompagnent, pour votre éditeur. Gradle et Maven exigent une
        adresse en https, sauf sur votre propre machine.
      </p>
      <h2 id="newer">Versions suivantes</h2>
      <p>
        Ce qu’apporte une version suivante figure dans le journal de chaque client,
        comme <a href="/docs/files/java/CHANGELOG.md">celui de Java</a>, et dans
        <a href=${parts.href("/docs/changelog")}>le journal des changements</a> du service.
      </p>` as PageNode,
}

/** How package managers take a client from a running service. */
export const installGuide: GuideInBoth = { en: english, fr: french }
