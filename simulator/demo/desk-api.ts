/** The session of this person is over: somebody else signed in as the same user. */
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
  /** A bot is talking. */
  readonly chatbot: boolean;
}

/** The product's API as one signed-in person uses it. */
export class DeskApi {
  readonly #base: string;
  #token = "";

  /** `base` is the address of the server. */
  constructor(base: string) {
    this.#base = base;
  }

  async signIn(email: string, password: string): Promise<void> {
    const { token } = await this.call<{ token: string }>("POST", "/auth/login", { email, password });
    this.#token = token;
  }

  /** One call; a multipart body goes as it is. Throws TakenOver when the session is over, OtherVersion, Error when refused. */
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
