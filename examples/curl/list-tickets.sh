#!/bin/sh
# list-tickets.sh [STATUS]: prints a page of tickets as JSON; STATUS is pending, open or closed.
set -eu
url=${BALCAO_URL:-http://localhost:3000}

# showAll: tickets of all queues and users. `pageNumber=2` is the next page, while `hasMore` is true.
curl -sS --fail-with-body "$url/api/tickets?showAll=true&status=${1:-open}" -H "Authorization: Bearer $BALCAO_TOKEN"
echo
