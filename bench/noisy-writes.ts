import { prepareLoud, type Rows, rowsOf, TAGS } from "./data/loud-rows.ts";
import { STANDARD } from "./data/sizes.ts";
import { type Loud, startLoud } from "./harness/loud-company.ts";
import type { Noise } from "./harness/noise.ts";
import type { Figure } from "./harness/report.ts";

const PORT = 4320;
/** Users of the loud company, all admins, and the number of requests they keep running together. */
const PEOPLE = 20;
const PARALLEL = 400;
const SECONDS = 2.5;
const FIRST_OPEN = STANDARD.tickets - STANDARD.contacts + 10;
const BOUNDARY = "bench-boundary";
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

const file = (name: string, fileName: string, type: string, content: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`;
const json = (body: unknown) => JSON.stringify(body);
const SHEET = ["Nome,Número,E-mail"]
  .concat(
    Array.from({ length: 20_000 }, (_, n) => `Pessoa ${n},55219${String(10_000_000 + n)},p${n}@a.example`),
  )
  .join("\n");

interface Load extends Noise {
  readonly name: string;
}

const everyone = { from: 1, to: STANDARD.contacts };
const tickets = { from: 1, to: STANDARD.tickets };
const running = { from: STANDARD.tickets - STANDARD.contacts + 1, to: STANDARD.tickets };

/** Writes that are repeated continuously. */
const loads = ({ listId, chatId }: Prepared): readonly Load[] => [
  { name: "messages", method: "POST", path: `/messages/${FIRST_OPEN}`, body: json({ body: "oi {n}" }) },
  {
    name: "notes",
    method: "POST",
    path: "/ticket-notes",
    body: json({ note: "nota {n}", ticketId: FIRST_OPEN }),
  },
  { name: "closes", method: "PUT", path: "/tickets/{n}", body: json({ status: "closed" }), ...running },
  {
    name: "openings",
    method: "PUT",
    path: "/tickets/{n}",
    body: json({ status: "open", userId: 1 }),
    ...running,
  },
  { name: "lanes", method: "PUT", path: "/tickets/{n}/lane", body: json({ tagId: 1 }), ...running },
  { name: "conversations marked read", method: "GET", path: "/messages/{n}?markRead=true", ...tickets },
  {
    name: "a tag on 500 contacts",
    method: "POST",
    path: "/tags/contacts",
    body: json({ contactIds: Array.from({ length: 500 }, (_, n) => n + 1), tagId: -1 }).replace("-1", "{n}"),
    from: 1,
    to: TAGS,
  },
  {
    name: "new contacts",
    method: "POST",
    path: "/contacts",
    body: json({ name: "Novo {n}", number: "5531{n}" }),
    from: 900_000_000,
  },
  {
    name: "changed contacts",
    method: "PUT",
    path: "/contacts/{n}",
    body: json({ name: "Outro {n}" }),
    ...everyone,
  },
  {
    name: "tags",
    method: "POST",
    path: "/tags",
    body: json({ name: "Mais {n}", color: "#0b72c4" }),
    from: 10_000,
  },
  {
    name: "quick replies",
    method: "POST",
    path: "/quick-messages",
    body: json({ shortcode: "r{n}", message: "oi" }),
  },
  {
    name: "scheduled messages",
    method: "POST",
    path: "/schedules",
    body: json({ body: "lembrete", contactId: 7, sendAt: "2040-01-01T10:00:00Z" }),
  },
  {
    name: "chat messages",
    method: "POST",
    path: `/chats/${chatId}/messages`,
    body: json({ message: "oi {n}" }),
  },
  { name: "settings", method: "PUT", path: "/settings/undoCloseSeconds", body: json({ value: "5" }) },
  { name: "an account changed", method: "PUT", path: "/users/3", body: json({ name: "Nome {n}" }) },
  {
    name: "a queue changed",
    method: "PUT",
    path: "/queue/3",
    body: json({ name: "Fila {n}", color: "#0b72c4" }),
  },
  { name: "a connection changed", method: "PUT", path: "/whatsapp/1", body: json({ name: "Loja {n}" }) },
  {
    name: "calls of the API to send",
    method: "POST",
    path: "/messages/send",
    body: json({ number: "5511910000007", body: "aviso {n}" }),
  },
  {
    name: "API keys",
    method: "POST",
    path: "/api-keys",
    body: json({ name: "Chave {n}", scopes: ["messages:send"] }),
  },
  {
    name: "a list filled with 5,000 contacts",
    method: "POST",
    path: `/contact-lists/${listId}/fill`,
    body: json({}),
  },
  {
    name: "a list that is only counted",
    method: "POST",
    path: `/contact-lists/${listId}/fill`,
    body: json({ dryRun: true, tagIds: [1, 2], lastAttendanceFrom: "2020-01-01" }),
  },
  {
    name: "an item of a list",
    method: "POST",
    path: "/contact-list-items",
    body: json({ contactListId: listId, name: "Pessoa", number: "5541{n}" }),
    from: 900_000_000,
  },
  {
    name: "previews of a campaign",
    method: "POST",
    path: "/campaigns/preview",
    body: json({ texts: ["oi {{name}}"], contactListId: listId, tagListId: 1 }),
  },
  {
    name: "campaigns",
    method: "POST",
    path: "/campaigns",
    body: json({
      name: "Campanha {n}",
      whatsappId: 1,
      contactListId: listId,
      scheduledAt: "2040-01-01 10:00",
      message1: "oi",
    }),
  },
  {
    name: "the audience of a campaign",
    method: "GET",
    path: `/campaign-audience?contactListId=${listId}&tagListId=1`,
  },
  { name: "lists exported", method: "GET", path: `/contact-lists/${listId}/export` },
  {
    name: "contacts exported, chosen",
    method: "GET",
    path: `/contacts/export?ids=${Array.from({ length: 1000 }, (_, n) => n * 5 + 1).join(",")}`,
  },
  { name: "people exported with all they wrote", method: "GET", path: "/contacts/{n}/export", ...everyone },
  { name: "dashboards of a year by queue", method: "GET", path: "/dashboard?days=366&queueIds=1,2" },
  {
    name: "uploads of 1 MB",
    method: "POST",
    path: `/messages/${FIRST_OPEN}`,
    type: FORM,
    body: file("medias", "foto.bin", "application/octet-stream", "x".repeat(1024 * 1024)),
  },
  {
    name: "spreadsheets of 20,000 rows",
    method: "POST",
    path: "/contacts/import",
    type: FORM,
    body: file("file", "pessoas.csv", "text/csv", SHEET),
  },
  {
    name: "merged contacts",
    method: "POST",
    path: "/contacts/1/merge",
    body: json({ otherId: -1 }).replace("-1", "{n}"),
    from: 10,
    to: 900,
  },
  // Keep the tickets on which the actions below work.
  { name: "deleted tickets", method: "DELETE", path: "/tickets/{n}", ...tickets, from: 10 },
  { name: "deleted contacts", method: "DELETE", path: "/contacts/{n}", from: 1000, to: STANDARD.contacts },
];

interface Prepared {
  readonly listId: number;
  readonly otherListId: number;
  readonly chatId: number;
}

/** Actions that run once and change thousands of rows. */
const deeds = ({ otherListId }: Prepared): readonly Load[] => [
  { name: "a ticket of 100,000 messages exported", method: "GET", path: "/contacts/4/export" },
  {
    name: "a ticket of 100,000 messages merged",
    method: "POST",
    path: "/contacts/3/merge",
    body: json({ otherId: 4 }),
  },
  { name: "a merge of 100,000 messages undone", method: "POST", path: "/contacts/merges/{last}/undo" },
  {
    name: "a ticket of 100,000 messages merged, revealed by the network",
    method: "POST",
    path: "/raw-events/1/replay",
  },
  { name: "a ticket of 100,000 messages deleted", method: "DELETE", path: "/tickets/4" },
  { name: "a tag of thousands of tickets deleted", method: "DELETE", path: "/tags/1" },
  { name: "an attendant of a thousand tickets deleted", method: "DELETE", path: "/users/5" },
  { name: "a queue of two thousand tickets deleted", method: "DELETE", path: "/queue/2?moveTo=1" },
  { name: "a list of 5,000 deleted", method: "DELETE", path: `/contact-lists/${otherListId}` },
  { name: "a connection of all tickets deleted", method: "DELETE", path: "/whatsapp/1?moveTo=2" },
  {
    name: "a company exported",
    method: "POST",
    path: "/companies/1/export",
    body: json({ passphrase: "bench-passphrase" }),
  },
  { name: "a backup", method: "POST", path: "/backups", body: json({}) },
];

/** Times a neighbour's list during each type of write and each large action; `NOISY_ONLY` selects by a part of the name. */
export async function noisyWrites(kept: string): Promise<Figure[]> {
  const loud = await startLoud(kept, {
    port: PORT,
    people: PEOPLE,
    parallel: PARALLEL,
    prepare: prepareLoud,
  });
  const call = callerOf(loud);
  const prepared = await readyFor(call);
  const only = process.env["NOISY_ONLY"]?.split("|");
  const isWanted = ({ name }: Load) => !only || only.some((part) => name.includes(part));
  const wanted = loads(prepared).filter(isWanted);
  for (const load of wanted.slice(0, 1)) await loud.warmUp(load);
  for (const load of wanted) await loud.time(load.name, load, SECONDS);
  for (const deed of deeds(prepared).filter(isWanted))
    await loud.timeUntil(deed.name, () => done(call, deed, () => rowsOf(loud.directory)));
  return loud.end(`${PARALLEL} writes, exports and uploads at once of ${PEOPLE} admins`);
}

type Send = (noise: Noise) => Promise<{ readonly status: number; readonly text: string }>;

const callerOf =
  ({ url, admin }: Loud): Send =>
  async ({ method, path, body }) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
      ...(body !== undefined && { body }),
    });
    const text = response.headers.get("content-type")?.includes("json")
      ? await response.text()
      : `${(await response.arrayBuffer()).byteLength} bytes`;
    return { status: response.status, text: text.slice(0, 120) };
  };

/** Throws when an action is refused, because its time would not be that of the action. */
async function done(call: Send, deed: Load, rows: () => Rows): Promise<string> {
  const { status, text } = await call({ ...deed, path: deed.path.replace("{last}", `${rows().lastMerge}`) });
  if (status >= 300) throw new Error(`${deed.name}: ${status} ${text}`);
  // A replayed event is acknowledged before it is processed.
  if (!deed.path.endsWith("/replay")) return text;
  while (rows().waiting > 0) await Bun.sleep(50);
  if (rows().automatic === 0) throw new Error(`${deed.name}: the contacts were not merged`);
  return text;
}

async function readyFor(call: Send): Promise<Prepared> {
  const created = async (path: string, body: unknown) => {
    const { status, text } = await call({ method: "POST", path, body: json(body) });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return Number(/"id":(\d+)/.exec(text)?.[1]);
  };
  const listId = await created("/contact-lists", { name: "Todos" });
  // Campaigns use the first list, so that only the other one can be deleted.
  const otherListId = await created("/contact-lists", { name: "Todos de novo" });
  for (const id of [listId, otherListId]) {
    const filled = await call({ method: "POST", path: `/contact-lists/${id}/fill`, body: "{}" });
    if (filled.status !== 200) throw new Error(`fill: ${filled.text}`);
  }
  return {
    listId,
    otherListId,
    chatId: await created("/chats", { title: "Equipe", users: [{ id: 2 }, { id: 3 }] }),
  };
}
