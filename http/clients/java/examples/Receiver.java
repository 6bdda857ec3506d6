import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import viatica.ViaticaEvents;

public class Receiver {
    public static void main(String[] arguments) throws IOException {
        var secrets = List.of(System.getenv("VIATICA_EVENTS_SECRET"));
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes(); // raw, not parsed yet
            int status = 204;
            try {
                var event = ViaticaEvents.verifyEvent(
                        body, exchange.getRequestHeaders()::getFirst, secrets);
                System.out.println(event.about().type() + " " + event.about().id());
            } catch (ViaticaEvents.EventRefused refused) {
                System.out.println("refused: " + refused.getMessage());
                status = 400;
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }
}
