#!/bin/sh
# create-key.sh EMAIL PASSWORD: signs in as an admin and prints a new API key. People create keys on the page "API de mensagens".
set -eu
url=${BALCAO_URL:-http://localhost:3000}

session=$(curl -sS --fail-with-body "$url/api/auth/login" \
  -H 'Content-Type: application/json' \
  -d "{\"email\":\"$1\",\"password\":\"$2\"}" | sed 's/.*"token":"\([^"]*\)".*/\1/')

curl -sS --fail-with-body "$url/api/api-keys" \
  -H "Authorization: Bearer $session" -H 'Content-Type: application/json' \
  -d '{"name":"Examples","scopes":["messages:send","tickets:read","webhooks:manage"]}' |
  sed 's/.*"key":"\([^"]*\)".*/\1/'
