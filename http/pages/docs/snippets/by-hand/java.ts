import type { ByHandLanguage } from "../client-language.ts"
import type { ExampleRequest } from "../example-request.ts"
import { jsonStyle, laidOut } from "../laid-out.ts"

const line = ({ body, method, target }: ExampleRequest): string =>
  `var answer = viatica("${method}", "${target}", """\n${laidOut(body, jsonStyle)}""");`

const indented = (text: string, indent: string): string => text.replaceAll("\n", `\n${indent}`)

/** Examples in Java, with its own HTTP client. */
export const javaByHand: ByHandLanguage = {
  id: "java",
  label: "Java",
  file: "Viatica.java",
  run: "java Viatica.java",
  program: (request, { keyId, signature, timestamp }) => `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Viatica {
    static String viatica(String method, String target, String body) throws Exception {
        var now = Long.toString(Instant.now().getEpochSecond());
        var path = target.split("\\\\?")[0];
        var text = now + "." + method + "." + path + "." + body;
        var secret = System.getenv("VIATICA_SECRET").getBytes(StandardCharsets.UTF_8);
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        var signature = HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        var request = HttpRequest.newBuilder(URI.create(System.getenv("VIATICA_URL") + target))
            .header("${keyId}", System.getenv("VIATICA_KEY"))
            .header("${timestamp}", now)
            .header("${signature}", "v2=" + signature)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
        return HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    public static void main(String[] arguments) throws Exception {
        ${indented(line(request), "        ")}
        System.out.println(answer);
    }
}
`,
}
