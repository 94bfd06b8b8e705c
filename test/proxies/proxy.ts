import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverCertificate, serverKey } from "#simulator/media/certificates.ts";

export type ProxyName = "nginx" | "haproxy" | "caddy";

/** Path with Debian's directories of proxy programs, which some users lack. */
const PATH = `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/bin`;
export const proxyProgram = (name: ProxyName): string | null => Bun.which(name, { PATH });

interface Place {
  readonly directory: string;
  readonly port: number;
  readonly backend: string;
}
const page = (file: string) => readFileSync(join(import.meta.dir, "../../docs/proxies", file), "utf8");

/** The configuration of the documentation, with the names and ports of a test in the place of the operator's. */
const RENDER: Readonly<Record<ProxyName, (place: Place) => { text: string; command: readonly string[] }>> = {
  nginx: ({ directory, port, backend }) => ({
    text: `daemon off; pid ${directory}/pid; error_log ${directory}/error.log; user root;
events {}
http {
  access_log off;
  client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/f; uwsgi_temp_path ${directory}/u; scgi_temp_path ${directory}/s;
  ${page("nginx.conf")
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("/etc/ssl/balcao/fullchain.pem", `${directory}/certificate.pem`)
    .replace("/etc/ssl/balcao/privkey.pem", `${directory}/key.pem`)
    .replace("127.0.0.1:3000", backend)}
}`,
    command: ["-p", directory, "-e", `${directory}/error.log`, "-c"],
  }),
  haproxy: ({ directory, port, backend }) => ({
    text: page("haproxy.cfg")
      .replace("bind :443", `bind 127.0.0.1:${port}`)
      .replace("/etc/haproxy/certs/balcao.pem", `${directory}/both.pem`)
      .replace("127.0.0.1:3000", backend),
    command: ["-db", "-f"],
  }),
  caddy: ({ directory, port, backend }) => ({
    text: `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${page("Caddyfile")
      .replace(
        "atendimento.example.com {",
        `https://localhost:${port} {\n\ttls ${directory}/certificate.pem ${directory}/key.pem`,
      )
      .replace("127.0.0.1:3000", backend)}`,
    command: ["run", "--adapter", "caddyfile", "--config"],
  }),
};

/** Starts the installed program with the documented configuration, in front of `backend` (`host:port`). */
export async function startProxy(name: ProxyName, backend: string, port: number) {
  const directory = mkdtempSync(join(tmpdir(), `balcao-${name}-`));
  writeFileSync(join(directory, "certificate.pem"), serverCertificate);
  writeFileSync(join(directory, "key.pem"), serverKey, { mode: 0o600 });
  writeFileSync(join(directory, "both.pem"), `${serverCertificate}\n${serverKey}`, { mode: 0o600 });
  const { text, command } = RENDER[name]({ directory, port, backend });
  const file = join(directory, "proxy.conf");
  writeFileSync(file, text);
  const child = Bun.spawn([proxyProgram(name) ?? name, ...command, file], {
    env: { PATH, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
    stdout: "ignore",
    stderr: "pipe",
  });
  const complaint = new Response(child.stderr).text();
  const url = `https://localhost:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${await complaint}`);
    const isUp = await fetch(`${url}/healthz`, { tls: { rejectUnauthorized: false } }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    await Bun.sleep(20);
  }
  return {
    url,
    async close() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
