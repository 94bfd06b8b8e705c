import { GRAPH_APP } from "./app.ts";
import type { GraphBook, GraphPage, SentByPage } from "./book.ts";
import { type CallParts, graphError } from "./call.ts";
import { answerCloud } from "./cloud-calls.ts";
import { businessesOf, debugToken } from "./cloud-login.ts";
import { type Place, webhookOf } from "./people.ts";
import type { GraphSimulator } from "./server.ts";

const json = (body: unknown, status = 200) => Response.json(body, { status });
const badToken = () => graphError(401, 190, "Error validating access token: Session has expired", 463);
const unknownPath = () => graphError(400, 100, "Unsupported request", 33);

/** Answers one call of the product. */
export async function answerCall(
  book: GraphBook,
  parts: CallParts,
  simulator: GraphSimulator,
): Promise<Response> {
  const [node = "", edge] = parts.path;
  if (node === "oauth" && edge === "access_token") return exchange(book, parts);
  if (node === "debug_token") return debugToken(book, parts);
  const businesses = businessesOf(book, parts);
  if (businesses) return businesses;
  const official = await answerCloud(book, parts, simulator);
  if (official) return official;
  const user = book.users.get(parts.token);
  if (user && edge === "accounts") return accounts(book, user, node);
  if (user && node === "me") return json({ id: user.id });
  const page = [...book.pages.values()].find(({ token }) => token === parts.token);
  if (!page) return badToken();
  if (node === "me" && edge === undefined) return json({ id: page.id, name: page.name });
  if (edge === "subscribed_apps") return subscribe(page, parts);
  if (node !== page.id && node !== "me" && edge !== undefined) return unknownPath();
  if (edge === "message_attachments") return upload(book, parts);
  if (edge === "messages") return send(book, page, parts, simulator);
  return edge === undefined ? profile(book, node) : unknownPath();
}

async function exchange(book: GraphBook, { request, query }: CallParts): Promise<Response> {
  const fields =
    request.method === "POST"
      ? ((await request.json()) as Record<string, string>)
      : Object.fromEntries(query);
  if (fields["client_id"] !== GRAPH_APP.id || fields["client_secret"] !== GRAPH_APP.secret)
    return graphError(400, 1, "Error validating client secret.");
  // A code contains its token and is valid for the redirect URL it was sent to.
  const isCode =
    fields["code"]?.startsWith("code-") === true && fields["redirect_uri"]?.endsWith("/connections");
  const user = book.users.get((isCode ? fields["code"]?.slice(5) : fields["fb_exchange_token"]) ?? "");
  if ((fields["grant_type"] !== "fb_exchange_token" && !isCode) || !user) return badToken();
  const token = book.newId("EAA-long-");
  book.users.set(token, user);
  return json({ access_token: token, token_type: "bearer", expires_in: 5_184_000 });
}

function accounts(
  book: GraphBook,
  user: { readonly id: string; readonly pageIds: readonly string[] },
  node: string,
): Response {
  if (node !== "me" && node !== user.id) return graphError(400, 100, "Unsupported get request", 33);
  const data = user.pageIds.flatMap((id) => {
    const page = book.pages.get(id);
    if (!page) return [];
    const { name, token, instagram } = page;
    return [{ id, name, access_token: token, ...(instagram && { instagram_business_account: instagram }) }];
  });
  return json({ data, paging: { cursors: { before: "a", after: "b" } } });
}

async function subscribe(page: GraphPage, { method, request }: CallParts): Promise<Response> {
  if (method === "DELETE") page.subscribed = [];
  else {
    const { subscribed_fields } = (await request.json()) as { subscribed_fields?: string };
    page.subscribed = (subscribed_fields ?? "").split(",");
  }
  return json({ success: true });
}

async function upload(book: GraphBook, { request }: CallParts): Promise<Response> {
  const form = await request.formData();
  const file = form.get("filedata");
  if (!(file instanceof File)) return graphError(400, 100, "Invalid parameter");
  const id = book.newId("att-");
  book.files.set(id, { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type });
  return json({ attachment_id: id });
}

