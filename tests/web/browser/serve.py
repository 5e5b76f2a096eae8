"""Serves a folder over HTTP until the standard input ends: serve.py FOLDER CACHE-CONTROL. Prints the address first."""
import functools
import http.server
import os
import sys
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def end_headers(self):
        self.send_header("Cache-Control", sys.argv[2])
        super().end_headers()


def end_with_input():
    sys.stdin.read()
    os._exit(0)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=sys.argv[1]))
threading.Thread(target=end_with_input, daemon=True).start()
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
