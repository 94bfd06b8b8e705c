/** The session ended because a visitor signed in as the same user. */
export class TakenOver extends Error {
  override readonly name = "TakenOver";
}

/** A sample company cannot be opened: another version of the program wrote it. */
export class OtherVersion extends Error {
  override readonly name = "OtherVersion";
}

export interface DeskTicket {
  readonly id: number;
  readonly uuid: string;
  readonly status: "pending" | "open" | "closed";
  readonly lastMessage: string;
  readonly lastMessageFromMe: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly isGroup: boolean;
  /** The bot is answering in this ticket. */
  readonly chatbot: boolean;
}

/** Tokens of the demo's newest login sessions, by server and e-mail. */
const sessions = new Map<string, string>();

/** The product's API with the login session of one user. */
export class DeskApi {
  readonly #base: string;
  #token = "";

  /** `base` is the address of the server. */
  constructor(base: string) {
    this.#base = base;
  }

  /**
   * Signs in, or continues the demo's existing session of this user: sign-ins of one address are limited
   * per minute, and the visitor at this machine needs them.
   */
  async signIn(email: string, password: string): Promise<void> {
    const who = `${this.#base} ${email}`;
    this.#token = sessions.get(who) ?? "";
    if (this.#token && (await this.#isSignedIn())) return;
    this.#token = "";
    const { token } = await this.call<{ token: string }>("POST", "/auth/login", { email, password });
    this.#token = token;
    sessions.set(who, token);
  }

  async #isSignedIn(): Promise<boolean> {
    try {
      await this.call("GET", "/auth/me");
      return true;
    } catch (error) {
      if (error instanceof TakenOver) return false;
      throw error;
    }
  }

  /** Makes one call. A multipart body is sent unchanged. Throws TakenOver when the session ended, OtherVersion, else Error. */
  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.#base}/api${path}`, {
      method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { error?: string };
    if (response.ok) return answer as T;
    if (response.status === 401 || answer.error === "ERR_TOKEN_EXPIRED") throw new TakenOver();
    if (answer.error === "ERR_TENANT_UNAVAILABLE")
      throw new OtherVersion("these samples are of another version of the program; begin anew with --fresh");
    throw new Error(`${method} ${path}: ${response.status} ${answer.error}`);
  }

  tickets(status: "open" | "pending"): Promise<readonly DeskTicket[]> {
    return this.call<{ tickets: DeskTicket[] }>("GET", `/tickets?status=${status}&pageNumber=1`).then(
      ({ tickets }) => tickets,
    );
  }
}
