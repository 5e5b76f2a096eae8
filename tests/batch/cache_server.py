"""A server for tests of the remote cache: cache_server.py MODE_FILE LOG_FILE.

Prints its port. Behaves as the word in MODE_FILE says, which may change between requests. Each request is a line of
LOG_FILE: its method, path and status.
"""

import http.server
import sys
import threading
import time

mode_file, log_file = sys.argv[1:]
entries = {}
refused = set()
guard = threading.Lock()


def mode():
    with open(mode_file, encoding="ascii") as file:
        return file.read().strip()


def damaged(path, how):
    body = entries[path]
    if how == "flip":
        at = len(body) // 2
        return body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]
    if how == "truncate":
        return body[: len(body) // 2]
    if how == "swap":
        return next(other for key, other in sorted(entries.items()) if key != path)
    return body


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b"", length=None):
        with guard, open(log_file, "a", encoding="ascii") as file:
            file.write(f"{self.command} {self.path} {status}\n")
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def misbehave(self, now):
        """Whether the request has been answered, or never will be."""
        if now == "flaky" and self.command + self.path not in refused:
            refused.add(self.command + self.path)
            self.answer(503, b"come back later")
        elif now in ("500", "503", "403", "301"):
            self.answer(int(now), b"x" * 100000)
        elif now == "full" and self.command == "PUT":
            self.answer(507)
        elif now == "silent" or (now == "slow-puts" and self.command == "PUT"):
            time.sleep(3)
            self.close_connection = True
        elif now == "page":
            self.answer(200, b"<html>please log in</html>")
        elif now == "endless" and self.command == "GET":
            self.send_response(200)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"\n\x02" * 50000)
            except OSError:
                self.close_connection = True
        else:
            return False
        return True

    def do_GET(self):
        now = mode()
        if self.misbehave(now):
            return
        if self.path not in entries:
            self.answer(404, b"there is nothing here" * 10000)
        elif now == "disconnect":
            body = entries[self.path]
            self.answer(200, body[: len(body) // 2], len(body))
            self.close_connection = True
        else:
            self.answer(200, damaged(self.path, now))

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.misbehave(mode()):
            entries[self.path] = body
            self.answer(201)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
