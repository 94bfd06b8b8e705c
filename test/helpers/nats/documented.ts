import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type NatsServers, type ServerPlace, startNats } from "./servers.ts";

const docs = join(import.meta.dir, "../../../docs");
const ADDRESS = "127.0.0.1";
/** Passwords in the documented file. One has characters that an address must write as %XX. */
const PASSWORDS = { "change-me-a": "p:w@1", "change-me-b": "other", "change-me-copy": "third" } as const;

/** Three NATS servers configured exactly as docs/cluster.md describes; only addresses, ports, folders and passwords differ. */
export interface DocumentedNats extends NatsServers {
  /** Addresses with user and password. */
  urlsOf(user: "a" | "b" | "copy"): string;
  /** The variables with which a node connects as this user. */
  envOf(user: "a" | "b" | "copy"): Record<string, string>;
  /** Folder of `ca.pem`, and `a.pem` with `a-key.pem` for each machine. */
  readonly certificates: string;
  /** Requests that a server refused, from the logs of all three. */
  refusals(): readonly string[];
}

/** Runs the commands of the section *Certificates*. */
export function makeCertificates(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const page = readFileSync(join(docs, "cluster.md"), "utf8");
  const commands = /^## 1\. Certificates[\s\S]*?```sh\n([\s\S]*?)```/m.exec(page)?.[1] ?? "exit 1";
  const script = commands.replaceAll(/10\.0\.0\.\d/g, ADDRESS);
  const made = spawnSync("sh", ["-ec", script], { cwd: folder, encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
}

/** The documented file for one server. `machine`: whose certificate it uses. */
function configOf({ name, port, monitorPort, routePort, store, routes }: ServerPlace, certificate: string) {
  let text = readFileSync(join(docs, "nats/nats-server.conf"), "utf8");
  const change = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`docs/nats/nats-server.conf has no ${from}`);
    text = text.replaceAll(from, to);
  };
  change('NAME: "a"', `NAME: "${name}"`);
  change('ADDRESS: "10.0.0.1"', `ADDRESS: "${ADDRESS}"`);
  change("port: 4222", `port: ${port}`);
  change("http_port: 8222", `http_port: ${monitorPort}`);
  change("port: 6222", `port: ${routePort}`);
  for (const [index, route] of routes.entries()) change(`nats://10.0.0.${index + 1}:6222`, route);
  change("/var/lib/nats", store);
  change("/etc/nats/node-key.pem", `${certificate}-key.pem`);
  change("/etc/nats/node.pem", `${certificate}.pem`);
  change("/etc/nats/ca.pem", join(certificate, "../ca.pem"));
  change("max_file_store: 30GB", "max_file_store: 4GB");
  for (const [from, to] of Object.entries(PASSWORDS)) change(from, to);
  return text;
}

export async function startDocumentedNats(program: string, folder: string): Promise<DocumentedNats> {
  const certificates = join(folder, "certificates");
  makeCertificates(certificates);
  const machines = ["a", "b", "c"];
  const servers = await startNats(program, folder, {
    configOf: (place) => configOf(place, join(certificates, machines.shift() ?? "c")),
  });
  const urlsOf: DocumentedNats["urlsOf"] = (user) => {
    const access = `${user}:${encodeURIComponent(PASSWORDS[`change-me-${user}`])}`;
    return servers.urls.map((url) => url.replace("nats://", `tls://${access}@`)).join();
  };
  return {
    ...servers,
    urlsOf,
    envOf: (user) => ({
      CLUSTER_NATS_URL: urlsOf(user),
      CLUSTER_NATS_CA_FILE: join(certificates, "ca.pem"),
      CLUSTER_NATS_CERT_FILE: join(certificates, user === "b" ? "b.pem" : "a.pem"),
      CLUSTER_NATS_KEY_FILE: join(certificates, user === "b" ? "b-key.pem" : "a-key.pem"),
      CLUSTER_NATS_MONITOR_URLS: servers.monitorUrls.join(),
    }),
    certificates,
    refusals: () =>
      servers.names.flatMap(
        (name) => readFileSync(join(folder, `${name}.log`), "utf8").match(/\w+ Violation.*/g) ?? [],
      ),
  };
}
