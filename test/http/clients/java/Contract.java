import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import viatica.Json;
import viatica.Viatica;
import viatica.Viatica.Answer;
import viatica.Viatica.Currency;
import viatica.Viatica.Failure;
import viatica.Viatica.Options;

/** Proves the client in Java against an emulator, a server of odd ways, and the shared vectors. */
public final class Contract {
    private static final Map<String, Object> TRIP = Map.of(
            "intent", "forTourism", "startDate", "2027-07-01", "endDate", "2027-07-14", "countryResidence", "FR",
            "arrivalCountries", List.of("US"), "travellers", List.of(Map.of("age", 34)));
    private static final Map<String, Object> ASKED = Map.of("trip", TRIP);
    private static final Map<String, Object> READING = Map.of(
            "residence", "FR", "destinations", List.of("US"), "card", Map.of("network", "visa", "tier", "mid"));
    private static final HttpClient CONTROL = HttpClient.newHttpClient();
    private static final Duration SHORT = Duration.ofMillis(500);

    private static String env(String name) {
        return System.getenv("VIATICA_" + name);
    }

    private static Options at(String url) {
        return new Options(url, env("KEY"), env("SECRET"));
    }

    private static Viatica client() {
        return new Viatica(at(env("URL")));
    }

    private static Viatica odd(String way) {
        return new Viatica(at(env("ODD_URL") + "/" + way));
    }

    private static Viatica trying(int triesMax) {
        return new Viatica(at(env("URL")).withTriesMax(triesMax));
    }

