import type { Guide, GuideInBoth } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

const steering = `curl -s http://127.0.0.1:4010/_emulator/clock -d '{"advance":"14d"}'
curl -s http://127.0.0.1:4010/_emulator/trigger -d '{"trigger":"PRICING_TIMED_OUT","times":2}'
curl -s http://127.0.0.1:4010/_emulator/endpoints -d '{"url":"http://127.0.0.1:9000/hooks"}'
curl -s http://127.0.0.1:4010/_emulator/reset -d '{}'
`

const english: Guide = {
  lede: () =>
    "The whole service on your own machine: the same code, two keys, a clock that you move, and every refusal on demand.",
  text: ({ href }) =>
    prose`<h2 id="start">Start it</h2>
      <p>
        <code>viatica emulator</code> comes with the package <code>viatica-service</code>, which is on no
        registry: <a href=${href("/docs/guides/testing#commands")}>where the commands come from</a>. It
        listens on <code>127.0.0.1:4010</code>, prints a sandbox and a live key with the lines to export,
        and needs no network, but Node 22.19 or newer. All that it holds is gone when it stops.
      </p>
      <p>
        <code>--seed WORDS</code> makes keys, ids and sessions follow from the words, so that a test gets
        the same bytes each time. <code>--json</code> prints address and keys as one line for programs.
      </p>
      <h2 id="steer">Steer it from a test</h2>
      <pre tabindex="0" role="group" aria-label="Steer the emulator">${steering}</pre>
      <ul>
        <li>
          The clock only moves forward. Fourteen days on, pending sales are validated, the events about
          them are sent, and quotas have begun anew.
        </li>
        <li>
          A trigger befalls the next calls, <code>times</code> of them: each code of
          <a href=${href("/docs/guides/errors")}>the errors</a> is one.
          <code>GET /_emulator/triggers</code> lists them all. Others last, such as
          <code>QUOTA_EXCEEDED</code> or <code>suspend-account</code>, until <code>calm</code> or a reset.
        </li>
        <li>
          Events go to any address, of <code>http</code> and of your own machine as well. The answer holds
          the secret to verify them with.
        </li>
        <li>A name that is nearly right is told; what makes no sense is refused with 400.</li>
      </ul>
      <h2 id="record">Record and replay</h2>
      <p>
        <code>--record FILE</code> writes each call with its answer as a line of JSON, without keys and
        signatures. <code>--replay FILE</code> answers the same calls as they were answered then, for
        tests that ask nobody.
      </p>
      <h2 id="limits">What it is not</h2>
      <p>
        It prices with fictional insurers, and is no load test. Keys of the emulator are unknown to this
        service, and those of this service to the emulator.
      </p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Tout le service sur votre machine : le même code, deux clés, une horloge que vous avancez, et chaque refus à la demande.",
  text: ({ href }) =>
    prose`<h2 id="start">Le démarrer</h2>
      <p>
        <code>viatica emulator</code> vient du paquet <code>viatica-service</code>, qui n’est sur aucun
        registre : <a href=${href("/docs/guides/testing#commands")}>d’où viennent les commandes</a>. Il
        écoute sur <code>127.0.0.1:4010</code>, affiche une clé de test et une clé de production avec les
        lignes à exporter, et se passe de réseau, mais non de Node 22.19 ou plus récent. Tout ce qu’il contient disparaît à son arrêt.
      </p>
      <p>
        Avec <code>--seed MOTS</code>, clés, identifiants et sessions découlent des mots : un test reçoit
        chaque fois les mêmes octets. <code>--json</code> écrit l’adresse et les clés sur une ligne, pour
        les programmes.
      </p>
      <h2 id="steer">Le piloter depuis un test</h2>
      <pre tabindex="0" role="group" aria-label="Piloter l’émulateur">${steering}</pre>
      <ul>
        <li>
          L’horloge ne fait qu’avancer. Quatorze jours plus tard, les ventes en attente sont validées,
          leurs événements envoyés, et les quotas recommencent.
        </li>
        <li>
          Un déclencheur touche les <code>times</code> appels suivants : chaque code des
          <a href=${href("/docs/guides/errors")}>erreurs</a> en est un.
          <code>GET /_emulator/triggers</code> les liste tous. D’autres durent, comme
          <code>QUOTA_EXCEEDED</code> ou <code>suspend-account</code>, jusqu’à <code>calm</code> ou une
          remise à zéro.
        </li>
        <li>
          Les événements vont à toute adresse, en <code>http</code> et sur votre machine aussi. La réponse
          contient le secret qui les vérifie.
        </li>
        <li>Un nom presque juste est signalé ; ce qui n’a pas de sens est refusé par un 400.</li>
      </ul>
      <h2 id="record">Enregistrer et rejouer</h2>
      <p>
        <code>--record FICHIER</code> écrit chaque appel et sa réponse sur une ligne de JSON, sans clés ni
        signatures. <code>--replay FICHIER</code> répond aux mêmes appels comme alors, pour des tests qui
        n’interrogent personne.
      </p>
      <h2 id="limits">Ce qu’il n’est pas</h2>
      <p>
        Ses prix sont ceux d’assureurs fictifs, et ce n’est pas un test de charge. Ce service ne connaît
        pas les clés de l’émulateur, ni l’émulateur celles de ce service.
      </p>` as PageNode,
}

/** How the emulator is started and steered. */
export const emulatorGuide: GuideInBoth = { en: english, fr: french }
