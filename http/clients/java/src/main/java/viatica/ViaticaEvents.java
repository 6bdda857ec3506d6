package viatica;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What endpoints of events receive: verified by Standard Webhooks, and read as a record of its type. */
public final class ViaticaEvents {
    private ViaticaEvents() {}

    private static final Map<String, String> FAULTS = Map.of(
            "secret", "a secret is none: give whsec_ and base64, as the console has shown it",
            "headers", "webhook-id, webhook-timestamp or webhook-signature is missing, or has no such form",
            "timestamp", "it was signed too long ago or ahead: this clock is off, or somebody sends it anew",
            "signature", "no signature holds: the secret is another endpoint's, or the body is not the raw one, byte for byte",
            "body", "what was signed is no event");

    /**
     * What was received is no event of ours. The reason is {@code secret} (none of them is one), {@code headers} (one
     * is missing or has no such form), {@code timestamp} (signed too long ago, or ahead), {@code signature} or
     * {@code body} (no event).
     */
    public static final class EventRefused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String reason;

        EventRefused(String reason) {
            super("no event of ours: " + FAULTS.get(reason));
            this.reason = reason;
        }

        public String reason() {
            return reason;
        }
    }

    /** What every event says. An example is what you had sent from the console: nothing of it has happened. */
    public record About(String id, String type, String mode, String timestamp, boolean isExample) {}

    /** An event of a type that this version does not know. */
    public record Unknown(About about, Json data) implements Event {}

    /**
     * Verifies an event, or throws {@link EventRefused}. The body is the raw one, as it came; {@code header} gives a
     * header by its name, or null, such as {@code request::getHeader}. While a secret is renewed, give the new and
     * the old one.
     */
    public static Event verifyEvent(byte[] body, Function<String, String> header, List<String> secrets) {
        return verifyEvent(body, header, secrets, Duration.ofMinutes(5), Instant.now());
    }

    /** The same, with how far {@code webhook-timestamp} may be off from a moment. */
    public static Event verifyEvent(
            byte[] body, Function<String, String> header, List<String> secrets, Duration tolerance, Instant now) {
        List<byte[]> keys = new ArrayList<>();
        for (String secret : secrets) keys.add(keyOf(secret));
        if (keys.isEmpty()) throw new EventRefused("secret");
        String id = valueOf(header, "webhook-id");
        String sent = valueOf(header, "webhook-timestamp");
        String words = valueOf(header, "webhook-signature");
        if (id.isEmpty() || words.isEmpty() || !sent.matches("[0-9]{1,15}")) throw new EventRefused("headers");
        if (Math.abs(now.getEpochSecond() - Long.parseLong(sent)) > tolerance.toSeconds()) {
            throw new EventRefused("timestamp");
        }
        if (!isOurs(keys, id + "." + sent + ".", body, words)) throw new EventRefused("signature");
        Json told;
        try {
            told = Json.parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
        } catch (CharacterCodingException | IllegalArgumentException unreadable) {
            throw new EventRefused("body");
        }
        About about = new About(
                told.at("id").text(),
                told.at("type").text(),
                told.at("mode").text(),
                told.at("timestamp").text(),
                told.at("example").isTrue());
        boolean isWhole = about.id() != null && about.type() != null && about.mode() != null && about.timestamp() != null;
        if (!isWhole || !told.at("data").isObject()) throw new EventRefused("body");
        return eventOf(about, told.at("data"));
    }

    private static boolean isOurs(List<byte[]> keys, String head, byte[] body, String words) {
        boolean isOurs = false;
        try {
            for (byte[] key : keys) {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(key, "HmacSHA256"));
                mac.update(head.getBytes(StandardCharsets.UTF_8));
                String due = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
                for (String word : words.split(" ")) isOurs |= MessageDigest.isEqual(bytesOf(due), bytesOf(word));
            }
        } catch (GeneralSecurityException absent) {
            throw new IllegalStateException(absent);
        }
        return isOurs;
    }

    private static byte[] bytesOf(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String valueOf(Function<String, String> header, String name) {
        String value = header.apply(name);
        return value == null ? "" : value.strip();
    }

    private static byte[] keyOf(String secret) {
        String text = secret.strip();
        text = text.startsWith("whsec_") ? text.substring("whsec_".length()) : text;
        if (text.length() % 4 != 0 || !text.matches("[A-Za-z0-9+/]+={0,2}")) throw new EventRefused("secret");
        return Base64.getDecoder().decode(text);
    }

    // types of events, by .config/event-types.ts

    /** An event: a record for each type that this version knows, and {@link Unknown} for all others. */
    public sealed interface Event permits SaleValidated, SaleCorrected, SubscriptionPresubscribed, SubscriptionPaid, SubscriptionSubscribed, SubscriptionWithdrawalDeclared, KeySecretEnding, QuotaNearlySpent, AccountSuspended, AccountRestored, CommissionChanged, KeyCreated, KeyRotated, KeyRevoked, EndpointCreated, EndpointFailing, StatementReady, PayoutSent, PayoutReturned, Ping, Unknown {
        About about();
    }

    /** A pending sale has validated itself. */
    public record SaleValidated(
            About about,
            String externalOrderId,
            String ref,
            String status,
            BigDecimal amount,
            BigDecimal commission,
            String currency,
            String bookedAt,
            String validatedAt)
            implements Event {
        private static SaleValidated of(About about, Json data) {
            return new SaleValidated(
                    about,
                    data.at("externalOrderId").text(),
                    data.at("ref").text(),
                    data.at("status").text(),
                    data.at("amount").decimal(),
                    data.at("commission").decimal(),
                    data.at("currency").text(),
                    data.at("bookedAt").text(),
                    data.at("validatedAt").text());
        }
    }

    /** A part of {@link SaleCorrected}. */
    public record SaleCorrectedBeforeSale(
            String externalOrderId,
            String status,
            BigDecimal amount,
            BigDecimal commission,
            String currency,
            String bookedAt) {
        private static SaleCorrectedBeforeSale of(Json data) {
            return new SaleCorrectedBeforeSale(
                    data.at("externalOrderId").text(),
                    data.at("status").text(),
                    data.at("amount").decimal(),
                    data.at("commission").decimal(),
                    data.at("currency").text(),
                    (data.at("bookedAt").isNull() ? null : data.at("bookedAt").text()));
        }
    }

    /** A part of {@link SaleCorrected}. */
    public record SaleCorrectedBefore(
            SaleCorrectedBeforeSale sale,
            BigDecimal pending,
            BigDecimal payable) {
        private static SaleCorrectedBefore of(Json data) {
            return new SaleCorrectedBefore(
                    (data.at("sale").isNull() ? null : SaleCorrectedBeforeSale.of(data.at("sale"))),
                    data.at("pending").decimal(),
                    data.at("payable").decimal());
        }
    }

    /** A part of {@link SaleCorrected}. */
    public record SaleCorrectedAfterSale(
            String externalOrderId,
            String status,
            BigDecimal amount,
            BigDecimal commission,
            String currency,
            String bookedAt) {
        private static SaleCorrectedAfterSale of(Json data) {
            return new SaleCorrectedAfterSale(
                    data.at("externalOrderId").text(),
                    data.at("status").text(),
                    data.at("amount").decimal(),
                    data.at("commission").decimal(),
                    data.at("currency").text(),
                    (data.at("bookedAt").isNull() ? null : data.at("bookedAt").text()));
        }
    }

    /** A part of {@link SaleCorrected}. */
    public record SaleCorrectedAfter(
            SaleCorrectedAfterSale sale,
            BigDecimal pending,
            BigDecimal payable) {
        private static SaleCorrectedAfter of(Json data) {
            return new SaleCorrectedAfter(
                    SaleCorrectedAfterSale.of(data.at("sale")),
                    data.at("pending").decimal(),
                    data.at("payable").decimal());
        }
    }

    /** Our check of the ledger has put right a sale, or what is booked for it. */
    public record SaleCorrected(
            About about,
            String externalOrderId,
            String ref,
            List<String> why,
            SaleCorrectedBefore before,
            SaleCorrectedAfter after,
            String correctedAt)
            implements Event {
        private static SaleCorrected of(About about, Json data) {
            return new SaleCorrected(
                    about,
                    data.at("externalOrderId").text(),
                    data.at("ref").text(),
                    data.at("why").items().stream().map(each -> each.text()).toList(),
                    SaleCorrectedBefore.of(data.at("before")),
                    SaleCorrectedAfter.of(data.at("after")),
                    data.at("correctedAt").text());
        }
    }

    /** A subscription under one of your links moved on. */
    public record SubscriptionPresubscribed(
            About about,
            String subscriptionId,
            String stage,
            String ref,
            BigDecimal offerId,
            String changedAt)
            implements Event {
        private static SubscriptionPresubscribed of(About about, Json data) {
            return new SubscriptionPresubscribed(
                    about,
                    data.at("subscriptionId").text(),
                    data.at("stage").text(),
                    data.at("ref").text(),
                    (data.at("offerId").isNull() ? null : data.at("offerId").decimal()),
                    data.at("changedAt").text());
        }
    }

    /** A subscription under one of your links moved on. */
    public record SubscriptionPaid(
            About about,
            String subscriptionId,
            String stage,
            String ref,
            BigDecimal offerId,
            String changedAt)
            implements Event {
        private static SubscriptionPaid of(About about, Json data) {
            return new SubscriptionPaid(
                    about,
                    data.at("subscriptionId").text(),
                    data.at("stage").text(),
                    data.at("ref").text(),
                    (data.at("offerId").isNull() ? null : data.at("offerId").decimal()),
                    data.at("changedAt").text());
        }
    }

    /** A subscription under one of your links moved on. */
    public record SubscriptionSubscribed(
            About about,
            String subscriptionId,
            String stage,
            String ref,
            BigDecimal offerId,
            String changedAt)
            implements Event {
        private static SubscriptionSubscribed of(About about, Json data) {
            return new SubscriptionSubscribed(
                    about,
                    data.at("subscriptionId").text(),
                    data.at("stage").text(),
                    data.at("ref").text(),
                    (data.at("offerId").isNull() ? null : data.at("offerId").decimal()),
                    data.at("changedAt").text());
        }
    }

    /** A traveller has declared to withdraw from the contract of a subscription. */
    public record SubscriptionWithdrawalDeclared(
            About about,
            String subscriptionId,
            String ref,
            BigDecimal offerId,
            String declaredAt)
            implements Event {
        private static SubscriptionWithdrawalDeclared of(About about, Json data) {
            return new SubscriptionWithdrawalDeclared(
                    about,
                    data.at("subscriptionId").text(),
                    data.at("ref").text(),
                    (data.at("offerId").isNull() ? null : data.at("offerId").decimal()),
                    data.at("declaredAt").text());
        }
    }

    /** The previous secret of a rotated key ends soon. */
    public record KeySecretEnding(
            About about,
            String keyId,
            String previousValidUntil)
            implements Event {
        private static KeySecretEnding of(About about, Json data) {
            return new KeySecretEnding(
                    about,
                    data.at("keyId").text(),
                    data.at("previousValidUntil").text());
        }
    }

    /** Four fifths of a key's reads or writes of the day are used. */
    public record QuotaNearlySpent(
            About about,
            String keyId,
            String bucket,
            BigDecimal limit,
            BigDecimal used,
            String day)
            implements Event {
        private static QuotaNearlySpent of(About about, Json data) {
            return new QuotaNearlySpent(
                    about,
                    data.at("keyId").text(),
                    data.at("bucket").text(),
                    data.at("limit").decimal(),
                    data.at("used").decimal(),
                    data.at("day").text());
        }
    }

    /** The account is suspended: every call of its keys is refused. */
    public record AccountSuspended(
            About about,
            String reason)
            implements Event {
        private static AccountSuspended of(About about, Json data) {
            return new AccountSuspended(
                    about,
                    (data.at("reason").isNull() ? null : data.at("reason").text()));
        }
    }

    /** The suspension is lifted: the keys work again. */
    public record AccountRestored(
            About about)
            implements Event {
        private static AccountRestored of(About about, Json data) {
            return new AccountRestored(
                    about);
        }
    }

    /** The commission of the account was changed; sales of links from before keep their rate. */
    public record CommissionChanged(
            About about,
            BigDecimal fromBps,
            BigDecimal toBps)
            implements Event {
        private static CommissionChanged of(About about, Json data) {
            return new CommissionChanged(
                    about,
                    data.at("fromBps").decimal(),
                    data.at("toBps").decimal());
        }
    }

    /** A key was made. */
    public record KeyCreated(
            About about,
            String keyId,
            List<String> scopes)
            implements Event {
        private static KeyCreated of(About about, Json data) {
            return new KeyCreated(
                    about,
                    data.at("keyId").text(),
                    data.at("scopes").items().stream().map(each -> each.text()).toList());
        }
    }

    /** A key has a new secret. */
    public record KeyRotated(
            About about,
            String keyId,
            String previousValidUntil)
            implements Event {
        private static KeyRotated of(About about, Json data) {
            return new KeyRotated(
                    about,
                    data.at("keyId").text(),
                    data.at("previousValidUntil").text());
        }
    }

    /** A key is revoked: its calls are refused. */
    public record KeyRevoked(
            About about,
            String keyId)
            implements Event {
        private static KeyRevoked of(About about, Json data) {
            return new KeyRevoked(
                    about,
                    data.at("keyId").text());
        }
    }

    /** Another endpoint receives your events from now on. */
    public record EndpointCreated(
            About about,
            String endpointId,
            List<String> types)
            implements Event {
        private static EndpointCreated of(About about, Json data) {
            return new EndpointCreated(
                    about,
                    data.at("endpointId").text(),
                    data.at("types").items().stream().map(each -> each.text()).toList());
        }
    }

    /** An endpoint has taken no event for a day. */
    public record EndpointFailing(
            About about,
            String endpointId,
            String failingSince)
            implements Event {
        private static EndpointFailing of(About about, Json data) {
            return new EndpointFailing(
                    about,
                    data.at("endpointId").text(),
                    data.at("failingSince").text());
        }
    }

    /** The statement of a month is closed, in one currency. */
    public record StatementReady(
            About about,
            String number,
            String month,
            String currency,
            BigDecimal due,
            BigDecimal carried,
            String payOn)
            implements Event {
        private static StatementReady of(About about, Json data) {
            return new StatementReady(
                    about,
                    data.at("number").text(),
                    data.at("month").text(),
                    data.at("currency").text(),
                    data.at("due").decimal(),
                    data.at("carried").decimal(),
                    (data.at("payOn").isNull() ? null : data.at("payOn").text()));
        }
    }

    /** A payout has left for your bank. */
    public record PayoutSent(
            About about,
            String number,
            String statement,
            BigDecimal amount,
            String currency,
            String sentOn,
            String bankReference)
            implements Event {
        private static PayoutSent of(About about, Json data) {
            return new PayoutSent(
                    about,
                    data.at("number").text(),
                    data.at("statement").text(),
                    data.at("amount").decimal(),
                    data.at("currency").text(),
                    data.at("sentOn").text(),
                    (data.at("bankReference").isNull() ? null : data.at("bankReference").text()));
        }
    }

    /** A payout came back: it is owed to you again, and stands in the next statement. */
    public record PayoutReturned(
            About about,
            String number,
            String statement,
            BigDecimal amount,
            String currency,
            String returnedOn,
            String reason)
            implements Event {
        private static PayoutReturned of(About about, Json data) {
            return new PayoutReturned(
                    about,
                    data.at("number").text(),
                    data.at("statement").text(),
                    data.at("amount").decimal(),
                    data.at("currency").text(),
                    data.at("returnedOn").text(),
                    (data.at("reason").isNull() ? null : data.at("reason").text()));
        }
    }

    /** You asked for it. */
    public record Ping(
            About about,
            String endpointId)
            implements Event {
        private static Ping of(About about, Json data) {
            return new Ping(
                    about,
                    data.at("endpointId").text());
        }
    }

    private static Event eventOf(About about, Json data) {
        return switch (about.type()) {
            case "sale.validated" -> SaleValidated.of(about, data);
            case "sale.corrected" -> SaleCorrected.of(about, data);
            case "subscription.presubscribed" -> SubscriptionPresubscribed.of(about, data);
            case "subscription.paid" -> SubscriptionPaid.of(about, data);
            case "subscription.subscribed" -> SubscriptionSubscribed.of(about, data);
            case "subscription.withdrawal_declared" -> SubscriptionWithdrawalDeclared.of(about, data);
            case "key.secret_ending" -> KeySecretEnding.of(about, data);
            case "quota.nearly_spent" -> QuotaNearlySpent.of(about, data);
            case "account.suspended" -> AccountSuspended.of(about, data);
            case "account.restored" -> AccountRestored.of(about, data);
            case "commission.changed" -> CommissionChanged.of(about, data);
            case "key.created" -> KeyCreated.of(about, data);
            case "key.rotated" -> KeyRotated.of(about, data);
            case "key.revoked" -> KeyRevoked.of(about, data);
            case "endpoint.created" -> EndpointCreated.of(about, data);
            case "endpoint.failing" -> EndpointFailing.of(about, data);
            case "statement.ready" -> StatementReady.of(about, data);
            case "payout.sent" -> PayoutSent.of(about, data);
            case "payout.returned" -> PayoutReturned.of(about, data);
            case "ping" -> Ping.of(about, data);
            default -> new Unknown(about, data);
        };
    }

    // end of types of events
}
