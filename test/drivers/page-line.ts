import type { SentByPage } from "#simulator/graph/book.ts";
import { idOfPlace, webhookOf } from "#simulator/graph/people.ts";
import { testUser } from "#test/helpers/installation.ts";
import { type PagesApp, pagesOffice, quiet } from "#test/helpers/pages.ts";
import { type Arrived, type FileKind, type Line, type Person, unsigned } from "./line.ts";

const SENT_AS = { image: "image", audio: "audio", video: "video", document: "file" } as const;

/** A Facebook page, or its Instagram account: the Graph API over real HTTP. */
export async function pageLine(world: PagesApp, driver: "facebook" | "instagram"): Promise<Line> {
  const { app, graph } = world;
  const { book } = graph;
  const office = await pagesOffice(world);
  const { tenant, page, facebookId, instagramId, queueId, ana, userToken } = office;
  const admin = testUser(tenant, { name: "Dona", profile: "admin" });
  const place = { page, on: driver === "facebook" ? "page" : "instagram" } as const;

  const person = (name: string): Person => {
    const somebody = graph.person(place, name);
    const sent = () => book.sent.filter(({ to }) => to === somebody.id);
    const arrivedOf = ({ mid, text, attachment, replyTo }: SentByPage): Arrived => ({
      id: mid,
      text: unsigned(text ?? ""),
      kind: attachment ? kindOf(book.files.get(attachment.fileId)?.type ?? "") : "text",
      quotes: replyTo,
      isEdited: false,
      isDeleted: false,
      bytes: async () => book.files.get(attachment?.fileId ?? "")?.bytes ?? new Uint8Array(),
    });
    return {
      name,
      writes: async (text, { quotes, at } = {}) =>
        somebody.writes(text, { ...(quotes && { replyTo: quotes }), ...(at && { at }) }),
      sends: async ({ kind, bytes, mimeType, name: fileName }) =>
        somebody.sends(SENT_AS[kind], book.addFile(bytes, mimeType, fileName)),
      reacts: async (target, emoji) => somebody.reacts(target, emoji === "" ? null : emoji),
      edits: async () => {},
      deletes: async (target) => somebody.deletes(target),
      reads: async () => somebody.reads(),
      arrived: () => sent().map(arrivedOf),
      reactionTo: () => undefined,
      hasSeenReading: () => book.actions.includes(`mark_seen:${somebody.id}`),
      hasSeenTyping: () => book.actions.includes(`typing_on:${somebody.id}`),
      pressable: () =>
        sent()
          .at(-1)
          ?.quickReplies.map(({ title }) => title) ?? [],
      presses: async (title) => {
        const reply = sent()
          .at(-1)
          ?.quickReplies.find((each) => each.title === title);
        if (reply) somebody.picks(reply);
      },
      isWrittenToBesideUs: async (text) =>
        void (await graph.post(
          webhookOf(place, {
            sender: { id: idOfPlace(place) },
            recipient: { id: somebody.id },
            timestamp: book.now(),
            message: { mid: book.newId("m_inbox_"), is_echo: true, text },
          }),
        )),
    };
  };
  return {
    driver,
    ...{ app, queueId, ana, admin, person },
    connectionId: driver === "facebook" ? facebookId : instagramId,
    repeats: (on) => {
      book.copies = on ? 2 : 1;
    },
    outage: (on) => {
      book.down = on;
    },
    losesWord() {
      book.loseAnswers = 1;
      book.echoes = false;
      return () => {
        book.echoes = true;
      };
    },
    limits: (times) => void book.failures.push({ code: driver === "facebook" ? 613 : 80_007, times }),
    endsAccess() {
      book.revoke(page);
      return async () => {
        await app
          .api(admin)
          .post("/facebook", { addInstagram: true, facebookUserId: "me", facebookUserToken: userToken });
        await quiet(graph);
      };
    },
  };
}

function kindOf(mimeType: string): FileKind {
  const [kind] = mimeType.split("/");
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "document";
}
