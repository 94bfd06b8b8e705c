#!/bin/sh
# send-file.sh NUMBER FILE [CAPTION]: sends a file; several `medias` fields send several files, one message each.
set -eu
url=${BALCAO_URL:-http://localhost:3000}

curl -sS --fail-with-body "$url/api/messages/send" \
  -H "Authorization: Bearer $BALCAO_TOKEN" \
  -F "number=$1" -F "medias=@$2" -F "body=${3:-}"
echo
