package viatica;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The calls of the Viatica partner API: signed, sent again where that helps, refused by code. Each gives
 * an {@link Answer} or throws a {@link Failure}. A client holds its key's quotas as answers report them: keep
 * one for each key; threads may share it. For servers: the secret must never reach a browser.
 */
public final class Viatica {
    private static final Set<Integer> PASSING = Set.of(408, 429, 500, 502, 503, 504);
    private static final long PAUSE_MS = 200;
    private static final long PAUSE_MAX_MS = 5_000;
    /** The service takes signatures of the last 300 s; one that is sent again has to arrive before. */
    private static final long SIGNATURE_AGE_MAX_MS = 240_000;
    /** The least time that is left to a try, so that none is sent whose answer nobody waits for. */
    private static final long TRY_LEAST_MS = 1_000;
    private static final int SHOWN_MAX = 200;

    /**
     * What a client is made with. The deadline is for a whole call, its waits and further tries included.
     * `http` carries the requests, such as through a proxy; it should not follow redirects.
     */
    public record Options(
            String baseUrl, String keyId, String secret, Duration deadline, Duration attemptTimeout, int triesMax,
            String headerPrefix, HttpClient http) {
        public Options {
            if (baseUrl == null || keyId == null || secret == null || keyId.isEmpty() || secret.isEmpty()) {
                throw new IllegalArgumentException("baseUrl, keyId and secret are needed");
            }
        }

        /** 30 s for a call, 15 s for each of at most 4 tries. */
        public Options(String baseUrl, String keyId, String secret) {
            this(
                    baseUrl, keyId, secret, Duration.ofSeconds(30), Duration.ofSeconds(15), 4, "svc",
                    HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(15)).build());
        }

        public Options withDeadline(Duration deadline) {
            return new Options(baseUrl, keyId, secret, deadline, attemptTimeout, triesMax, headerPrefix, http);
        }

        public Options withAttemptTimeout(Duration timeout) {
            return new Options(baseUrl, keyId, secret, deadline, timeout, triesMax, headerPrefix, http);
        }

        public Options withTriesMax(int triesMax) {
            return new Options(baseUrl, keyId, secret, deadline, attemptTimeout, triesMax, headerPrefix, http);
        }

        public Options withHeaderPrefix(String prefix) {
            return new Options(baseUrl, keyId, secret, deadline, attemptTimeout, triesMax, prefix, http);
        }

        public Options withHttp(HttpClient http) {
            return new Options(baseUrl, keyId, secret, deadline, attemptTimeout, triesMax, headerPrefix, http);
        }

