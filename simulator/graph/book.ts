/** A page with its Instagram account, if it has one. */
export interface GraphPage {
  readonly id: string;
  readonly name: string;
  token: string;
  readonly instagram: { readonly id: string; readonly username: string; readonly name: string } | null;
  subscribed: readonly string[];
}

/** A message that a page or an account sent. */
export interface SentByPage {
  readonly mid: string;
  readonly pageId: string;
  readonly to: string;
  readonly text: string | null;
  readonly attachment: { readonly type: string; readonly fileId: string } | null;
  /** Quick replies of the message. */
  readonly quickReplies: readonly { readonly title: string; readonly payload: string }[];
  readonly tag: string | null;
  readonly replyTo: string | null;
  readonly at: number;
}

/** The state of the simulated Graph API. */
export interface GraphBook {
  url: string;
  readonly now: () => number;
  readonly calls: string[];
  /** Short-lived user tokens and the person each belongs to. */
  readonly users: Map<string, { readonly id: string; readonly pageIds: readonly string[] }>;
  readonly pages: Map<string, GraphPage>;
  readonly profiles: Map<string, { readonly name: string; readonly isPage: boolean; refused: boolean }>;
  readonly files: Map<string, { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }>;
  /** Running sample uploads, by session. */
  readonly uploads: Map<string, { readonly type: string; readonly size: number }>;
  readonly sent: SentByPage[];
  /** When each person last wrote, by account and person. */
  readonly wroteAt: Map<string, number>;
  /** `typing_on:to`, `mark_seen:to` …, oldest first. */
  readonly actions: string[];
  /** Whether echoes of sent messages are delivered. */
  echoes: boolean;
  /** How many times every webhook is delivered. */
  copies: number;
  /** While true, every call is answered with 503. */
  down: boolean;
  /** Number of further messages that are accepted but whose response is lost. */
  loseAnswers: number;
  /** Further messages are rejected with these codes. */
  readonly failures: { code: number; subcode?: number; times: number }[];
  newId(prefix: string): string;
  addPage(
    name: string,
    instagram?: string,
    ids?: { readonly page: string; readonly account: string },
  ): GraphPage;
  /** Adds a person who may manage these pages; returns the token of their browser. */
  addUser(id: string, pages: readonly GraphPage[]): string;
  /** Invalidates the token of a page. */
  revoke(page: GraphPage): void;
  addFile(bytes: Uint8Array<ArrayBuffer>, type: string, name: string): string;
}

export function createGraphBook(now: () => number, firstId = 1000): GraphBook {
  let made = 0;
  const newId = (prefix: string) => {
    made += 1;
    return `${prefix}${String(firstId + made)}`;
  };
  const book: GraphBook = {
    url: "",
    now,
    calls: [],
    users: new Map(),
    pages: new Map(),
    profiles: new Map(),
    files: new Map(),
    uploads: new Map(),
    sent: [],
    wroteAt: new Map(),
    actions: [],
    echoes: true,
    copies: 1,
    down: false,
    loseAnswers: 0,
    failures: [],
    newId,
    addPage(name, username, ids) {
      const id = ids?.page ?? newId("10");
      const page: GraphPage = {
        id,
        name,
        token: newId("EAA-page-"),
        instagram: username === undefined ? null : { id: ids?.account ?? newId("178"), username, name },
        subscribed: [],
      };
      book.pages.set(id, page);
      return page;
    },
    addUser(id, pages) {
      const token = newId("EAA-user-");
      book.users.set(token, { id, pageIds: pages.map((page) => page.id) });
      return token;
    },
    revoke(page) {
      page.token = newId("EAA-page-");
    },
    addFile(bytes, type, name) {
      const id = newId("file-");
      book.files.set(id, { bytes, type });
      return `${book.url}/files/${id}/${encodeURIComponent(name)}`;
    },
  };
  return book;
}
