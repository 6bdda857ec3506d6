// step: price
import java.util.List;
import java.util.Map;
import viatica.Json;
import viatica.Viatica;

public class Quickstart {
    public static void main(String[] arguments) {
        var client = new Viatica(new Viatica.Options(
                System.getenv("VIATICA_URL"),
                System.getenv("VIATICA_KEY"),
                System.getenv("VIATICA_SECRET")));
        var trip = Map.of(
                "intent", "forTourism",
                "startDate", "2027-07-01",
                "endDate", "2027-07-14",
                "countryResidence", "FR",
                "arrivalCountries", List.of("US"),
                "travellers", List.of(Map.of("age", 34), Map.of("age", 31)));
        var traveller = client.traveller(); // keeps one session
        var quote = traveller.quotes(Map.of("trip", trip));
        for (Json offer : quote.at("offers").items().stream().limit(3).toList()) {
            System.out.println(offer.at("price", "amount").decimal()
                    + " " + offer.at("price", "currency").text()
                    + " " + offer.at("name").text() + " " + offer.at("plan").text());
        }

        // step: read
        var bilan = client.bilan(Map.of(
                "residence", "FR",
                "destinations", List.of("US"),
                "card", Map.of("network", "visa", "tier", "mid"))).at("bilan");
        System.out.println(bilan.at("headline", "key").text()
                + " " + bilan.at("arguments").items().size() + " arguments");

        // step: link
        var cheapest = quote.at("offers", 0);
        var link = traveller.links(Map.of("offerId", cheapest.at("id")));
        System.out.println(link.at("url").text());

        // step: sale
        var sale = client.conversion(Map.of(
                "contractVersion", "3.2",
                "ref", System.getenv("VIATICA_REF"),
                "externalOrderId", "AC-2291",
                "status", "pending",
                "amount", cheapest.at("price", "amount"),
                "currency", cheapest.at("price", "currency")));
        System.out.println(sale.at("status").text()
                + " " + sale.at("amount").decimal() + " " + sale.at("currency").text());
        // step: price
    }
}
