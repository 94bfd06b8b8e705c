#!/bin/sh
# send-message.sh NUMBER TEXT: sends a text and prints the state of the message.
set -eu
url=${BALCAO_URL:-http://localhost:3000}
auth="Authorization: Bearer $BALCAO_TOKEN"

# Repeating the call with the same Idempotency-Key sends nothing twice, for example after a timeout.
answer=$(curl -sS --fail-with-body "$url/api/messages/send" \
  -H "$auth" -H 'Content-Type: application/json' -H "Idempotency-Key: example-$$-$(date +%s)" \
  -d "{\"number\":\"$1\",\"body\":\"$2\"}")
echo "$answer"

id=$(echo "$answer" | sed 's/.*"messageId":\([0-9]*\).*/\1/')
sleep 2
curl -sS --fail-with-body "$url/api/messages/send/$id" -H "$auth"
echo
