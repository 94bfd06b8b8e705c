import { pendingNames } from "#channels/connections/meta/sender-names.ts";
import { run } from "#platform/db/database.ts";
import { GRAPH_APP } from "#simulator/graph/app.ts";
import type { GraphPage } from "#simulator/graph/book.ts";
import type { GraphPerson } from "#simulator/graph/people.ts";
import { type GraphSimulator, startGraph } from "#simulator/graph/server.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api } from "./api.ts";
import { startTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { testQueue, testUser } from "./installation.ts";
import { settle } from "./provider.ts";

const outgoing = new WeakMap<GraphSimulator, Outgoing>();

/** A real server whose Graph API is the simulated one. */
export interface PagesApp {
  readonly app: TestApp;
  readonly graph: GraphSimulator;
  stop(): Promise<void>;
}

export async function startPagesApp(
  options: Pick<TestAppOptions, "clock" | "directory"> = {},
): Promise<PagesApp> {
  let now = () => Date.now();
  const graph = startGraph({ now: () => now() });
  const app = await startTestApp({ ...options, env: { META_GRAPH_URL: graph.url } });
  now = () => app.clock.now();
  graph.webhook = `${app.url}/webhooks/meta`;
  const { settled } = graph;
  graph.settled = async () => {
    await settled();
    await pendingNames(app.installation);
  };
  const { system, secrets } = app.installation;
  for (const [key, value] of [
    ["metaAppId", GRAPH_APP.id],
    ["metaAppSecret", GRAPH_APP.secret],
    ["metaVerifyToken", GRAPH_APP.verifyToken],
  ] as const)
    run(system, "INSERT INTO installation_setting (key, value) VALUES (?, ?)", key, secrets.encrypt(value));
  const calls = watchOutgoing();
  outgoing.set(graph, calls);
  return {
    app,
    graph,
    async stop() {
      calls.stop();
      await app.stop();
      await graph.stop();
    },
  };
}

/** A company with a page and its Instagram account, both connected. */
export interface PagesOffice {
  readonly tenant: Tenant;
  readonly page: GraphPage;
  readonly facebookId: number;
  readonly instagramId: number;
  readonly queueId: number;
  readonly ana: UserCtx;
  readonly asAna: Api;
  readonly asAdmin: Api;
  readonly userToken: string;
  readonly maria: GraphPerson;
  readonly joao: GraphPerson;
}

let made = 0;

/** Connects a page with Instagram over `POST /facebook`; Maria writes on Messenger, João on Instagram. */
export async function pagesOffice({ app, graph }: PagesApp): Promise<PagesOffice> {
  made += 1;
  const tenant = app.company(`Company with pages ${made}`);
  const page = graph.book.addPage(`Loja Aurora ${made}`, `loja.aurora.${made}`);
  const userToken = graph.book.addUser(`500${made}`, [page]);
  const queueId = testQueue(tenant, "Vendas");
  const ana = testUser(tenant, { name: "Ana", queueIds: [queueId] });
  const admin = testUser(tenant, { name: "Chefe", profile: "admin" });
  const { body } = await app.api(admin).post("/facebook", {
    addInstagram: true,
    facebookUserId: `500${made}`,
    facebookUserToken: userToken,
  });
  const [facebook, instagram] = body as { id: number }[];
  if (!facebook || !instagram) throw new Error(`not connected: ${JSON.stringify(body)}`);
  run(tenant.db, "UPDATE connection SET send_interval_ms = 0");
  await quiet(graph);
  return {
    tenant,
    page,
    facebookId: facebook.id,
    instagramId: instagram.id,
    queueId,
    ana,
    // Signs in each time, because access tokens expire after a quarter of an hour of the test's clock.
    get asAna() {
      return app.api(ana);
    },
    get asAdmin() {
      return app.api(admin);
    },
    userToken,
    maria: graph.person({ page, on: "page" }, "Maria Souza"),
    joao: graph.person({ page, on: "instagram" }, "João Lima"),
  };
}

/** Waits until no call is in progress between the product and the network. */
export async function quiet(graph: GraphSimulator): Promise<void> {
  const calls = outgoing.get(graph);
  if (!calls) throw new Error("quiet: this network is not the one of a test with pages");
  let seen = -1;
  for (let calm = 0; calm < 6; calm++) {
    await graph.settled();
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 3));
    // A call that has just begun or not ended may cause further calls.
    if (calls.under() > 0 || calls.ever() !== seen) calm = -1;
    seen = calls.ever();
  }
}

/** Counts outgoing calls whose responses are not read completely. */
interface Outgoing {
  /** Number of calls in progress. */
  under(): number;
  /** Number of all calls. */
  ever(): number;
  stop(): void;
}

/** Counts every `fetch` of this process from now on, so that a test can wait for their ends. */
function watchOutgoing(): Outgoing {
  const real = globalThis.fetch;
  let [under, ever] = [0, 0];
  const counted = async (...call: Parameters<typeof fetch>): Promise<Response> => {
    under += 1;
    ever += 1;
    const over = () => {
      under -= 1;
    };
    try {
      const response = await real(...call);
      if (response.body) void response.clone().arrayBuffer().then(over, over);
      else over();
      return response;
    } catch (error) {
      over();
      throw error;
    }
  };
  globalThis.fetch = Object.assign(counted, { preconnect: real.preconnect });
  return {
    under: () => under,
    ever: () => ever,
    stop() {
      globalThis.fetch = real;
    },
  };
}
