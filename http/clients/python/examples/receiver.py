import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from viatica import EventRefused, verify_event


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))  # raw, not parsed yet
        try:
            event = verify_event(body, self.headers, os.environ["VIATICA_EVENTS_SECRET"])
        except EventRefused as refused:
            self.answer(400, f"refused: {refused}")
        else:
            self.answer(204, f"{event['type']} {event['id']}")

    def answer(self, status, line):
        print(line, flush=True)
        self.send_response(status)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
