import { join } from "node:path";

/** Names and paths of the service on the machine. */
export interface Places {
  /** Name of the service for systemctl. */
  readonly service: string;
  /** The cell that the service serves or copies, beside others on this machine; null = the only service of the machine. */
  readonly cell: number | null;
  readonly program: string;
  readonly unit: string;
  readonly config: string;
  readonly data: string;
  /** The runtime unpacks its native parts here. */
  readonly temporary: string;
  /** The same paths as the unit has them: systemd replaces %i by the number of the cell. */
  readonly inUnit: Pick<Places, "config" | "temporary">;
}

export const USER = "balcao";

/**
 * The paths below `root`, which is `/` except for packagers and tests. Cells of a machine share the program and one template
 * unit; each has its own data and configuration.
 */
export function placesBelow(root: string, cell: number | null = null): Places {
  const below = (path: string) => join(root, path);
  const files = (suffix: string, config: string) => ({
    config: below(`etc/balcao/${config}.conf`),
    data: below(`var/lib/balcao${suffix}`),
    temporary: below(`var/lib/balcao${suffix}/tmp`),
  });
  const program = below("usr/local/bin/balcao");
  const units = "etc/systemd/system";
  if (cell === null) {
    const own = files("", "balcao");
    return { ...own, inUnit: own, program, cell, service: "balcao", unit: below(`${units}/balcao.service`) };
  }
  return {
    ...files(`-${cell}`, `cell-${cell}`),
    inUnit: files("-%i", "cell-%i"),
    ...{ program, cell, service: `balcao@${cell}`, unit: below(`${units}/balcao@.service`) },
  };
}

/**
 * The systemd unit: one unprivileged user and one writable directory. JavaScript is compiled at run time, so
 * MemoryDenyWriteExecute stays off. `lowPorts` permits ports below 1024, for own TLS.
 */
export function unitText({ program, cell, inUnit }: Places, lowPorts = false): string {
  const { config, temporary } = inUnit;
  const state = cell === null ? "balcao" : "balcao-%i";
  return `[Unit]
Description=Balcao${cell === null ? "" : " cell %i"}, customer service on WhatsApp
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=${program} serve
Environment=CONFIG_FILE=${config}
# The program unpacks its native parts here; the file system must allow execution.
Environment=BUN_TMPDIR=${temporary}
User=${USER}
Group=${USER}
UMask=0077
StateDirectory=${state} ${state}/tmp
StateDirectoryMode=0700
WorkingDirectory=/
Restart=always
RestartSec=2
TimeoutStopSec=15
KillMode=mixed
LimitNOFILE=65536
LimitCORE=0

NoNewPrivileges=yes
CapabilityBoundingSet=${lowPorts ? BIND : ""}
AmbientCapabilities=${lowPorts ? BIND : ""}
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
}

const BIND = "CAP_NET_BIND_SERVICE";

/** How browsers reach the server: a proxy at this address, or own TLS for these names; otherwise not known yet. */
export interface Reached {
  readonly url: string | null;
  /** Host names for own TLS, comma-separated. */
  readonly tls: string | null;
  readonly email: string | null;
}

/** The first configuration file; only the operator changes it afterwards. */
export const configText = (
  { data, cell }: Places,
  reached: Reached,
): string => `# Balcao: one NAME=value per line; docs/configuration.md lists every name.
DATA_DIR=${data}
${cell === null ? linesOf(reached) : linesOfCell(cell)}
`;

/** Port of the first cell; the next ones follow. */
const FIRST_PORT = 3000;

const linesOfCell = (cell: number): string =>
  `CLUSTER_CELL=${cell}
PORT=${FIRST_PORT + cell - 1}
# The other lines of the cluster: docs/many-cells.md.`;

function linesOf({ url, tls, email }: Reached): string {
  if (tls !== null)
    return [
      "# The server orders its certificates itself (Let's Encrypt); it needs ports 80 and 443 of this machine.",
      `TLS_DOMAIN=${tls}`,
      email === null ? "# TLS_EMAIL=provedor@example.com" : `TLS_EMAIL=${email}`,
      "PORT=443",
    ].join("\n");
  if (url !== null)
    return `PUBLIC_URL=${url}\n# Only the proxy on this machine can reach the port.\nHOST=127.0.0.1\nTRUSTED_PROXIES=127.0.0.1,::1`;
  return "# PUBLIC_URL=https://atendimento.example.com\n# With a proxy on this machine:\n# HOST=127.0.0.1\n# TRUSTED_PROXIES=127.0.0.1,::1\n# Without a proxy, with its own TLS (then run install --systemd again):\n# TLS_DOMAIN=atendimento.example.com\n# PORT=443";
}

/** Whether a configuration uses privileged ports. */
export const wantsLowPorts = (config: string): boolean =>
  /^\s*TLS_(DOMAIN|CERT_FILE)\s*=\s*\S/m.test(config) ||
  Number(/^\s*PORT\s*=\s*["']?(\d+)/m.exec(config)?.[1] ?? 3000) < 1024;
