import type { Config } from "#config.ts";
import { tryMailServer } from "#platform/outbound/mailer.ts";
import { type Finding, findingsOf, type Severity } from "./finding.ts";

/** A host the product needs. */
interface Host {
  readonly name: string;
  readonly address: string;
  readonly severity: Severity;
  readonly advice: string;
}
interface Heard {
  /** Why the host did not respond; null = it did. */
  readonly failure: string | null;
  /** Our clock minus theirs, ms, when the response has a date. */
  readonly skewMs: number | null;
}

const PATIENCE_MS = 8000;
/** Precision of the date of a response (whole seconds), ms. */
const SKEW_MS = 30_000;
/** WhatsApp rejects codes, tokens and links beyond this clock difference, ms. */
const LARGE_SKEW_MS = 5 * 60_000;
const OUTSIDE = "let this machine reach it (firewall, DNS, HTTPS_PROXY)";

/** The hosts this installation needs by its configuration; `gateway` is the provider's choice. */
export function hostsOf(config: Config, gateway: string, channels: ReadonlySet<string>): readonly Host[] {
  const { whatsappUrl } = config;
  const error = { severity: "error", advice: OUTSIDE } as const;
  const hosts: Host[] =
    whatsappUrl === null
      ? [
          { ...error, name: "WhatsApp", address: "https://web.whatsapp.com" },
          { ...error, name: "WhatsApp's files", address: "https://mmg.whatsapp.net" },
        ]
      : [{ ...error, name: "WhatsApp", address: whatsappUrl.replace(/^ws/, "http") }];
  if (gateway === "efi") hosts.push({ ...error, name: "Pix of Efí", address: config.efiUrl });
  if (gateway === "asaas") hosts.push({ ...error, name: "Asaas", address: config.asaasUrl });
  if ([...channels].some((channel) => channel !== "whatsapp"))
    hosts.push({ ...error, name: "Meta", address: config.metaGraphUrl });
  if (config.publicUrl !== null)
    hosts.push({
      name: "PUBLIC_URL",
      address: config.publicUrl,
      severity: "warning",
      advice:
        "start the proxy and the server; in some networks a machine cannot reach its own public address",
    });
  return hosts;
}

/** Requests every host and the mail server in parallel. */
export async function network(config: Config, hosts: readonly Host[]): Promise<readonly Finding[]> {
  const finding = findingsOf("network");
  const results = await Promise.all(hosts.map(async (host) => ({ host, ...(await probe(host.address)) })));
  const silent = results.flatMap(({ host, failure }) =>
    failure === null
      ? []
      : [finding(host.severity, `${host.name} (${host.address}) cannot be reached: ${failure}`, host.advice)],
  );
  return [...clockFinding(results.flatMap(({ skewMs }) => skewMs ?? [])), ...silent, ...(await mail(config))];
}

/** Any response counts: hosts reject an empty request in many ways. */
async function probe(address: string): Promise<Heard> {
  const started = Date.now();
  try {
    const answer = await fetch(address, {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const theirs = Date.parse(answer.headers.get("date") ?? "");
    const ours = (started + Date.now()) / 2;
    return { failure: null, skewMs: Number.isNaN(theirs) ? null : ours - theirs };
  } catch (error) {
    const { code = "", message, name } = error as Error & { code?: string };
    // The host requires a client certificate or does not speak HTTP: it is reachable.
    if (/CERT|SSL|TLS|ECONNRESET|Malformed|InvalidHTTP/i.test(code)) return { failure: null, skewMs: null };
    return {
      failure: name === "TimeoutError" ? `no answer in ${PATIENCE_MS / 1000} s` : message,
      skewMs: null,
    };
  }
}

/** The clock difference that most hosts report. */
export function clockFinding(skews: readonly number[]): readonly Finding[] {
  const sorted = skews.toSorted((a, b) => a - b);
  const skew = sorted[Math.floor(sorted.length / 2)];
  if (skew === undefined || Math.abs(skew) < SKEW_MS) return [];
  const seconds = Math.round(Math.abs(skew) / 1000);
  return [
    findingsOf("clock")(
      Math.abs(skew) < LARGE_SKEW_MS ? "warning" : "error",
      `the clock of this machine is ${seconds} s ${skew > 0 ? "ahead" : "behind"}`,
      "synchronise the clock by NTP: timedatectl set-ntp true",
    ),
  ];
}

async function mail({ smtpUrl, publicUrl }: Config): Promise<readonly Finding[]> {
  if (smtpUrl === null) return [];
  const finding = findingsOf("network");
  const advice = "set PUBLIC_URL to the address under which browsers reach the product";
  const address =
    publicUrl === null ? [finding("warning", "mails contain codes to type instead of links", advice)] : [];
  try {
    await tryMailServer(smtpUrl);
    return address;
  } catch (error) {
    const advice = "check SMTP_URL; people who forget their password get no code until then";
    const refused = `the mail server does not take us: ${(error as Error).message}`;
    return [...address, finding("warning", refused, advice)];
  }
}
