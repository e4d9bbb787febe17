"""Serves Swift's S3 interface from one process and one temporary folder, until its standard input ends.

Standard input is a pipe of the process that started this one: when that dies, however it dies, this ends
too and takes the folder with it. The first line of standard output is the port.
"""

import logging
import os
import signal
import sys
import tempfile

import eventlet
import eventlet.debug
import eventlet.wsgi
from eventlet.hubs import trampoline

logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

STORAGE = ('account', 'container', 'object')

SWIFT_CONF = """
[swift-hash]
swift_hash_path_suffix = test
"""

STORAGE_CONF = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
log_level = WARNING

[pipeline:main]
pipeline = app

[app:app]
use = egg:swift#{kind}
"""

PROXY_CONF = """
[DEFAULT]
swift_dir = {folder}
log_level = WARNING

[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
# There is one storage node: giving it up because a busy machine is slow would lose everything for a minute.
conn_timeout = 30
node_timeout = 60
recoverable_node_timeout = 60
error_suppression_limit = 1000000

[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = {region}
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
"""


def main():
    region, account, user, secret = sys.argv[1:]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # through the end of the block that removes the folder
    # The sockets are bound before anyone is told of them, so no other program can take a port in between.
    sockets = {kind: eventlet.listen(('127.0.0.1', 0)) for kind in (*STORAGE, 'proxy')}
    with tempfile.TemporaryDirectory(prefix='nodeyard-swift-') as folder:
        write(folder, 'swift.conf', SWIFT_CONF)
        use_configuration(f'{folder}/swift.conf')
        for kind in STORAGE:
            build_ring(folder, kind, port_of(sockets[kind]))
            write(folder, f'{kind}.conf', STORAGE_CONF.format(folder=folder, kind=kind))
        write(
            folder,
            'proxy.conf',
            PROXY_CONF.format(folder=folder, region=region, account=account, user=user, secret=secret),
        )
        for kind, listener in sockets.items():
            serve(f'{folder}/{kind}.conf', kind, listener)
        print(port_of(sockets['proxy']), flush=True)
        wait_for_end_of_input()


def write(folder, name, text):
    with open(os.path.join(folder, name), 'w') as file:
        file.write(text)


def use_configuration(path):
    """Swift's own path is fixed to /etc; whoever imports it after this takes ours."""
    from swift.common import utils

    utils.SWIFT_CONF_FILE = path
    utils.validate_configuration()


def build_ring(folder, kind, port):
    """A ring of one device that holds one replica."""
    from swift.common.ring import RingBuilder

    os.makedirs(f'{folder}/devices/disk', exist_ok=True)
    builder = RingBuilder(part_power=4, replicas=1, min_part_hours=1)
    builder.add_dev(
        {'region': 1, 'zone': 1, 'weight': 1, 'device': 'disk', 'ip': '127.0.0.1', 'port': port}
        | {'replication_ip': '127.0.0.1', 'replication_port': port}
    )
    builder.rebalance()
    builder.get_ring().save(f'{folder}/{kind}.ring.gz')


def port_of(listener):
    return listener.getsockname()[1]


def serve(conf, kind, listener):
    from swift.common import wsgi

    app = wsgi.loadapp(conf, global_conf={'log_name': kind})
    log = logging.getLogger('access')
    log.setLevel(logging.ERROR)
    eventlet.spawn(
        eventlet.wsgi.server,
        listener,
        app,
        log,
        protocol=wsgi.SwiftHttpProtocol,
        capitalize_response_headers=False,  # the AWS clients look for "ETag", not "Etag"
    )


def wait_for_end_of_input():
    while True:
        trampoline(sys.stdin.fileno(), read=True)
        if not os.read(sys.stdin.fileno(), 1024):
            return


main()
