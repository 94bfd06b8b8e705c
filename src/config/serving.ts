import * as v from "valibot";
import { domainList, httpUrl, origin, path, type Setting, text, wholeNumber } from "./kinds.ts";

/** Listening address, data directory, and how browsers reach the server. */
export const serving = {
  PORT: {
    key: "port",
    fallback: "3000",
    schema: wholeNumber(0, 65535),
    doc: "TCP port; 0 takes a free one.",
  },
  HOST: { key: "host", fallback: "0.0.0.0", schema: text, doc: "Address to listen on." },
  DATA_DIR: {
    key: "dataDir",
    fallback: "./data",
    schema: path,
    doc: "The one directory that holds everything: databases, media, sessions, backups, the key.",
  },
  PUBLIC_URL: {
    key: "publicUrl",
    fallback: null,
    schema: origin,
    doc: "Address under which browsers reach the product; links in mails and webhooks are made from it.",
  },
  TLS_DOMAIN: {
    key: "tlsDomains",
    fallback: null,
    schema: domainList,
    doc: "Names under which browsers reach this server, with commas: it gets certificates for them by ACME and ends TLS itself at PORT.",
  },
  TLS_EMAIL: {
    key: "tlsEmail",
    fallback: null,
    schema: v.pipe(v.string(), v.email("must be an e-mail address")),
    doc: "Whom the authority may write to when something is wrong with a certificate.",
  },
  TLS_DIRECTORY_URL: {
    key: "tlsDirectoryUrl",
    fallback: "https://acme-v02.api.letsencrypt.org/directory",
    schema: httpUrl,
    doc: "ACME directory of the authority. Setting TLS_DOMAIN means accepting its terms.",
  },
  TLS_CERT_FILE: {
    key: "tlsCertFile",
    fallback: null,
    schema: path,
    doc: "With TLS_KEY_FILE, instead of TLS_DOMAIN: a certificate with its chain (PEM); read again when it is replaced.",
  },
  TLS_KEY_FILE: {
    key: "tlsKeyFile",
    fallback: null,
    schema: path,
    doc: "The key of that certificate (PEM).",
  },
  TLS_HTTP_PORT: {
    key: "tlsHttpPort",
    fallback: "80",
    schema: wholeNumber(0, 65535),
    doc: "With TLS of its own: port that leads browsers to HTTPS, and answers the authority, which asks at port 80; 0 takes a free one.",
  },
} as const satisfies Record<string, Setting>;