        /** Leaves the secret out, as options come into logs. */
        @Override
        public String toString() {
            return "Options[" + baseUrl + ", " + keyId + "]";
        }
    }

    /** How the quotas of the key stand, as the headers of an answer tell. */
    public record Rates(int limit, int remaining, int resetSeconds, int burstRemaining) {}

    /** What is known of a call beside its answer; what an answer does not tell is null. */
    public record About(int status, int attempts, String requestId, Rates rates, List<String> unknownFields) {}

    /** An answer with all that it says, known or not. */
    public record Answer(Json body, About about) {
        /** A value of the answer by its path: `at("offers", 0, "price", "amount").decimal()`. */
        public Json at(Object... path) {
            return body.at(path);
        }
    }

    /** A call that failed: its code is the service's, or says in small letters what happened. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final String code;
        private final int attempts;
        private final transient About about;
        private final transient Json body;
        private final Integer retryAfterSeconds;

        private Failure(String code, String message, int attempts, Throwable cause) {
            super(message + " (attempts: " + attempts + ")", cause);
            this.code = code;
            this.attempts = attempts;
            this.about = null;
            this.body = Json.parse("{}");
            this.retryAfterSeconds = null;
        }

        private Failure(String code, String message, About about, Json body, Integer retryAfterSeconds) {
            super(message + " (attempts: " + about.attempts() + ", request " + about.requestId() + ")");
            this.code = code;
            this.attempts = about.attempts();
            this.about = about;
            this.body = body;
            this.retryAfterSeconds = retryAfterSeconds;
        }

        /** A code of the service, known or new; or transport, timeout, unreadable or aborted. */
        public String code() {
            return code;
        }

        /** Whether the service refused the call. */
        public boolean isRefusal() {
            return body.at("error").text() != null;
        }

        /** 0 where no answer came. */
        public int status() {
            return about == null ? 0 : about.status();
        }

        public int attempts() {
            return attempts;
        }

        /** What is known of the answer; null where none came. */
        public About about() {
            return about;
        }

        /** The field and the rule, or what else was wrong; null where nothing is told. */
        public String detail() {
            return body.at("detail").text();
        }

        /** The bucket that is spent, or null. */
        public String bucket() {
            return body.at("bucket").text();
        }

        public Integer retryAfterSeconds() {
            return retryAfterSeconds;
        }

        /** All that a refusal said. */
        public Json body() {
            return body;
        }
    }

    /**
     * How a call is made. Without the members that it needs, an object is no answer of it. Reports of a sale
     * stand in the order in which they were signed, so each is signed once: one that is signed anew would
     * take back what was reported meanwhile.
     */
    private enum Call {
        QUOTES("POST", "/api/v1/travel/quotes", true, "sessionId", "offers"),
        LINKS("POST", "/api/v1/travel/links", false, "subscriptionId", "url"),
        META("GET", "/api/v1/travel/meta", false, "key", "trip"),
        BILAN("POST", "/api/v1/coach/bilan", true, "card", "bilan"),
        CARDS("GET", "/api/v1/coach/cards", false, "banks"),
        CONVERSION("POST", "/api/postback/conversion", false, "externalOrderId", "status"),
        SALES("GET", "/api/v1/sales", false, "sales"),
        STATEMENTS("GET", "/api/v1/statements", false, "statements"),
        STATEMENT_BOOKS("GET", "/api/v1/statements/books", false, "number", "lines"),
        CALLS("GET", "/api/v1/calls", false, "calls", "nextCursor"),
        EVENTS("GET", "/api/v1/events", false, "events"),
        EVENT_ENDPOINTS("GET", "/api/v1/events/endpoints", false, "endpoints"),
        EVENT_PING("POST", "/api/v1/events/ping", false, "eventId"),
        EVENT_RESEND("POST", "/api/v1/events/resend", false, "eventId"),
        ENDPOINT_CREATE("POST", "/api/v1/events/endpoints/create", false, "secret"),
        ENDPOINT_UPDATE("POST", "/api/v1/events/endpoints/update", false, "endpoint"),
        ENDPOINT_ROTATE("POST", "/api/v1/events/endpoints/rotate", false, "secret"),
        ENDPOINT_REMOVE("POST", "/api/v1/events/endpoints/remove", false, "removed"),
        VOCABULARY("GET", "/api/v1/coach/vocabulary.json", false, "messages");

        final String method;
        final String path;
        final boolean isRead;
        final List<String> needs;

        Call(String method, String path, boolean isRead, String... needs) {
            this.method = method;
            this.path = path;
            this.isRead = isRead;
            this.needs = List.of(needs);
        }

        boolean isOpen() {
            return this == VOCABULARY;
        }

        boolean isSignedOnce() {
            return this == CONVERSION;
        }
    }

    private final Options options;
    private final String origin;
    private final String basePath;
    private final Gate gate;

    /** Makes a client; throws an {@link IllegalArgumentException} where the address is none. */
    public Viatica(Options options) {
        this(options, new Gate());
    }

    private Viatica(Options options, Gate gate) {
        URI address = URI.create(options.baseUrl());
        if (address.getRawAuthority() == null || !Set.of("http", "https").contains(address.getScheme())) {
            throw new IllegalArgumentException(options.baseUrl() + " is no address of a service");
        }
        this.options = options;
        this.origin = address.getScheme() + "://" + address.getRawAuthority();
        this.basePath = address.getRawPath().replaceFirst("/$", "");
        this.gate = gate;
    }

    /** The same client with another deadline for its calls. */
    public Viatica within(Duration deadline) {
        return new Viatica(options.withDeadline(deadline), gate);
    }

    /** Begins the calls for one traveller. */
    public Traveller traveller() {
        return new Traveller(null);
    }

    /** Goes on with a session that was kept. */
    public Traveller traveller(String sessionId) {
        return new Traveller(sessionId);
    }

    /** Prices a trip. Better by a {@link Traveller}, which keeps the session. */
    public Answer quotes(Map<String, ?> request) {
        return send(Call.QUOTES, request, Map.of());
    }

    /** Makes the link of a traveller's session. */
    public Answer links(Map<String, ?> request) {
        return send(Call.LINKS, request, Map.of());
    }

    /** Tells vocabulary, ceilings and the state of the key. */
    public Answer meta() {
        return send(Call.META, null, Map.of());
    }

    /** Tells what a card lacks for a trip. */
    public Answer bilan(Map<String, ?> request) {
        return send(Call.BILAN, request, Map.of());
    }

    /** Lists banks and cards. */
    public Answer cards(Map<String, ?> query) {
        return send(Call.CARDS, null, query);
    }

    /** Reports a sale. */
    public Answer conversion(Map<String, ?> report) {
        return send(Call.CONVERSION, report, Map.of());
    }

    /** Lists sales, a page at a time. */
    public Answer sales(Map<String, ?> query) {
        return send(Call.SALES, null, query);
    }

    /** Lists monthly statements, a page at a time. */
    public Answer statements(Map<String, ?> query) {
        return send(Call.STATEMENTS, null, query);
    }

    /** Reads the books of a statement, a page at a time: head and lines, each with a line feed, are verified. */
    public Answer statementBooks(Map<String, ?> query) {
        return send(Call.STATEMENT_BOOKS, null, query);
    }

    /** Lists your calls as they come, with what was wrong. */
    public Answer calls(Map<String, ?> query) {
        return send(Call.CALLS, null, query);
    }

    /** Lists events, a page at a time, with the attempts to deliver them. */
    public Answer events(Map<String, ?> query) {
        return send(Call.EVENTS, null, query);
    }

    /** Lists the endpoints of events, and how each one does. */
    public Answer eventEndpoints() {
        return send(Call.EVENT_ENDPOINTS, null, Map.of());
    }

    /** Sends an event {@code ping} to an endpoint. */
    public Answer eventPing(String endpointId) {
        return send(Call.EVENT_PING, Map.of("endpointId", endpointId), Map.of());
    }

    /** Sends an event again. */
    public Answer eventResend(String eventId) {
        return send(Call.EVENT_RESEND, Map.of("eventId", eventId), Map.of());
    }

    /** Makes an endpoint of events; its secret is shown this once. Needs the scope {@code events}, as the next three do. */
    public Answer eventEndpointCreate(Map<String, ?> request) {
        return send(Call.ENDPOINT_CREATE, request, Map.of());
    }

    /** Pauses or resumes an endpoint, or chooses its types. */
    public Answer eventEndpointUpdate(Map<String, ?> request) {
        return send(Call.ENDPOINT_UPDATE, request, Map.of());
    }

    /** Gives an endpoint a new secret; the one before signs too for 24 hours. */
    public Answer eventEndpointRotate(String endpointId) {
        return send(Call.ENDPOINT_ROTATE, Map.of("endpointId", endpointId), Map.of());
    }

    /** Takes an endpoint away. */
    public Answer eventEndpointRemove(String endpointId) {
        return send(Call.ENDPOINT_REMOVE, Map.of("endpointId", endpointId), Map.of());
    }

    /** Tells all that a bilan may say. */
    public Answer vocabulary() {
        return send(Call.VOCABULARY, null, Map.of());
    }

    /** The calls for one traveller, which share a session. Never share it between travellers. */
    public final class Traveller {
        private final Object opening = new Object();
        private volatile String sessionId;
        private volatile Object trip;

        private Traveller(String sessionId) {
            this.sessionId = sessionId;
        }

        /** The session, once a quote has opened it: keep it to go on with it later. */
        public String sessionId() {
            return sessionId;
        }

        /** Prices a trip within the session. */
        public Answer quotes(Map<String, ?> request) {
            if (sessionId != null) return ask(request);
            // Two first quotes at once would open two sessions: until there is one, they go one by one.
            synchronized (opening) {
                return ask(request);
            }
        }

        /** Makes the traveller's link; without a trip it is for the one that was quoted last. */
        public Answer links(Map<String, ?> request) {
            Map<String, Object> asked = new LinkedHashMap<>();
            if (sessionId != null) asked.put("sessionId", sessionId);
            if (trip != null) asked.put("trip", trip);
            asked.putAll(request);
            return Viatica.this.links(asked);
        }

        private Answer ask(Map<String, ?> request) {
            Map<String, Object> asked = new LinkedHashMap<>(request);
            if (sessionId != null) asked.put("sessionId", sessionId);
            Answer answer = Viatica.this.quotes(asked);
            trip = request.get("trip");
            sessionId = answer.at("sessionId").text();
            return answer;
        }
    }

    /** The three headers that sign a call by scheme v2. The query of the target is not signed. */
    public static Map<String, String> sign(
            String prefix, String keyId, String secret, long timestamp, String method, String target, byte[] body) {
        String head = timestamp + "." + method + "." + target.split("\\?", 2)[0] + ".";
        byte[] signature;
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update(head.getBytes(StandardCharsets.UTF_8));
            signature = mac.doFinal(body);
        } catch (GeneralSecurityException cause) {
            throw new IllegalStateException("every Java has HmacSHA256", cause);
        }
        return Map.of(
                "x-" + prefix + "-key-id", keyId,
                "x-" + prefix + "-timestamp", Long.toString(timestamp),
                "x-" + prefix + "-signature", "v2=" + HexFormat.of().formatHex(signature));
    }

    /** A currency as the vectors of conversions list it. */
    public record Currency(String code, int minorUnits, BigDecimal eurRate, int marginBps) {}

    /**
     * An amount in another currency's minor units, exactly as the service converts: rounded once, half away
     * from zero; a currency converts to itself as it is.
     */
    public static BigInteger convertMinor(long amountMinor, Currency source, Currency target) {
        BigDecimal amount = BigDecimal.valueOf(amountMinor);
        if (source.code().equals(target.code())) return amount.toBigInteger();
        BigDecimal top = amount.multiply(target.eurRate())
                .multiply(BigDecimal.valueOf(10_000L + target.marginBps()))
                .scaleByPowerOfTen(target.minorUnits() - source.minorUnits() - 4);
        return top.divide(source.eurRate(), 0, RoundingMode.HALF_UP).toBigInteger();
    }

    private static long nowMs() {
        // Durations go by a clock that nobody sets; only signatures need the time of day.
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    private Answer send(Call call, Map<String, ?> payload, Map<String, ?> query) {
        byte[] body = payload == null ? new byte[0] : Json.write(payload).getBytes(StandardCharsets.UTF_8);
        String target = basePath + call.path + queryText(query);
        long limitMs = options.deadline().toMillis();
        long endMs = nowMs() + limitMs;
        long lastMs = endMs - Math.min(TRY_LEAST_MS, limitMs / 4);
        Failure before = null;
        Map<String, String> headers = Map.of();
        Long signedMs = null;
        for (int attempts = 1; ; attempts++) {
            long startMs = nowMs();
            long untilMs = gate.minuteUntilMs(call, startMs);
            if (untilMs > startMs && untilMs > lastMs) throw before == null ? minuteSpent(untilMs - startMs) : before;
            // Where the day ends too late, the service itself says that it is spent.
            long dayMs = gate.dayUntilMs(call);
            if (dayMs > untilMs && dayMs <= lastMs) untilMs = dayMs;
            if (untilMs > startMs) sleep(untilMs - startMs, attempts - 1);
            if (!call.isOpen() && !(call.isSignedOnce() && signedMs != null)) {
                signedMs = nowMs();
                long timestamp = Instant.now().getEpochSecond();
                headers = sign(
                        options.headerPrefix(), options.keyId(), options.secret(), timestamp, call.method, target, body);
            }
            if (!call.isOpen()) gate.sent(nowMs());
            try {
                return attempt(call, target, body, headers, attempts, endMs);
            } catch (Failure failure) {
                Long pauseMs = pauseMs(call, failure, lastMs, signedMs);
                if (pauseMs == null) throw failure;
                before = failure;
                sleep(pauseMs, attempts);
            }
        }
    }

    /**
     * What {@link #verifyStatement} finds; the statement holds where there are no faults. A fault is {@code form},
     * or {@code signature}, {@code root}, {@code previous}, {@code sum} or {@code sales}. {@code dueMinor} is what
     * is paid by it, in minor units; {@code sales} are those of yours without a line or with lines of another sum,
     * and those of lines that are not yours.
     */
    public record StatementVerified(
            List<String> faults, String number, String currency, long dueMinor, List<String> sales) {}

    /**
     * Verifies a monthly statement by its books, without asking anybody. {@code key} is the service's public key,
     * {@code previous} the books of the statement before (null for the first), and {@code sales} tells by how much
     * the month changed the commission of each of your sales, in minor units, or null for "some"; a null map compares
     * the lines with nothing.
     */
    public static StatementVerified verifyStatement(
            String books, String key, String previous, Map<String, Long> sales) {
        try {
            return verified(new Books(books), key, previous == null ? null : new Books(previous), sales);
        } catch (RuntimeException | GeneralSecurityException unreadable) {
            return new StatementVerified(List.of("form"), "", "", 0, List.of());
        }
    }

    private static StatementVerified verified(Books now, String key, Books before, Map<String, Long> sales)
            throws GeneralSecurityException {
        String opening = now.rootOfNodes();
        long count = now.old;
        for (String line : now.lines) {
            byte[] top = Books.node(0, line.getBytes(StandardCharsets.UTF_8));
            // Each full subtree of the size of this one makes a larger one with it.
            for (long rest = count++; rest % 2 == 1; rest /= 2) {
                top = Books.node(1, now.nodes.remove(now.nodes.size() - 1), top);
            }
            now.nodes.add(top);
        }
        long owed = now.minor("owed", "openingMinor") + now.minor("owed", "returned", "amountMinor");
        Map<String, Long> moved = new LinkedHashMap<>();
        for (String text : now.lines.subList(0, now.lines.size() - 1)) {
            Json line = Json.parse(text);
            long amount = Long.parseLong(line.at("amountMinor").text());
            String from = line.at("from").text();
            String to = line.at("to").text();
            long paid = (to.equals("payable") ? amount : 0) - (from.equals("payable") ? amount : 0);
            long waits = (to.equals("pending") ? amount : 0) - (from.equals("pending") ? amount : 0);
            owed += paid;
            moved.merge(line.at("order").text(), paid + waits, Long::sum);
        }
        long free = owed - Math.max(now.minor("heldMinor"), 0);
        long due = free > 0 && free >= now.minor("minimumMinor") ? free : 0;
        List<String> wrong = new ArrayList<>();
        if (sales != null) {
            sales.forEach((order, amount) -> {
                boolean isIn = moved.containsKey(order);
                if (!isIn || (amount != null && !amount.equals(moved.get(order)))) wrong.add(order);
            });
            moved.forEach((order, change) -> {
                if (change != 0 && !sales.containsKey(order)) wrong.add(order);
            });
        }
        String log = "viatica/statements/" + now.told("partnerCode") + "/" + now.told("currency") + "/"
                + now.told.at("minorUnits");
        boolean isSum = now.minor("owed", "closingMinor") == owed && now.minor("dueMinor") == due
                && now.minor("carriedMinor") == owed - due;
        boolean goesOn = before == null
                ? now.old == 0 && now.minor("owed", "openingMinor") == 0
                : before.isSigned(key) && before.origin.equals(now.origin) && before.size == now.old
                        && before.root.equals(opening) && before.told("month").compareTo(now.told("month")) < 0
                        && before.minor("carriedMinor") == now.minor("owed", "openingMinor");
        boolean isWhole = now.size == now.old + now.lines.size() && now.root.equals(now.rootOfNodes());
        Map<String, Boolean> holds = new LinkedHashMap<>();
        holds.put("signature", now.isSigned(key));
        holds.put("root", isWhole);
        holds.put("previous", goesOn);
        holds.put("sum", isSum && now.origin.equals(log));
        holds.put("sales", wrong.isEmpty());
        List<String> faults = holds.keySet().stream().filter(name -> !holds.get(name)).toList();
        return new StatementVerified(faults, now.told("number"), now.told("currency"), due, List.copyOf(wrong));
    }

    /** The parts of the books of a statement. */
    private static final class Books {
        private static final byte[] KEY_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");
        final String text;
        final String signatures;
        final String origin;
        final String root;
        final long old;
        final long size;
        final List<byte[]> nodes = new ArrayList<>();
        final List<String> lines;
        final Json told;

        Books(String books) {
            String[] parts = books.split("\n\n", -1);
            String[] head = parts[0].split("\n");
            String[] body = parts[1].split("\n");
            if (parts.length != 4 || !head[0].equals("viatica-books 1") || !head[1].startsWith("old ")) {
                throw new IllegalArgumentException("no books of a statement");
            }
            text = parts[1];
            signatures = parts[2];
            origin = body[0];
            size = Long.parseLong(body[1]);
            root = body[2];
            old = Long.parseLong(head[1].substring(4));
            for (int at = 2; at < head.length; at++) nodes.add(Base64.getDecoder().decode(head[at]));
            if (Long.bitCount(old) != nodes.size()) throw new IllegalArgumentException("not the subtrees of a tree");
            lines = List.of(parts[3].split("\n"));
            told = Json.parse(lines.get(lines.size() - 1));
        }

        String told(String name) {
            return told.at(name).text();
        }

        long minor(Object... path) {
            return Long.parseLong(told.at(path).text());
        }

        String rootOfNodes() throws GeneralSecurityException {
            byte[] sum = nodes.isEmpty() ? new byte[0] : nodes.get(nodes.size() - 1);
            for (int at = nodes.size() - 2; at >= 0; at--) sum = node(1, nodes.get(at), sum);
            return Base64.getEncoder().encodeToString(sum);
        }

        boolean isSigned(String key) throws GeneralSecurityException {
            String trimmed = key.strip();
            byte[] raw = Base64.getDecoder().decode(trimmed.substring(trimmed.length() - 44));
            byte[] encoded = Arrays.copyOf(KEY_HEAD, KEY_HEAD.length + 32);
            System.arraycopy(raw, 1, encoded, KEY_HEAD.length, 32);
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
            verifier.update((text + "\n").getBytes(StandardCharsets.UTF_8));
            String head = "\u2014 " + origin + " ";
            String line = signatures.lines().filter(each -> each.startsWith(head)).findFirst().orElseThrow();
            byte[] signed = Base64.getDecoder().decode(line.substring(head.length()));
            return signed.length == 68 && verifier.verify(signed, 4, 64);
        }

        static byte[] node(int mark, byte[]... parts) throws GeneralSecurityException {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((byte) mark);
            for (byte[] part : parts) digest.update(part);
            return digest.digest();
        }
    }

    /**
     * The sentences of a bilan in its own language; `messages` are those of the vocabulary:
     * {@code renderBilan(client.bilan(asked).body(), client.vocabulary().at("messages"))}.
     */
    public static Map<String, Object> renderBilan(Json answer, Json messages) {
        Json bilan = answer.at("bilan");
        Json headline = bilan.at("headline");
        Texts texts = new Texts(messages, answer.at("meta", "lang").text(), answer.at("meta", "market").text());
        String whole = texts.tell("headlines", headline);
        if (whole.codePointCount(0, whole.length()) > 70) {
            Map<String, Json> near = new LinkedHashMap<>(headline.at("vars").members());
            near.put("inPlace", headline.at("vars", "here"));
            near.put("inPlaces", headline.at("vars", "here"));
            whole = texts.say("headlines", headline.at("key").text(), near);
        }
        List<Map<String, String>> gaps = new ArrayList<>();
        answer.at("card", "guarantees").members().forEach((slug, gap) -> gaps.add(Map.of(
                "label", texts.say("guarantees", slug, Map.of()),
                "badge", texts.say("words", "badge_" + gap.at("badge").text(), Map.of()),
                "sentence", texts.tell("badges", gap))));
        List<Map<String, String>> arguments = new ArrayList<>();
        for (Json told : bilan.at("arguments").items()) {
            Map<String, String> said = new LinkedHashMap<>();
            told.at("messageKeys").members().forEach((part, key) ->
                    said.put(part, texts.say("arguments", key.text(), told.at("vars").members())));
            arguments.add(said);
        }
        Json social = bilan.at("social");
        boolean isWarned = headline.at("key").text().endsWith(".travel_warning");
        Map<String, Object> rendered = new LinkedHashMap<>();
        rendered.put("headline", whole);
        rendered.put("medical", texts.tell("medical", bilan.at("medical")));
        rendered.put("gaps", gaps);
        rendered.put("arguments", arguments);
        rendered.put("social", isWarned
                ? null
                : texts.say("social", social.at("subjectKey").text(), social.at("vars").members()));
        rendered.put("reading", texts.tell("sources", bilan.at("reading")));
        rendered.put("disclosures", bilan.at("disclosures").items().stream()
                .map(each -> texts.tell("disclosures", each)).toList());
        return rendered;
    }

    /** The texts of a vocabulary in the language of an answer. */
    private record Texts(Json messages, String language, String market) {
        String tell(String group, Json told) {
            return say(group, told.at("key").text(), told.at("vars").members());
        }

        String say(String group, String key, Map<String, Json> values) {
            Json texts = messages.at(group, key, "texts");
            String english = messages.at("locales", market + ".locale", "traits", "english").text();
            String spoken = language.equals("en") && english != null ? texts.at(english).text() : null;
            return fill(spoken == null ? texts.at(language).text() : spoken, values, "#");
        }

        /** Fills in a text in ICU MessageFormat, as far as the vocabulary uses it: values, choices, plurals. */
        private String fill(String text, Map<String, Json> values, String count) {
            StringBuilder said = new StringBuilder();
            for (int at = 0; at < text.length(); at++) {
                if (text.charAt(at) != '{') {
                    said.append(text.charAt(at) == '#' ? count : text.substring(at, at + 1));
                    continue;
                }
                int end = closing(text, at);
                String[] parts = text.substring(at + 1, end).split(",", 3);
                Json found = values.get(parts[0].strip());
                String value = found.text() == null ? found.toString() : found.text();
                at = end;
                if (parts.length == 1) {
                    said.append(value);
                    continue;
                }
                Map<String, String> options = new LinkedHashMap<>();
                for (int from = 0, opened; (opened = parts[2].indexOf('{', from)) >= 0; ) {
                    int closed = closing(parts[2], opened);
                    options.put(parts[2].substring(from, opened).strip(), parts[2].substring(opened + 1, closed));
                    from = closed + 1;
                }
                boolean isChoice = parts[1].strip().equals("select");
                boolean isOne = value.equals("1") || value.equals("0") && language.equals("fr");
                String plural = options.getOrDefault(isOne ? "one" : "other", options.get("other"));
                String chosen = isChoice
                        ? options.getOrDefault(value, options.get("other"))
                        : options.getOrDefault("=" + value, plural);
                said.append(fill(chosen, values, isChoice ? count : value));
            }
            return said.toString();
        }

        /** Where the brace is that closes another. */
        private static int closing(String text, int opened) {
            int depth = 0;
            for (int at = opened; at < text.length(); at++) {
                if (text.charAt(at) == '{') depth++;
                if (text.charAt(at) == '}' && --depth == 0) return at;
            }
            throw new IllegalArgumentException("nothing closes " + text);
        }
    }

    /** A call that was not sent, as the next minute of its key comes too late for it. */
    private static Failure minuteSpent(long waitMs) {
        int seconds = (int) ((waitMs + 999) / 1000);
        String detail = "not sent: the calls of this minute are spent, and the next minute, in " + seconds
                + " s, is too late for the deadline";
        Json body = Json.parse(Json.write(Map.of("error", "RATE_LIMITED", "detail", detail)));
        About about = new About(429, 0, null, null, List.of());
        return new Failure("RATE_LIMITED", "429 RATE_LIMITED: " + detail, about, body, seconds);
    }

    private static String queryText(Map<String, ?> query) {
        StringJoiner text = new StringJoiner("&", "?", "").setEmptyValue("");
        query.forEach((name, value) -> {
            if (value != null) text.add(encoded(name) + "=" + encoded(value.toString()));
        });
        return text.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static void sleep(long ms, int attempts) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException cause) {
            throw aborted(cause, attempts);
        }
    }

    private static Failure aborted(InterruptedException cause, int attempts) {
        Thread.currentThread().interrupt();
        return new Failure("aborted", "the thread was interrupted", attempts, cause);
    }

    /** How long to wait before a call is sent again; null where it would be in vain, or late. */
    private Long pauseMs(Call call, Failure failure, long lastMs, Long signedMs) {
        if (failure.attempts() >= options.triesMax() || !isPassing(failure)) return null;
        long spreadMs = Math.min(PAUSE_MAX_MS, PAUSE_MS << Math.min(failure.attempts() - 1, 5));
        long askedMs = failure.retryAfterSeconds() == null ? 0 : failure.retryAfterSeconds() * 1000L;
        long pauseMs = askedMs + ThreadLocalRandom.current().nextLong(spreadMs);
        long atMs = nowMs() + pauseMs;
        if (call.isSignedOnce() && signedMs != null && atMs > signedMs + SIGNATURE_AGE_MAX_MS) return null;
        return atMs <= lastMs ? pauseMs : null;
    }

    private static boolean isPassing(Failure failure) {
        int status = failure.status();
        // A success that cannot be read was broken on the way.
        boolean isBroken = failure.code().equals("unreadable") && status >= 200 && status < 300;
        boolean isLost = status == 0 && !failure.code().equals("aborted");
        return isBroken || isLost || PASSING.contains(status);
    }

    private Answer attempt(
            Call call, String target, byte[] body, Map<String, String> headers, int attempts, long endMs) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + target))
                .method(call.method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        if (body.length > 0) request.header("content-type", "application/json");
        // Plain HTTP is asked as it is, without an offer to go over to HTTP/2.
        if (origin.startsWith("http:")) request.version(HttpClient.Version.HTTP_1_1);
        long timeoutMs = Math.max(1, Math.min(options.attemptTimeout().toMillis(), endMs - nowMs()));
        CompletableFuture<HttpResponse<String>> asked =
                options.http().sendAsync(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
        try {
            // The time of a request of its own ends with its headers; this one holds for the body as well.
            HttpResponse<String> response = asked.get(timeoutMs, TimeUnit.MILLISECONDS);
            gate.told(call, rates(response.headers()), nowMs());
            return read(call, response, attempts);
        } catch (TimeoutException cause) {
            asked.cancel(true);
            throw new Failure("timeout", "no answer within " + timeoutMs + " ms", attempts, cause);
        } catch (InterruptedException cause) {
            asked.cancel(true);
            throw aborted(cause, attempts);
        } catch (ExecutionException failed) {
            if (!(failed.getCause() instanceof IOException cause)) throw new IllegalStateException(failed.getCause());
            throw new Failure("transport", "the connection failed: " + cause, attempts, cause);
        }
    }

    /** Reads what came back. Members, words and codes that are not known are kept as they are. */
    private static Answer read(Call call, HttpResponse<String> response, int attempts) {
        HttpHeaders headers = response.headers();
        int status = response.statusCode();
        List<String> unknown =
                headers.firstValue("x-unknown-fields").map(fields -> Arrays.asList(fields.split(","))).orElse(List.of());
        String requestId = headers.firstValue("x-request-id").orElse(null);
        About about = new About(status, attempts, requestId, rates(headers), unknown);
        Integer retryAfter = retryAfter(headers.firstValue("retry-after").orElse(""));
        Json body;
        try {
            body = Json.parse(response.body());
        } catch (IllegalArgumentException cause) {
            body = Json.parse("null");
        }
        String code = body.at("error").text();
        if (status >= 400 && code != null) {
            String detail = body.at("detail").text();
            String told = status + " " + code + (detail == null ? "" : ": " + detail);
            throw new Failure(code, told, about, body, retryAfter);
        }
        String reason = whyUnreadable(call, status, body);
        if (reason == null) return new Answer(body, about);
        String shown = response.body().substring(0, Math.min(SHOWN_MAX, response.body().length()));
        String told = "status " + status + ", and " + reason + ": " + shown;
        throw new Failure("unreadable", told, about, Json.parse("{}"), retryAfter);
    }

    private static String whyUnreadable(Call call, int status, Json body) {
        if (!body.isObject()) return "its body is no JSON object";
        if (status < 200 || status >= 300) return "its body is no refusal";
        for (String name : call.needs) {
            if (body.at(name).isNull()) return "its body has no " + name;
        }
        return null;
    }

    private static Integer figure(String text) {
        return text.matches("[0-9]{1,9}") ? Integer.valueOf(text) : null;
    }

    private static Integer retryAfter(String text) {
        Integer seconds = figure(text);
        if (seconds != null || text.isEmpty()) return seconds;
        try {
            Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return (int) Math.max(0, (Duration.between(Instant.now(), at).toMillis() + 999) / 1000);
        } catch (DateTimeException cause) {
            // Neither a number nor a date: nothing that could be heeded.
            return null;
        }
    }

    private static Rates rates(HttpHeaders headers) {
        int[] figures = new int[4];
        String[] names = {"limit", "remaining", "reset", "burst-remaining"};
        for (int at = 0; at < names.length; at++) {
            Integer figure = figure(headers.firstValue("x-ratelimit-" + names[at]).orElse(""));
            if (figure == null) return null;
            figures[at] = figure;
        }
        return new Rates(figures[0], figures[1], figures[2], figures[3]);
    }

    /** The key's quotas as its answers report them. Lets calls through until one is spent. */
    private static final class Gate {
        private long minuteLeft = 0;
        private long minuteEndsMs = Long.MIN_VALUE;
        private long readsSpentUntilMs = Long.MIN_VALUE;

        /** When the minute lets a call through: now, or when the next one begins. */
        synchronized long minuteUntilMs(Call call, long nowMs) {
            return call.isOpen() || minuteLeft > 0 ? nowMs : Math.max(nowMs, minuteEndsMs);
        }

        /** When the day lets a call through, as far as it is known to be spent. */
        synchronized long dayUntilMs(Call call) {
            return call.isRead ? readsSpentUntilMs : Long.MIN_VALUE;
        }

        synchronized void sent(long nowMs) {
            if (nowMs < minuteEndsMs) minuteLeft--;
        }

        synchronized void told(Call call, Rates rates, long nowMs) {
            if (rates == null) return;
            // Answers overtake each other: within a minute the fewest that any of them tells are left.
            boolean isKnown = nowMs < minuteEndsMs && minuteLeft < rates.burstRemaining();
            if (!isKnown) minuteLeft = rates.burstRemaining();
            // Minutes of the service end where its days do.
            minuteEndsMs = nowMs + ((rates.resetSeconds() - 1) % 60 + 1) * 1000L;
            if (call.isRead) {
                boolean isSpent = rates.remaining() == 0;
                readsSpentUntilMs = isSpent ? nowMs + rates.resetSeconds() * 1000L : Long.MIN_VALUE;
            }
        }
    }
}
