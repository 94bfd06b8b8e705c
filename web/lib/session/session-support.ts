import type { SessionAnswer, SessionUser } from "#accounts/auth/contract.ts";
import { storage } from "#web/lib/storage/storage.ts";
import type { SessionOptions } from "./session-options.ts";
import { companyOf } from "./token-claims.ts";

/** Page on which a super user lists the companies. */
const COMPANIES = "/companies";

/** The members of the session model that the support session needs. */
interface Host {
  readonly user: () => SessionUser | null;
  /** Removes the login session from this browser. */
  readonly end: () => void;
}

/** Starts and ends a support session; both reload the page. */
export class SupportStay {
  readonly #options: Pick<SessionOptions, "api" | "begin">;
  readonly #host: Host;
  #isLeaving = false;

  constructor(options: Pick<SessionOptions, "api" | "begin">, host: Host) {
    this.#options = options;
    this.#host = host;
  }

  async enter(companyId: number): Promise<void> {
    const { token } = await this.#options.api.post<SessionAnswer>(`/companies/${companyId}/support`);
    storage.set("token", token);
    this.begin("/");
  }

  async leave(): Promise<void> {
    await this.#options.api.delete("/support").catch(() => undefined);
    await this.#goHome();
  }

  /** To be called when the session has ended; after a support session the user's own login session continues. */
  over(): void {
    if (this.#host.user()?.supportUntil && !this.#isLeaving) void this.#goHome();
    else this.#host.end();
  }

  /** True for a refresh that returns the user's own login session: the support session has expired. */
  refreshed({ token }: { readonly token: string }): void {
    const user = this.#host.user();
    if (user?.supportUntil && companyOf(token) !== user.companyId) this.begin(COMPANIES);
  }

  begin(path: string): void {
    if (this.#options.begin) this.#options.begin(path);
    else globalThis.location.assign(path);
  }

  async #goHome(): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    const isBack = await this.#options.api.refresh().catch(() => false);
    if (isBack) this.begin(COMPANIES);
    else this.#host.end();
  }
}
