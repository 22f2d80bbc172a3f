#!/bin/sh
# nginx, once the first build is there; it reads its configuration again when a build has changed redirects or headers.
set -eu
trap 'exit 0' TERM
[ -f /data/out/nginx.conf ] || echo 'web: waiting for the first build, with hosts: ["nginx"] in sitegen.config.ts'
until [ -f /data/out/nginx.conf ]; do sleep 1; done
trap - TERM
old=$(md5sum < /data/out/nginx.conf)
while sleep 15; do
  new=$(md5sum < /data/out/nginx.conf)
  if [ "$new" != "$old" ] && nginx -t -q; then
    nginx -s reload
    old=$new
  fi
done &
exec nginx -g "daemon off;"