interface SendBody {
  readonly recipient?: { readonly id?: string };
  readonly sender_action?: string;
  readonly messaging_type?: string;
  readonly tag?: string;
  readonly reply_to?: { readonly mid?: string };
  readonly message?: {
    readonly text?: string;
    readonly metadata?: string;
    readonly quick_replies?: readonly {
      readonly content_type: string;
      readonly title: string;
      readonly payload: string;
    }[];
    readonly attachment?: {
      readonly type: string;
      readonly payload: { readonly attachment_id?: string; readonly id?: string };
    };
  };
}
const DAY_MS = 24 * 60 * 60_000;

async function send(
  book: GraphBook,
  page: GraphPage,
  { request }: CallParts,
  simulator: GraphSimulator,
): Promise<Response> {
  const body = (await request.json()) as SendBody;
  const to = body.recipient?.id ?? "";
  const person = book.profiles.get(to);
  if (!person) return graphError(400, 100, "No matching user found", 2_018_001);
  if (body.sender_action) {
    book.actions.push(`${body.sender_action}:${to}`);
    return json({ recipient_id: to });
  }
  const failure = book.failures.find(({ times }) => times > 0);
  if (failure) {
    failure.times -= 1;
    return graphError(400, failure.code, "Simulated failure", failure.subcode);
  }
  const place: Place = { page, on: person.isPage ? "page" : "instagram" };
  const account = person.isPage ? page.id : (page.instagram?.id ?? "");
  const silence = book.now() - (book.wroteAt.get(`${account}:${to}`) ?? 0);
  const allowed = body.tag === "HUMAN_AGENT" ? 7 * DAY_MS : DAY_MS;
  if (silence > allowed)
    return graphError(400, 10, "This message is sent outside of allowed window.", 2_018_278);
  const { text, attachment, metadata, quick_replies: quickReplies = [] } = body.message ?? {};
  if (quickReplies.length > 13 || quickReplies.some(({ title, payload }) => !isQuickReply(title, payload)))
    return graphError(400, 100, "Invalid quick replies");
  if (text !== undefined && text.length > (person.isPage ? 2000 : 1000))
    return graphError(400, 100, "Length of param message[text] is too long");
  const sent: SentByPage = {
    mid: book.newId("m_"),
    pageId: account,
    to,
    text: text ?? null,
    attachment: attachment
      ? { type: attachment.type, fileId: attachment.payload.attachment_id ?? attachment.payload.id ?? "" }
      : null,
    quickReplies: quickReplies.map(({ title, payload }) => ({ title, payload })),
    tag: body.tag ?? null,
    replyTo: body.reply_to?.mid ?? null,
    at: book.now(),
  };
  book.sent.push(sent);
  if (book.echoes) {
    const echo = {
      mid: sent.mid,
      is_echo: true,
      app_id: Number(GRAPH_APP.id),
      ...(text !== undefined && { text }),
      ...(sent.attachment && {
        attachments: [
          { type: "image", payload: { url: `${book.url}/files/${sent.attachment.fileId}/echo` } },
        ],
      }),
      ...(metadata !== undefined && person.isPage && { metadata }),
    };
    void simulator.post(
      webhookOf(place, {
        sender: { id: account },
        recipient: { id: to },
        timestamp: sent.at,
        message: echo,
      }),
    );
  }
  return json({ recipient_id: to, message_id: sent.mid });
}

const isQuickReply = (title: string, payload: string): boolean =>
  title.trim() !== "" && title.length <= 20 && payload !== "" && payload.length <= 1000;

function profile(book: GraphBook, id: string): Response {
  const known = book.profiles.get(id);
  if (!known || known.refused) return graphError(400, 100, "Insufficient permission", 2_018_218);
  const [first = "", ...rest] = known.name.split(" ");
  return json(
    known.isPage
      ? { id, name: known.name, first_name: first, last_name: rest.join(" ") }
      : { id, name: known.name, username: known.name.toLowerCase().replaceAll(" ", ".") },
  );
}
