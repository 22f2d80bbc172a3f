#!/bin/sh
# Builds on what the last build of this branch left in a folder that the host keeps, and leaves the new build there:
#   sh ci/kept-build.sh FOLDER BRANCH
# What is kept is as trusted as code, since builds publish what it holds; another branch's is not used.
# Where nothing is kept and TARGET says where `sitegen deploy` puts the site, the build begins with the state that the last
# deploy left there. Then out/ has what changed alone, so this is for hosts that deploy to TARGET.
set -eu
kept=$1
branch=${2:-unknown}

from=
if [ "$(cat "$kept/branch" 2>/dev/null || true)" = "$branch" ]; then
  rm -rf .sitegen out
  cp -Rp "$kept/.sitegen" "$kept/out" .
elif [ -n "${TARGET:-}" ]; then
  echo "No build of $branch is kept: this one begins with the state at the target."
  rm -rf .sitegen out
  from=$TARGET
else
  echo "No build of $branch is kept: this one begins anew."
fi

npx sitegen generate ${from:+--from "$from"}

rm -rf "$kept"
mkdir -p "$kept"
cp -Rp .sitegen out "$kept"
# Last, so that half a copy is nobody's.
printf '%s' "$branch" > "$kept/branch"
