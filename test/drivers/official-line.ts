import { cloudOf, type SentByCloud } from "#simulator/graph/cloud-book.ts";
import { pressables, tell } from "#simulator/graph/cloud-calls.ts";
import { customerOf } from "#simulator/graph/cloud-people.ts";
import { testUser } from "#test/helpers/installation.ts";
import { officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet } from "#test/helpers/pages.ts";
import { type Arrived, type FileKind, type Line, newNumber, type Person, unsigned } from "./line.ts";

const KINDS: Readonly<Record<string, FileKind>> = {
  image: "image",
  audio: "audio",
  video: "video",
  document: "document",
};
type Body = Readonly<Record<string, unknown>>;
const part = (body: Body, name: string) => (body[name] ?? {}) as Body;

/** An official number: the Cloud API over real HTTP. */
export async function officialLine(place: PagesApp): Promise<Line> {
  const { app, graph } = place;
  const { book } = graph;
  const cloud = cloudOf(book);
  const { tenant, number, connectionId, queueId, ana } = await officialOffice(place);
  const admin = testUser(tenant, { name: "Dona", profile: "admin" });

  const person = (name: string, { phone = true } = {}): Person => {
    const id = newNumber();
    const address = phone ? id : `BR.${id}`;
    const customer = customerOf(graph, number, { name, ...(phone ? { phone: id } : { userId: address }) });
    const mine = () => cloud.sent.filter((sent) => sent.number === number && sent.to === address);
    const messages = () => mine().filter(({ type }) => type !== "reaction");
    const arrivedOf = ({ id, type, body }: SentByCloud): Arrived => {
      const content = part(body, type);
      const words = content["body"] ?? content["caption"] ?? "";
      return {
        id,
        text: unsigned(String(type === "interactive" ? part(content, "body")["text"] : words)),
        kind: KINDS[type] ?? "text",
        quotes: (part(body, "context")["message_id"] as string | undefined) ?? null,
        isEdited: false,
        isDeleted: false,
        bytes: async () => book.files.get(String(content["id"]))?.bytes ?? new Uint8Array(),
      };
    };
    return {
      name,
      writes: async (text, { quotes, at } = {}) =>
        customer.sends(
          { type: "text", text: { body: text }, ...(quotes && { context: { id: quotes } }) },
          at === undefined ? {} : { at },
        ),
      sends: async ({ kind, bytes, mimeType, name: filename }) =>
        customer.sendsFile(kind, bytes, mimeType, kind === "document" ? { filename } : {}),
      reacts: async (target, emoji) => void customer.reacts(target, emoji),
      edits: async (target, text) =>
        void customer.sends({
          type: "edit",
          edit: { original_message_id: target, message: { text: { body: text } } },
        }),
      deletes: async (target) =>
        void customer.sends({ type: "revoke", revoke: { original_message_id: target } }),
      reads: async () => {
        for (const sent of messages()) await tell(graph, sent, "read");
      },
      arrived: () => messages().map(arrivedOf),
      reactionTo: (target) =>
        mine()
          .filter(({ type, body }) => type === "reaction" && part(body, "reaction")["message_id"] === target)
          .map(({ body }) => String(part(body, "reaction")["emoji"]))
          .at(-1),
      hasSeenReading: (target) => cloud.read.includes(target),
      hasSeenTyping: () => cloud.typed.length > 0,
      pressable: () => {
        const last = messages().at(-1);
        return last?.type === "interactive" ? pressables(last).map(({ title }) => title) : [];
      },
      presses: async (title) => {
        const last = messages().at(-1);
        const option = last && pressables(last).find((each) => each.title === title);
        if (option) customer.presses(option, "button_reply");
      },
      isWrittenToBesideUs: async (text) => void customer.isWrittenTo(text),
    };
  };
  return {
    driver: "cloud",
    ...{ app, connectionId, queueId, ana, admin, person },
    repeats: (on) => {
      book.copies = on ? 2 : 1;
    },
    outage: (on) => {
      book.down = on;
    },
    losesWord() {
      book.loseAnswers = 1;
      cloud.statuses = false;
      return () => {
        cloud.statuses = true;
      };
    },
    limits: (times) => void book.failures.push({ code: 130_429, times }),
    endsAccess() {
      number.token = book.newId("EAA-number-");
      return async () => {
        await app.api(admin).put(`/whatsapp/${connectionId}`, { accessToken: number.token });
        await quiet(graph);
      };
    },
  };
}
