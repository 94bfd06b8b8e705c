import type { Config } from "#config.ts";
import { createOutbound, type Outbound } from "#platform/outbound/client.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";
import { type Finding, findingsOf } from "./finding.ts";
import type { Partner, PartnerKind } from "./partner-rows.ts";

const PATIENCE_MS = 6000;
/** Parallel requests; a hundred hosts without a response take half a minute. */
const AT_A_TIME = 20;
/** Maximum number of hosts. */
const MOST = 400;
/** Maximum number of companies listed with a host. */
const NAMED = 10;

const NAMES: Readonly<Record<PartnerKind, string>> = {
  model: "the AI server",
  voice: "the voices of Azure",
  dialogflow: "Dialogflow",
  n8n: "n8n",
  webhook: "the webhook",
  typebot: "Typebot",
  billing: "the billing system",
};
const ADVICE: Readonly<Record<PartnerKind, string>> = {
  model: "answers by AI wait or go to people until then: check the address under Prompts",
  voice: "answers are written instead of spoken until then: check the region under Prompts",
  dialogflow: "customers get the next step of the menu instead",
  n8n: "its deliveries wait and are retried: check the address under Integrações",
  webhook: "its deliveries wait and are retried: check its address",
  typebot: "customers wait for its answer: check the address under Integrações",
  billing: "customers cannot look up their bills: check the address in the settings",
};
const REACH = "or let this machine reach it (firewall, DNS)";

/** The companies that use a host for one purpose. */
interface Wanted {
  readonly kind: PartnerKind;
  readonly origin: string;
  readonly companies: readonly number[];
}

/**
 * Requests every host that companies configured, each once, through the client that the product uses: an address it would not
 * call is not called here either. Only hosts are reported, because paths may be secret.
 */
export async function askPartners(
  config: Config,
  partners: readonly Partner[],
  outbound: Outbound = createOutbound({ allowPrivate: config.allowPrivateUrls }),
): Promise<readonly Finding[]> {
  const wanted = together(partners);
  const findings: Finding[] = [];
  for (let at = 0; at < Math.min(wanted.length, MOST); at += AT_A_TIME) {
    const asked = wanted.slice(at, Math.min(at + AT_A_TIME, MOST));
    const answers = await Promise.all(
      asked.map(async (each) => findingOf(each, await failureOf(outbound, each.origin))),
    );
    findings.push(...answers.flat());
  }
  if (wanted.length > MOST)
    findings.push(
      findingsOf("network")(
        "info",
        `${wanted.length - MOST} of the ${wanted.length} hosts of companies were not checked`,
        "the checked ones are a sample; the delivery logs of the companies list failures of each host",
      ),
    );
  return findings;
}

/** Groups the companies by host and purpose. */
function together(partners: readonly Partner[]): readonly Wanted[] {
  const byHost = new Map<string, { kind: PartnerKind; origin: string; companies: Set<number> }>();
  for (const { kind, origin, company } of partners) {
    const key = `${kind} ${origin}`;
    const known = byHost.get(key) ?? { kind, origin, companies: new Set() };
    known.companies.add(company);
    byHost.set(key, known);
  }
  return [...byHost.values()].map(({ companies, ...rest }) => ({ ...rest, companies: [...companies] }));
}

/** Why there was no response; null = there was any response. */
async function failureOf(outbound: Outbound, origin: string): Promise<OutboundFailed | null> {
  try {
    await outbound.request({ method: "GET", url: origin, limitMs: PATIENCE_MS, limitBytes: 65_536 });
    return null;
  } catch (error) {
    if (!(error instanceof OutboundFailed)) throw error;
    const { reason } = error;
    return reason === "redirect" || reason === "too_large" ? null : error;
  }
}

function findingOf({ kind, origin, companies }: Wanted, failed: OutboundFailed | null): readonly Finding[] {
  if (failed === null) return [];
  const [first] = companies;
  const others =
    companies.length > 1 ? ` (companies ${companies.slice(0, NAMED).join(", ")}${more(companies)})` : "";
  return [
    findingsOf("network", companies.length === 1 ? first : undefined)(
      "warning",
      `${NAMES[kind]} at ${origin}${others} cannot be reached: ${inWords(failed)}`,
      failed.reason === "not_allowed"
        ? `${ADVICE[kind]}; ALLOW_PRIVATE_URLS=true lets companies call inside this network`
        : `${ADVICE[kind]}, ${REACH}`,
    ),
  ];
}

const more = ({ length }: readonly number[]) => (length > NAMED ? ` and ${length - NAMED} more` : "");

function inWords({ reason, message }: OutboundFailed): string {
  switch (reason) {
    case "not_allowed":
      return "its address leads inside this network, which companies may not call";
    case "unresolved":
      return "its name is not known";
    case "timeout":
      return `no answer in ${PATIENCE_MS / 1000} s`;
    default:
      return /CERT|SSL|TLS/i.test(message) ? `its certificate is not good (${message})` : message;
  }
}