    private static void control(String path, Map<String, ?> body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(env("URL") + "/_emulator/" + path))
                .POST(BodyPublishers.ofString(Json.write(body)))
                .build();
        try {
            HttpResponse<String> response = CONTROL.send(request, BodyHandlers.ofString());
            equal(response.statusCode(), 200, response.body());
        } catch (IOException | InterruptedException cause) {
            throw new IllegalStateException(cause);
        }
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException cause) {
            throw new IllegalStateException(cause);
        }
    }

    private static void trigger(String name) {
        control("trigger", Map.of("trigger", name));
    }

    private static void answer(String endpoint, int status, String body) {
        control("answer", Map.of("endpoint", endpoint, "status", status, "body", Json.parse(body)));
    }

    private static void equal(Object found, Object wanted, Object... about) {
        if (!Objects.equals(found, wanted)) {
            throw new AssertionError(List.of(about) + ": " + found + " is not " + wanted);
        }
    }

    private static Failure failure(String code, Supplier<Answer> call) {
        try {
            call.get();
        } catch (Failure failure) {
            equal(failure.code(), code, failure);
            return failure;
        }
        throw new AssertionError(code + " did not come");
    }

    private static Json vectors(String name) {
        try {
            return Json.parse(Files.readString(Path.of(env("VECTORS"), name)));
        } catch (IOException cause) {
            throw new IllegalStateException(cause);
        }
    }

    private static void signs() {
        int count = 0;
        for (Json vector : vectors("signing.json").at("vectors").items()) {
            if (!vector.at("expected", "ok").isTrue()) continue;
            Json request = vector.at("request");
            String text = request.at("bodyUtf8").text();
            byte[] body = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
            String base64 = request.at("bodyBase64").text();
            if (base64 != null) body = Base64.getDecoder().decode(base64);
            String names = "x-" + vector.at("prefix").text() + "-";
            List<String> signing = List.of(names + "key-id", names + "timestamp", names + "signature");
            Map<String, String> wanted = new HashMap<>();
            for (Json header : request.at("headers").items()) {
                String name = header.at(0).text().toLowerCase(Locale.ROOT);
                if (signing.contains(name)) wanted.put(name, header.at(1).text());
            }
            wanted.computeIfPresent(names + "signature", (name, value) -> value.toLowerCase(Locale.ROOT));
            boolean isMade = false;
            for (Json key : vector.at("keys").items()) {
                for (Json secret : List.of(key.at("secret"), key.at("previous", "secret"))) {
                    if (secret.text() == null) continue;
                    isMade |= Viatica.sign(
                                    vector.at("prefix").text(), key.at("keyId").text(), secret.text(),
                                    Long.parseLong(wanted.get(names + "timestamp")), request.at("method").text(),
                                    request.at("path").text(), body)
                            .equals(wanted);
                }
            }
            equal(isMade, true, vector.at("name").text());
            count++;
        }
        equal(count > 20, true, "accepted vectors");
    }

    private static void converts() {
        Json file = vectors("conversion.json");
        Map<String, Currency> currencies = new HashMap<>();
        for (Json each : file.at("currencies").items()) {
            String code = each.at("code").text();
            currencies.put(code, new Currency(
                    code, each.at("minorUnits").decimal().intValue(), new BigDecimal(each.at("eurRate").text()),
                    each.at("marginBps").decimal().intValue()));
        }
        List<Json> vectors = file.at("vectors").items();
        for (Json vector : vectors) {
            BigInteger found = Viatica.convertMinor(
                    vector.at("amountMinor").decimal().longValueExact(), currencies.get(vector.at("source").text()),
                    currencies.get(vector.at("target").text()));
            BigDecimal wanted = vector.at("expectedMinor").decimal();
            if (found.abs().bitLength() > 53) equal(wanted, null, vector);
            else equal(found, wanted.toBigIntegerExact(), vector);
        }
        equal(vectors.size() > 1000, true, "vectors");
    }

    private static void prices() {
        Viatica.Traveller traveller = client().traveller();
        // Two first quotes at once share the one session that they open.
        CompletableFuture<Answer> other = CompletableFuture.supplyAsync(() -> traveller.quotes(ASKED));
        Answer first = traveller.quotes(ASKED);
        equal(other.join().at("sessionId"), first.at("sessionId"));
        equal(traveller.sessionId(), first.at("sessionId").text());
        equal(first.at("offers", 0, "price", "amount").decimal().signum(), 1);
        equal(first.about().rates().limit(), 200);
        equal(first.about().requestId() != null, true);
        Viatica.Traveller kept = client().traveller(traveller.sessionId());
        Answer again = kept.quotes(Map.of("trip", TRIP, "crad", 1));
        equal(again.at("sessionId"), first.at("sessionId"));
        equal(again.about().unknownFields(), List.of("crad"));
    }

    private static void readsBilan() {
        equal(client().bilan(READING).at("bilan", "arguments").items().isEmpty(), false);
    }

    private static void sells() {
        Viatica.Traveller traveller = client().traveller();
        Json offer = traveller.quotes(ASKED).at("offers", 0);
        String url = traveller.links(Map.of("offerId", offer.at("id"))).at("url").text();
        equal(url.startsWith("http"), true, url);
        // What an answer said may go out again, digit by digit.
        Map<String, Object> report = Map.of(
                "ref", env("REF"), "externalOrderId", "order-1", "status", "pending",
                "amount", offer.at("price", "amount"), "currency", offer.at("price", "currency"));
        equal(client().conversion(report).at("created").isTrue(), true);
        equal(client().conversion(report).at("created").isTrue(), false);
        Answer page = client().sales(Map.of("status", "pending", "from", "2020-01-01", "limit", 10));
        equal(page.at("sales").items().size(), 1);
        equal(page.at("sales", 0, "externalOrderId").text(), "order-1");
        equal(page.at("sales", 0, "amount"), offer.at("price", "amount"));
    }

    private static void readsOpen() {
        equal(client().cards(Map.of("country", "FR")).at("banks").items().isEmpty(), false);
        equal(client().meta().at("key", "mode").text(), "sandbox");
        equal(client().vocabulary().at("messages", "arguments").isObject(), true);
    }

    private static void events() {
        control("endpoints", Map.of("url", "http://127.0.0.1:65535/hooks"));
        trigger("spend-reads");
        trigger("fresh-quota");
        var event = client().events(Map.of("limit", 1)).at("events").items().get(0);
        equal(event.at("type").text(), "quota.nearly_spent");
        var endpoint = client().eventEndpoints().at("endpoints").items().get(0);
        var pinged = client().eventPing(endpoint.at("endpointId").text());
        equal(pinged.at("eventId").text().startsWith("evt_"), true);
        String id = event.at("id").text();
        equal(client().eventResend(id).at("eventId").text(), id);
        var made = client().eventEndpointCreate(Map.of("url", "http://127.0.0.1:65535/own"));
        String own = made.at("endpointId").text();
        var paused = client().eventEndpointUpdate(Map.of("endpointId", own, "paused", true));
        equal(paused.at("endpoint", "pausedAt").text().startsWith("20"), true);
        var rotated = client().eventEndpointRotate(own);
        equal(rotated.at("secret").text().equals(made.at("secret").text()), false);
        equal(client().eventEndpointRemove(own).at("endpointId").text(), own);
    }

    private static void lists() {
        String cursor = client().calls(Map.of("limit", 1)).at("nextCursor").text();
        trigger("BAD_DATES");
        String requestId = failure("BAD_DATES", () -> client().quotes(ASKED)).about().requestId();
        // Calls are kept about a second after they were answered.
        for (int tries = 0; tries < 20; tries++) {
            pause(Duration.ofMillis(500));
            Answer page = client().calls(Map.of("cursor", cursor, "refused", true));
            cursor = page.at("nextCursor").text();
            for (Json call : page.at("calls").items()) {
                if (!call.at("requestId").text().equals(requestId)) continue;
                equal(call.at("errorCode").text(), "BAD_DATES");
                equal(call.at("detail").text().contains("endDate"), true);
                return;
            }
        }
        throw new AssertionError("the call was not listed");
    }

    private record Refusal(int status, String code, Supplier<Answer> call) {}

    private static void refusals() {
        Supplier<Answer> quote = () -> client().quotes(ASKED);
        Supplier<Answer> bilan = () -> client().bilan(READING);
        Map<String, Object> report = Map.of("ref", "r", "externalOrderId", "o", "status", "pending", "amount", 1);
        Supplier<Answer> sale = () -> client().conversion(report);
        List<Refusal> refusals = List.of(
                new Refusal(400, "BAD_DATES", quote), new Refusal(400, "BAD_TRIP", quote),
                new Refusal(400, "NO_DESTINATIONS", quote), new Refusal(400, "BAD_CONVERSION", sale),
                new Refusal(401, "UNAUTHORIZED", quote), new Refusal(401, "STALE_TIMESTAMP", quote),
                new Refusal(401, "INVALID_SIGNATURE", quote), new Refusal(403, "SCOPE_FORBIDDEN", quote),
                new Refusal(403, "CARD_MODE_FORBIDDEN", bilan), new Refusal(404, "NOT_FOUND", quote),
                new Refusal(404, "LINK_NOT_FOUND", sale), new Refusal(405, "METHOD_NOT_ALLOWED", quote),
                new Refusal(413, "PAYLOAD_TOO_LARGE", quote), new Refusal(415, "UNSUPPORTED_ENCODING", quote));
        for (Refusal each : refusals) {
            trigger(each.code());
            Failure refused = failure(each.code(), each.call());
            equal(List.of(refused.status(), refused.attempts()), List.of(each.status(), 1), each.code());
            equal(refused.isRefusal(), true);
            String told = refused.getMessage();
            equal(told.contains(each.code()) && told.contains(refused.about().requestId()), true, told);
        }
        trigger("BAD_DATES");
        equal(failure("BAD_DATES", quote).detail().contains("endDate"), true);
    }

    private static void quotas() {
        Supplier<Answer> quote = () -> client().within(Duration.ofSeconds(1)).quotes(ASKED);
        Map<String, String> spent = new LinkedHashMap<>();
        spent.put("spend-reads", "QUOTA_EXCEEDED");
        spent.put("RATE_LIMITED", "RATE_LIMITED");
        spent.forEach((name, code) -> {
            trigger(name);
            Failure refused = failure(code, quote);
            equal(List.of(refused.status(), refused.attempts()), List.of(429, 1), code);
            equal(refused.about().rates().resetSeconds() > 0 && refused.retryAfterSeconds() > 0, true, code);
            if (code.equals("QUOTA_EXCEEDED")) equal(refused.bucket(), "reads");
            trigger("fresh-quota");
        });
        equal(quote.get().about().status(), 200);
    }

    private static void passing() {
        List<String> names = List.of(
                "PRICING_REFUSED", "PRICING_TIMED_OUT", "SERVICE_UNAVAILABLE", "INTERNAL_ERROR", "REQUEST_TIMEOUT");
        for (String name : names) {
            trigger(name);
            equal(client().quotes(ASKED).about().attempts(), 2, name);
        }
        control("trigger", Map.of("trigger", "PRICING_REFUSED", "times", 2));
        Failure refused = failure("PRICING_UNAVAILABLE", () -> trying(2).quotes(ASKED));
        equal(List.of(refused.status(), refused.attempts()), List.of(502, 2));
    }

    private static void unknownCode() {
        answer("quotes", 418, """
                {"ok": false, "error": "TOO_COLD", "detail": "ask in summer", "more": [1]}""");
        Failure refused = failure("TOO_COLD", () -> client().quotes(ASKED));
        equal(refused.isRefusal(), true);
        equal(refused.status(), 418);
        equal(refused.detail(), "ask in summer");
        equal(refused.body().at("more", 0).decimal(), BigDecimal.ONE);
    }

    private static void tolerant() {
        answer("quotes", 200, """
                {"sessionId": "qs_new", "mood": "sunny \\u2600 \\"\\\\", "offers": [{"id": "offer-1",
                "slug": "never-seen", "price": {"amount": 12.5, "currency": "XXX", "net": null},
                "guarantees": {"space-debris": {"state": "perhaps", "value": {"deep": true}}}}]}""");
        Answer quote = client().quotes(ASKED);
        equal(quote.at("mood").text(), "sunny \u2600 \"\\");
        equal(quote.at("offers", 0, "guarantees", "space-debris", "state").text(), "perhaps");
        equal(quote.at("offers", 0, "price", "amount").decimal(), new BigDecimal("12.5"));
        equal(quote.at("offers", 1, "price", "amount").decimal(), null);
        answer("meta", 200, """
                {"key": {"mode": "twilight"}, "trip": {"intents": ["forTourism", "forScience"]}}""");
        equal(client().meta().at("trip", "intents", 1).text(), "forScience");
        answer("conversion", 200, """
                {"externalOrderId": "o", "status": "frozen", "commission": {"kind": "new"}}""");
        equal(client().conversion(Map.of("ref", "r")).at("status").text(), "frozen");
    }

    private static void noAnswer() {
        answer("quotes", 200, "{\"ok\": true}");
        equal(client().quotes(ASKED).about().attempts(), 2);
        answer("quotes", 200, "[\"no\", \"object\"]");
        equal(failure("unreadable", () -> trying(1).quotes(ASKED)).status(), 200);
        Map.of("page", 404, "moves", 307).forEach((way, status) -> {
            Failure unreadable = failure("unreadable", () -> odd(way).quotes(ASKED));
            equal(List.of(unreadable.status(), unreadable.attempts()), List.of(status, 1));
            equal(unreadable.isRefusal(), false);
        });
        for (String text : List.of("", "{", "{\"a\" 1}", "[1,]", "01", "\"\n\"", "\"\\u12\"", "{} {}", "nul", "[".repeat(9999))) {
            try {
                Json.parse(text);
            } catch (IllegalArgumentException wrong) {
                continue;
            }
            throw new AssertionError(text + " was read");
        }
    }

    private static void broken() {
        // As where a variable of the environment is not set.
        try {
            new Viatica.Options(null, "ak_test_1", "vsk_test_1");
            throw new AssertionError("made without an address");
        } catch (IllegalArgumentException missing) {
            equal(missing.getMessage(), "baseUrl, keyId and secret are needed");
        }
        try {
            new Viatica.Options("http://127.0.0.1:1", "ak_test_1", "");
            throw new AssertionError("made without a secret");
        } catch (IllegalArgumentException missing) {
            equal(missing.getMessage(), "baseUrl, keyId and secret are needed");
        }
        for (String way : List.of("resets", "breaks")) {
            equal(odd(way).quotes(ASKED).about().attempts(), 2, way);
        }
        Viatica closed = new Viatica(at("http://127.0.0.1:1").withTriesMax(2));
        equal(failure("transport", closed::meta).attempts(), 2);
    }

    private static void signedOnce() {
        Answer sale = odd("sale").conversion(Map.of("ref", "r"));
        equal(sale.at("tries").items().size(), 2);
        equal(sale.at("tries", 0, "signature").text().isEmpty(), false);
        equal(sale.at("tries", 1, "signature"), sale.at("tries", 0, "signature"));
    }

    private static void patient() {
        Json tries = odd("patience").quotes(ASKED).at("tries");
        long first = Long.parseLong(tries.at(0, "timestamp").text());
        equal(Long.parseLong(tries.at(1, "timestamp").text()) > first, true);
        equal(tries.at(1, "signature").equals(tries.at(0, "signature")), false);
    }

    private static void waits() {
        Viatica held = odd("spends");
        equal(held.quotes(ASKED).about().rates().burstRemaining(), 0);
        equal(held.quotes(ASKED).about().attempts(), 1);
    }

    private static void hurried() {
        Viatica held = odd("hurries");
        equal(held.quotes(ASKED).about().rates().burstRemaining(), 0);
        Failure refused = failure("RATE_LIMITED", () -> held.within(SHORT).conversion(Map.of("ref", "r")));
        equal(List.of(refused.status(), refused.attempts(), refused.retryAfterSeconds()), List.of(429, 0, 1));
        equal(refused.isRefusal() && refused.detail().startsWith("not sent: "), true);
        equal(held.quotes(ASKED).at("tries").items().size(), 2);
    }

    private static void late() {
        equal(failure("timeout", () -> odd("stalls").within(SHORT).quotes(ASKED)).attempts(), 1);
        trigger("slow");
        failure("timeout", () -> client().within(SHORT).quotes(ASKED));
        // Who interrupts the thread ends its call.
        Thread.currentThread().interrupt();
        failure("aborted", () -> client().meta());
        equal(Thread.interrupted(), true);
    }

    private record Check(String name, Runnable check) {}

    public static void main(String[] arguments) {
        List<Check> checks = new ArrayList<>(List.of(
                new Check("signs as the signing vectors say", Contract::signs),
                new Check("converts as the conversion vectors say", Contract::converts),
                new Check("prices a trip and goes on in its session", Contract::prices),
                new Check("reads a bilan", Contract::readsBilan),
                new Check("links a traveller, reports the sale and lists it", Contract::sells),
                new Check("reads cards, meta and the vocabulary", Contract::readsOpen),
                new Check("lists events, and sends one again", Contract::events),
                new Check("lists calls as they come, with what was wrong", Contract::lists),
                new Check("tells refusals by their codes", Contract::refusals),
                new Check("tells which quota is spent", Contract::quotas),
                new Check("sends again what failed in passing", Contract::passing),
                new Check("gives a code that nobody knows as it is", Contract::unknownCode),
                new Check("reads words, fields and states that nobody knows", Contract::tolerant),
                new Check("tells what is no answer", Contract::noAnswer),
                new Check("sends again after a broken connection", Contract::broken),
                new Check("reports a sale again under its first signature", Contract::signedOnce),
                new Check("waits as long as Retry-After asks, and signs anew", Contract::patient),
                new Check("waits until a spent minute is over", Contract::waits),
                new Check("sends nothing that a spent minute leaves no time for", Contract::hurried),
                new Check("ends a call at its deadline", Contract::late)));
        for (Check each : checks) {
            each.check().run();
            System.out.println("ok " + each.name());
        }
        System.exit(0);
    }
}
