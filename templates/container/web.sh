#!/bin/sh
# nginx, which reads its configuration again when a build has changed redirects or headers.
set -eu
old=$(md5sum < /data/out/nginx.conf)
while sleep 15; do
  new=$(md5sum < /data/out/nginx.conf)
  if [ "$new" != "$old" ] && nginx -t -q; then
    nginx -s reload
    old=$new
  fi
done &
exec nginx -g "daemon off;"
