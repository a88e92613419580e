"""The servers of production_tests.py: php-fpm behind nginx with redis, memcached and APCu, and requests to them.

They listen on loopback, have their files in a temporary folder, and end with the program, however that ends. The pages
are in production_pages.php.
"""

import http.client
import itertools
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.parse
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORKERS = 4
HANG = 60  # seconds: no request takes as long, unless it hangs
MEMORY_LIMIT = 16 << 20

PHP_INI = """
extension_dir = {extensions}
extension = igbinary.so
extension = {module}
extension = redis.so
extension = memcached.so
extension = apcu.so
memory_limit = {memory_limit}
display_errors = 0
log_errors = 1
error_log = {folder}/php.log
sys_temp_dir = {folder}/tmp
apc.serializer = msgpack
session.use_cookies = 0
session.gc_probability = 0
; A lock that is not released is held for longer than the clients wait.
redis.session.locking_enabled = 1
redis.session.lock_expire = 600
redis.session.lock_retries = -1
redis.session.lock_wait_time = 2000
memcached.sess_lock_expire = 600
memcached.sess_lock_retries = 100000
memcached.sess_lock_wait_min = 2
memcached.sess_lock_wait_max = 4
"""
FPM = """
[global]
error_log = {folder}/fpm.log
pid = {folder}/fpm.pid
process_control_timeout = {hang}
[site]
user = {user}
listen = {folder}/fpm.sock
listen.backlog = 200
pm = static
pm.max_children = {workers}
catch_workers_output = yes
clear_env = no
"""
NGINX = """
{user_line}
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    keepalive_timeout 1h;
    client_max_body_size 64m;
    client_body_temp_path {folder}/nginx-body;
    fastcgi_temp_path {folder}/nginx-fastcgi;
    proxy_temp_path {folder}/nginx-proxy;
    uwsgi_temp_path {folder}/nginx-uwsgi;
    scgi_temp_path {folder}/nginx-scgi;
    server {{
        listen 127.0.0.1:{port};
        location / {{
            fastcgi_pass unix:{folder}/fpm.sock;
            fastcgi_read_timeout {hang};
            fastcgi_param SCRIPT_FILENAME {here}/production_pages.php;
            fastcgi_param QUERY_STRING $query_string;
            fastcgi_param REQUEST_METHOD $request_method;
            fastcgi_param CONTENT_LENGTH $content_length;
        }}
    }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(condition, what):
    """Returns what the condition returns, once that is true."""
    end = time.monotonic() + HANG
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.01)


def connects(family, address):
    with socket.socket(family) as probe:
        return probe.connect_ex(address) == 0


def program(*names):
    """The path of the first of the programs that exists."""
    path = os.environ.get("PATH", "") + ":/usr/sbin"
    return next(filter(None, (shutil.which(name, path=path) for name in names)), names[0])


def php(expression):
    return subprocess.run(["php", "-n", "-r", f"echo {expression};"], capture_output=True, text=True, check=True).stdout


class Answer(dict):
    """The JSON of a page's answer; None for what is not in it."""

    def __missing__(self, key):
        return None


class Site:
    """The servers, and requests to them. Threads may share it: each has its own connection to nginx."""

    def __init__(self, module, folder, stack):
        self.folder = Path(folder)
        self.port = free_port()
        self.local = threading.local()
        self.requests = itertools.count()
        redis, memcached = free_port(), free_port()
        user = pwd.getpwuid(os.getuid()).pw_name
        root = ["-R"] if os.getuid() == 0 else []
        names = {
            "folder": folder,
            "here": HERE,
            "hang": HANG,
            "workers": WORKERS,
            "port": self.port,
            "module": module,
            "user": user,
            "user_line": f"user {user};" if root else "",
            "memory_limit": MEMORY_LIMIT,
            "extensions": php("ini_get('extension_dir')"),
        }
        for name, text in {"php.ini": PHP_INI, "fpm.conf": FPM, "nginx.conf": NGINX}.items():
            (self.folder / name).write_text(text.format(**names))
        for name in ("tmp", "sessions"):
            (self.folder / name).mkdir()
        environment = {
            **os.environ,
            "PHP_INI_SCAN_DIR": "",
            "TRIAL_FOLDER": folder,
            "TRIAL_REDIS": str(redis),
            "TRIAL_MEMCACHED": str(memcached),
        }
        fpm = program("php-fpm" + php("PHP_MAJOR_VERSION.'.'.PHP_MINOR_VERSION"), "php-fpm")

        def start(command, family, address):
            with open(self.folder / (Path(command[0]).name + ".out"), "wb") as out:
                process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
            stack.callback(end, process)
            wait_for(lambda: process.poll() is not None or connects(family, address), f"{command[0]} does not answer")
            if process.poll() is not None:
                raise RuntimeError(f"{command[0]} ended: " + Path(out.name).read_text())
            return process

        internet = ("--port", str(redis), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder)
        start([program("redis-server"), *internet], socket.AF_INET, ("127.0.0.1", redis))
        start(
            [program("memcached"), "-l", "127.0.0.1", "-p", str(memcached), "-U", "0", "-m", "256", "-u", user],
            socket.AF_INET,
            ("127.0.0.1", memcached),
        )
        self.fpm = start(
            [fpm, "-c", f"{folder}/php.ini", "-F", "-y", f"{folder}/fpm.conf", *root],
            socket.AF_UNIX,
            f"{folder}/fpm.sock",
        )
        start(
            [program("nginx"), "-c", f"{folder}/nginx.conf", "-e", f"{folder}/nginx.log"],
            socket.AF_INET,
            ("127.0.0.1", self.port),
        )
        wait_for(lambda: len(self.workers()) == WORKERS, "php-fpm does not start its workers")

    def workers(self):
        """The process numbers of php-fpm's workers."""
        return set(Path(f"/proc/{self.fpm.pid}/task/{self.fpm.pid}/children").read_text().split())

    def ask(self, page, body=None, **query):
        """The status and the answer of a page; status 0: there is none."""
        connection = getattr(self.local, "connection", None)
        if connection is None:
            connection = self.local.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG)
        next(self.requests)
        try:
            connection.request(
                "GET" if body is None else "POST", "/?" + urllib.parse.urlencode({"page": page, **query}), body
            )
            response = connection.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            return 0, Answer(client=repr(error))
        try:
            return response.status, Answer(json.loads(text))
        except ValueError:
            return response.status, Answer()

    def reload(self):
        """Starts php-fpm again without ending what runs; returns once all workers are new."""
        old = self.workers()
        self.fpm.send_signal(signal.SIGUSR2)
        wait_for(lambda: len(self.workers()) == WORKERS and not self.workers() & old, "php-fpm does not reload")

    def read(self, name):
        path = self.folder / name
        return path.read_text() if path.exists() else ""


def end(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
