import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { Preferences } from "#accounts/users/preferences/contract.ts";
import { DEFAULT_PREFERENCES } from "#accounts/users/preferences/defaults/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { storage } from "#web/lib/storage/storage.ts";

type Some = Partial<Preferences>;
type ByPerson = Readonly<Record<string, Some>>;

export interface PreferencesOptions {
  readonly api: Pick<Api, "get" | "put">;
  readonly socket: LiveSocket;
  /** Storage scope of the signed-in user; null = none, as in a support session. */
  readonly scope: () => string | null;
}

/**
 * The user's own preferences (docs/rules/notifications.md#preferences). They are stored on the server; a copy in this
 * browser makes them known before the server answers. Without a scope they exist until the page is closed.
 */
export class PreferencesModel {
  readonly #options: PreferencesOptions;
  readonly #kept = signal<ByPerson>(readKept());
  /** Changes that did not reach the server yet. */
  #unsent: Some = {};

  constructor(options: PreferencesOptions) {
    this.#options = options;
  }

  /** The value of a preference. Reads a signal. */
  of<Key extends keyof Preferences>(key: Key): Preferences[Key] {
    return this.#valueIn(this.#kept, key);
  }

  peek<Key extends keyof Preferences>(key: Key): Preferences[Key] {
    return this.#valueIn({ value: this.#kept.peek() }, key);
  }

  /** Changes preferences: on this page at once, then on the server and on the user's other pages. */
  async set(changes: Some): Promise<void> {
    this.#keep(changes);
    if (this.#options.scope() === null) return;
    this.#unsent = { ...this.#unsent, ...changes };
    await this.#send();
  }

  /** Loads the preferences and follows changes of the user's other pages. Returns a function that stops it. */
  start(): () => void {
    if (this.#options.scope() === null) return () => undefined;
    const { socket } = this.#options;
    this.#unsent = { ...takeFormer(this.#options.scope()), ...this.#unsent };
    if (socket.state.peek() === "online") void this.#load();
    const stops = [
      socket.on("preference", ({ action, ...data }) => {
        if (action === "update") this.#keep({ ...(data["preferences"] as Some), ...this.#unsent });
      }),
      socket.onResync(() => void this.#load()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  async #load(): Promise<void> {
    try {
      await this.#send();
      const stored = await this.#options.api.get<Preferences>("/users/me/preferences");
      this.#keep({ ...stored, ...this.#unsent });
    } catch {
      // The copy in this browser remains; the next resync tries again.
    }
  }

  async #send(): Promise<void> {
    const changes = this.#unsent;
    if (Object.keys(changes).length === 0) return;
    await this.#options.api.put("/users/me/preferences", changes);
    if (this.#unsent === changes) this.#unsent = {};
  }

  #valueIn<Key extends keyof Preferences>(
    kept: Pick<ReadonlySignal<ByPerson>, "value">,
    key: Key,
  ): Preferences[Key] {
    return kept.value[this.#options.scope() ?? ""]?.[key] ?? DEFAULT_PREFERENCES[key];
  }

  #keep(changes: Some): void {
    const scope = this.#options.scope() ?? "";
    this.#kept.value = { ...this.#kept.peek(), [scope]: { ...this.#kept.peek()[scope], ...changes } };
    const { "": _visit, ...own } = this.#kept.peek();
    storage.set("preferences", JSON.stringify(own));
  }
}

function readKept(): ByPerson {
  const read = parsed(storage.get("preferences"));
  return read as ByPerson;
}

/** The object in a stored text; an empty one when the text is damaged. */
function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Readonly<Record<string, unknown>>)
      : {};
  } catch {
    return {};
  }
}

/** Preferences that earlier releases stored in this browser only; they move to the server once. */
function takeFormer(scope: string | null): Some {
  const { [scope ?? ""]: listSort, ...others } = parsed(storage.get("listSort"));
  const singleKeys = storage.get("singleKeys");
  storage.remove("singleKeys");
  if (Object.keys(others).length === 0) storage.remove("listSort");
  else storage.set("listSort", JSON.stringify(others));
  return {
    ...(singleKeys !== null && { singleKeys: singleKeys !== "off" }),
    ...(listSort !== undefined && { listSort: listSort as Preferences["listSort"] }),
  };
}
