import type { GraphBook, GraphPage } from "./book.ts";

/** The account a person writes to: a page or its Instagram account. */
export interface Place {
  readonly page: GraphPage;
  readonly on: "page" | "instagram";
}
/** Id of the place in webhooks. */
export const idOfPlace = ({ page, on }: Place): string =>
  on === "page" ? page.id : (page.instagram?.id ?? "");

/** A customer on Messenger or Instagram. */
export interface GraphPerson {
  readonly id: string;
  readonly place: Place;
  /** Sends a message and returns its id. */
  writes(text: string, more?: { readonly replyTo?: string; readonly at?: number }): string;
  sends(type: "image" | "audio" | "video" | "file", url: string): string;
  presses(title: string): string;
  /** Presses a quick reply of a message. */
  picks(reply: { readonly title: string; readonly payload: string }): string;
  reacts(mid: string, emoji: string | null): void;
  deletes(mid: string): void;
  /** Marks all messages until now as read. */
  reads(): void;
  received(): void;
}

/** The body of a webhook with one event of one chat. */
export const webhookOf = (place: Place, messaging: object): object => ({
  object: place.on,
  entry: [{ id: idOfPlace(place), time: Date.now(), messaging: [messaging] }],
});

/** `deliver` sends a webhook. */
export function createPeople(book: GraphBook, deliver: (body: object) => void) {
  return {
    add(place: Place, name: string, id = book.newId(place.on === "page" ? "7" : "9")): GraphPerson {
      book.profiles.set(id, { name, isPage: place.on === "page", refused: false });
      const says = (part: object, at = book.now()) =>
        deliver(
          webhookOf(place, { sender: { id }, recipient: { id: idOfPlace(place) }, timestamp: at, ...part }),
        );
      const message = (fields: object, at?: number): string => {
        const mid = book.newId("m_");
        book.wroteAt.set(`${idOfPlace(place)}:${id}`, at ?? book.now());
        says({ message: { mid, ...fields } }, at);
        return mid;
      };
      return {
        id,
        place,
        writes: (text, { replyTo, at } = {}) =>
          message({ text, ...(replyTo && { reply_to: { mid: replyTo } }) }, at),
        sends: (type, url) => message({ attachments: [{ type, payload: { url } }] }),
        presses(title) {
          const mid = book.newId("m_");
          book.wroteAt.set(`${idOfPlace(place)}:${id}`, book.now());
          says({ postback: { mid, title, payload: title.toUpperCase() } });
          return mid;
        },
        picks: ({ title, payload }) => message({ text: title, quick_reply: { payload } }),
        reacts: (mid, emoji) =>
          says({
            reaction: {
              mid,
              action: emoji === null ? "unreact" : "react",
              ...(emoji !== null && { emoji, reaction: "other" }),
            },
          }),
        deletes: (mid) => says({ message: { mid, is_deleted: true } }),
        reads() {
          const last = book.sent.findLast(({ to }) => to === id);
          says({ read: place.on === "page" ? { watermark: book.now() } : { mid: last?.mid } });
        },
        received: () => says({ delivery: { watermark: book.now() } }),
      };
    },
  };
}
