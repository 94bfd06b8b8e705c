import { type Places, USER } from "./places.ts";

/**
 * The systemd unit: one user without rights, one directory that can be written. JavaScript is compiled while it runs,
 * so MemoryDenyWriteExecute stays off.
 */
export const unitText = ({ program, config, temporary }: Places): string => `[Unit]
Description=Balcao, customer service on WhatsApp
Documentation=file:///usr/share/doc/balcao
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
StateDirectory=balcao balcao/tmp
StateDirectoryMode=0700
WorkingDirectory=/
Restart=always
RestartSec=2
TimeoutStopSec=15
KillMode=mixed
LimitNOFILE=65536
LimitCORE=0

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
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

/** The first configuration file; it is the operator's from then on. `url`: where browsers will reach it. */
export const configText = (
  { data }: Places,
  url: string | null,
): string => `# Balcao: one NAME=value per line; every name stands in docs/configuration.md.
DATA_DIR=${data}
${
  url === null
    ? "# PUBLIC_URL=https://atendimento.example.com\n# With a proxy on this machine:\n# HOST=127.0.0.1\n# TRUSTED_PROXIES=127.0.0.1,::1"
    : `PUBLIC_URL=${url}\n# The proxy on this machine is the only one who reaches the port.\nHOST=127.0.0.1\nTRUSTED_PROXIES=127.0.0.1,::1`
}
`;
