import * as v from "valibot";
import { isHttpUrl, origin, path, type Setting, wholeNumber } from "./kinds.ts";

const isNatsUrl = (text: string) => /^(nats|tls):\/\/[^/\s]+$/.test(text);
const list = (isItem: (text: string) => boolean, reason: string) =>
  v.pipe(
    v.string(),
    v.transform((value) => value.split(",").map((item) => item.trim().replace(/\/+$/, ""))),
    v.check((items) => items.every(isItem), reason),
  );

/** A second machine that takes over: docs/cluster.md. Without `CLUSTER_NATS_URL` there is no cluster. */
export const cluster = {
  CLUSTER_NATS_URL: {
    key: "clusterNatsUrls",
    fallback: null,
    schema: list(isNatsUrl, "must be addresses such as tls://nats1.example.com:4222, with commas"),
    secret: true,
    doc: "Addresses of the NATS servers of a cluster, with commas: `tls://nats1.example.com:4222`, with `user:password@` before the host if they ask for it. Without it there is no cluster.",
  },
  CLUSTER_NATS_CREDS_FILE: {
    key: "clusterNatsCredsFile",
    fallback: null,
    schema: path,
    doc: "Credentials of the NATS account.",
  },
  CLUSTER_NATS_CA_FILE: {
    key: "clusterNatsCaFile",
    fallback: null,
    schema: path,
    doc: "Certificate authority of the NATS servers; those of the system without it.",
  },
  CLUSTER_NATS_CERT_FILE: {
    key: "clusterNatsCertFile",
    fallback: null,
    schema: path,
    doc: "Client certificate (PEM) of this node, for NATS servers that verify clients; needs `CLUSTER_NATS_KEY_FILE`.",
  },
  CLUSTER_NATS_KEY_FILE: {
    key: "clusterNatsKeyFile",
    fallback: null,
    schema: path,
    doc: "Private key of that certificate.",
  },
  CLUSTER_NATS_MONITOR_URLS: {
    key: "clusterNatsMonitorUrls",
    fallback: null,
    schema: list(isHttpUrl, "must be http or https addresses, with commas"),
    doc: "Monitoring addresses of the NATS servers, with commas: `http://nats1.example.com:8222`. The check that they sync every write reads them.",
  },
  CLUSTER_NATS_SYNC: {
    key: "clusterNatsSync",
    fallback: null,
    schema: v.picklist(["always"], "must be always"),
    doc: "`always` is your confirmation of `sync_interval: always` on all NATS servers; it is not checked where `CLUSTER_NATS_MONITOR_URLS` does not answer.",
  },
  CLUSTER_CELL: {
    key: "clusterCell",
    fallback: "1",
    schema: wholeNumber(1, 999),
    doc: "Number of the cell (data directory) that this node serves or copies. Every installation has a cell 1.",
  },
  CLUSTER_NODE: {
    key: "clusterNode",
    fallback: null,
    schema: v.pipe(
      v.string(),
      v.regex(
        /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/,
        "must consist of letters, digits, _ and -, with dots between them",
      ),
      v.maxLength(100, "must have at most 100 characters"),
    ),
    doc: "Name of this node, different from that of every other node of all cells; without it the host name, in cell 2 with `-2` behind it.",
  },
  CLUSTER_URL: {
    key: "clusterUrl",
    fallback: null,
    schema: v.pipe(
      origin,
      v.check(
        (value) => value.startsWith("https:"),
        "must be an https address such as https://10.0.0.1:3443",
      ),
    ),
    doc: "Address on which this node receives requests of other nodes: `https://10.0.0.1:3443`, an address of this machine and a port that nothing else uses. The nodes make the certificates themselves. Without it requests of this cell are refused with 503 when they reach another node than the owner.",
  },
  CLUSTER_LEASE_MS: {
    key: "clusterLeaseMs",
    fallback: "5000",
    schema: wholeNumber(3000, 30_000),
    doc: "A standby takes over when the owner has not renewed its lease for this long, milliseconds.",
  },
  CLUSTER_STREAM_MAX_GB: {
    key: "clusterStreamMaxGb",
    fallback: "20",
    schema: wholeNumber(1, 10_000),
    doc: "Largest size of the log in NATS. At 60 % a snapshot is taken, so that the log can be shortened; with a full log the owner answers 503.",
  },
  CLUSTER_SNAPSHOT_HOURS: {
    key: "clusterSnapshotHours",
    fallback: "6",
    schema: wholeNumber(1, 168),
    doc: "Hours between snapshots of a cluster: a new node copies the newest one and applies the log from there.",
  },
} as const satisfies Record<string, Setting>;
