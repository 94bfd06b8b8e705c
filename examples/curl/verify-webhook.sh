#!/bin/sh
# verify-webhook.sh SECRET TIMESTAMP SIGNATURE < BODY: checks a delivery with the values of its headers X-Balcao-Timestamp and
# X-Balcao-Signature. Exit status 0 = genuine. Also reject deliveries older than five minutes, which may be replayed.
set -eu
signed=$({ printf '%s.' "$2"; cat; } | openssl dgst -sha256 -hmac "$1" | sed 's/.* //')
if [ "v1=$signed" = "$3" ]; then echo 'genuine'; else echo 'forged'; exit 1; fi
