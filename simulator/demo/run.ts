import { join, resolve } from "node:path";
import { argsOf } from "#cli/options.ts";
import { type Config, loadConfig } from "#config.ts";
import { systemClock } from "#simulator/clock.ts";
import { startHook } from "#simulator/hook/server.ts";
import { startOpenAi } from "#simulator/openai/server.ts";
import { startWorld, type World } from "#simulator/world.ts";
import { Colleague, type Manner } from "./colleague.ts";
import { AURORA } from "./companies/aurora.ts";
import { DEMO_PASSWORD } from "./companies/cast.ts";
import { VENTO } from "./companies/vento.ts";
import { DeskApi } from "./desk-api.ts";
import { takeDemoDirectory } from "./directory.ts";
import { bringInstagram, startDemoGraph } from "./instagram.ts";
import { bringOfficial } from "./official.ts";
import { startDemoGateway } from "./payments.ts";
import { type Product, startProduct, wantPort } from "./product.ts";
import { NEIGHBOURS } from "./seed/campaigns.ts";
import { seed } from "./seed/seed.ts";
import { bringAssistant, bringWebhook, ConnectionDesk } from "./set-up.ts";

/** Colleague who works only on the first conversations, so that visitors of the demo find waiting ones. */
const OPENS_THE_SHOP: Manner = { hands: 3, patienceMs: 0, accepts: 3, paceMs: 1500 };
/** Colleague who works all day, but lets others accept first. */
const STAYS: Manner = { hands: 2, patienceMs: 30_000, accepts: Number.POSITIVE_INFINITY, paceMs: 5000 };
const STAFF: readonly (readonly [email: string, manner: Manner])[] = [
  ["ana@aurora.example", OPENS_THE_SHOP],
  ["bruno@aurora.example", STAYS],
  ["davi@vento.example", OPENS_THE_SHOP],
  ["lia@vento.example", STAYS],
];
/** Time between two customers who begin to write, at first and later, ms. */
const PACE = { opening: 2500, later: 40_000 };

/**
 * `balcao demo [--fresh]`: runs until it is stopped; returns the exit code. Throws NotADemoDirectory, PortInUse,
 * CommandError.
 */
export async function runDemo(args: readonly string[], stopped: Promise<void>): Promise<number> {
  const { values } = argsOf(args, { options: { fresh: { type: "boolean", default: false } } });
  const directory = resolve(process.env["DATA_DIR"] ?? "demo-data");
  const config = loadConfig({ ...process.env, DATA_DIR: join(directory, "data") });
  // Checked before anything is created or started.
  await wantPort(config.port);
  const isNew = takeDemoDirectory(directory, values.fresh);
  if (isNew) await seed(config);

  const desks: ConnectionDesk[] = [];
  const world = await startWorld({
    pace: PACE,
    stateFile: join(directory, "network"),
    qrFor: async (number) => {
      for (const desk of desks) {
        const qr = await desk.qrFor(number);
        if (qr) return qr;
      }
      return null;
    },
  });
  givePhones(world);
  const openai = startOpenAi();
  const hook = startHook();
  const graph = startDemoGraph();
  const gateway = startDemoGateway(config.dataDir);
  const product = await startProduct(directory, config.port, {
    network: world.network,
    graphUrl: graph.url,
    gatewayUrl: gateway.url,
    companyUrls: [openai.url, hook.url],
  });
  const staff: Colleague[] = [];
  let stopInstagram = () => {};
  let stopOfficial = () => {};
  try {
    // Runs before the simulated colleagues sign in as the same user, because only the last login session of a user stays.
    const admin = await adminOf(product);
    await bringAssistant(admin, openai.url);
    await bringWebhook(admin, hook.url);
    stopInstagram = await bringInstagram(product.url, AURORA, graph);
    stopOfficial = await bringOfficial(admin, AURORA, graph);
    gateway.begin(product.url);
    await open(product, desks, staff);
    welcome(config, world);
    const code = await Promise.race([stopped.then(() => 0), product.ended]);
    return code;
  } finally {
    for (const colleague of staff) colleague.goHome();
    await product.stop();
    await world.stop();
    await openai.stop();
    await hook.stop();
    stopInstagram();
    stopOfficial();
    await graph.stop();
    await gateway.stop();
  }
}

/** People who wrote in the last two weeks or are in a contact list have phones in the simulated network. */
function givePhones({ network }: World): void {
  for (const { name, number } of [...[AURORA, VENTO].flatMap(({ past }) => past.people), ...NEIGHBOURS])
    if (!network.directory.byNumber(number)) network.addPerson({ name, number });
}

/** Links the phones and starts the simulated colleagues. */
async function open(product: Product, desks: ConnectionDesk[], staff: Colleague[]): Promise<void> {
  for (const company of [AURORA, VENTO]) {
    const desk = new ConnectionDesk(product.url, company);
    await desk.prepare();
    desks.push(desk);
  }
  while (!(await Promise.all(desks.map((desk) => desk.allConnected()))).every(Boolean)) await Bun.sleep(200);
  await goOnWithCampaigns(product);
  for (const [email, manner] of STAFF) {
    const api = new DeskApi(product.url);
    await api.signIn(email, DEMO_PASSWORD);
    const colleague = new Colleague(api, systemClock, manner);
    staff.push(colleague);
    await colleague.begin();
  }
}

/** The API with the login session of the bakery's admin. */
async function adminOf({ url }: Product): Promise<DeskApi> {
  const head = AURORA.users.find(({ role }) => role === "admin");
  const api = new DeskApi(url);
  await api.signIn(head?.email ?? "", DEMO_PASSWORD);
  return api;
}

/** Resumes campaigns that ran in the last demo and paused when its phones disconnected. */
async function goOnWithCampaigns(product: Product): Promise<void> {
  const api = await adminOf(product);
  const { records } = await api.call<{ records: { id: number; pausedAt: string | null }[] }>(
    "GET",
    "/campaigns",
  );
  for (const { id, pausedAt } of records)
    if (pausedAt !== null) await api.call("POST", `/campaigns/${id}/resume`, {});
}

function welcome({ port }: Config, world: World): void {
  const rows = [AURORA, VENTO].flatMap((company) =>
    company.users.map(
      ({ name, email, role }) => `  ${email.padEnd(24)} ${role.padEnd(10)} ${name}, ${company.name}`,
    ),
  );
  console.log(
    [
      "",
      `Balcão is open:     http://localhost:${port}`,
      `Be the customer:    ${world.phonesUrl}`,
      "",
      `Sign in with any of these, password ${DEMO_PASSWORD}`,
      ...rows,
      "",
      `Pay an invoice as ${VENTO.users.find(({ role }) => role === "admin")?.email ?? ""}: the simulated bank confirms it after 12 seconds.`,
      "",
      "The WhatsApp in here is simulated: nothing leaves this machine. Ctrl+C stops it; --fresh begins anew.",
      "",
    ].join("\n"),
  );
}
