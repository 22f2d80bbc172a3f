#!/bin/sh
# Builds on what the last build of this branch left in a folder that the host keeps, and leaves the new build there:
#   sh ci/kept-build.sh FOLDER BRANCH
# What is kept is as trusted as code, since builds publish what it holds; another branch's is not used.
set -eu
kept=$1
branch=${2:-unknown}

if [ "$(cat "$kept/branch" 2>/dev/null || true)" = "$branch" ]; then
  rm -rf .sitegen out
  cp -Rp "$kept/.sitegen" "$kept/out" .
else
  echo "No build of $branch is kept: this one begins anew."
fi

npx sitegen generate

rm -rf "$kept"
mkdir -p "$kept"
cp -Rp .sitegen out "$kept"
# Last, so that half a copy is nobody's.
printf '%s' "$branch" > "$kept/branch"
