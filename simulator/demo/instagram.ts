import { GRAPH_APP } from "#simulator/graph/app.ts";
import { type GraphSimulator, startGraph } from "#simulator/graph/server.ts";
import { DEMO_PASSWORD, type DemoCompany } from "./companies/cast.ts";
import { DeskApi } from "./desk-api.ts";

/** Fixed ids, so that the page and the account are the same at every start. */
const IDS = { page: "104000000001", account: "17841400000001" };
const OWNER_ID = "5000000001";
const FOLLOWER = { id: "9000000000017", name: "Lívia Torres" };
const SAYS = [
  "Oi! Vi o bolo de cenoura no story. Ainda tem hoje?",
  "Que bom! Consegue separar um pedaço para mim?",
  "Passo às 17h. Aceita pix?",
  "Perfeito, obrigada! 🧡",
] as const;
/** Delay between an answer and her next message, ms. */
const THINKS_MS = 8000;
const LOOKS_MS = 1000;

/** A Graph API whose message ids were not used by an earlier run. */
export const startDemoGraph = (): GraphSimulator => startGraph({ firstId: Math.floor(Date.now() / 1000) });

/**
 * Connects the shop's Instagram account as an admin would, with a customer who replies to every answer. Returns a
 * function that stops her.
 */
export async function bringInstagram(
  url: string,
  company: DemoCompany,
  graph: GraphSimulator,
): Promise<() => void> {
  graph.webhook = `${url}/webhooks/meta`;
  const page = graph.book.addPage(company.name, "padaria.aurora", IDS);
  const token = graph.book.addUser(OWNER_ID, [page]);
  const provider = company.users.find(({ role }) => role === "super");
  const admin = company.users.find(({ role }) => role === "admin") ?? provider;
  if (!provider || !admin) return () => {};
  const api = new DeskApi(url);
  await api.signIn(provider.email, DEMO_PASSWORD);
  for (const [key, value] of [
    ["metaAppId", GRAPH_APP.id],
    ["metaAppSecret", GRAPH_APP.secret],
    ["metaVerifyToken", GRAPH_APP.verifyToken],
  ])
    await api.call("PUT", `/settings/${key}`, { key, value });
  const connected = await api.call<readonly { id: number; channel: string; queues: readonly unknown[] }[]>(
    "POST",
    "/facebook",
    { addInstagram: true, facebookUserId: OWNER_ID, facebookUserToken: token },
  );
  const [queue] = await api.call<readonly { id: number }[]>("GET", "/queue");
  for (const { id, queues } of connected)
    if (queues.length === 0 && queue) await api.call("PUT", `/whatsapp/${id}`, { queueIds: [queue.id] });
  return converse(graph, page);
}

function converse(graph: GraphSimulator, page: ReturnType<GraphSimulator["book"]["addPage"]>): () => void {
  const livia = graph.person({ page, on: "instagram" }, FOLLOWER.name, FOLLOWER.id);
  let line = 0;
  let answered = 0;
  let waitsSince: number | null = null;
  const say = () => {
    const text = SAYS[line];
    if (text === undefined) return;
    line += 1;
    livia.writes(text);
  };
  say();
  const timer = setInterval(() => {
    const now = graph.book.sent.filter(({ to }) => to === livia.id).length;
    if (now > answered) {
      answered = now;
      waitsSince = Date.now();
      livia.reads();
    } else if (waitsSince !== null && Date.now() - waitsSince > THINKS_MS) {
      waitsSince = null;
      say();
    }
  }, LOOKS_MS);
  return () => clearInterval(timer);
}
