import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type {
  ConnectionAnswer,
  ConnectionForAttendant,
  SessionUpdate,
} from "#channels/connections/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { type Api, api } from "#web/lib/api/api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { socket as liveSocket } from "#web/lib/socket/socket-instance.ts";
import { Collection } from "./collection.ts";

/** A connection as this user reads it: admins get every field, attendants the public ones. */
export type Connection = ConnectionForAttendant & Partial<ConnectionAnswer>;

/** Statuses that need manual action (docs/rules/screens.md#frame): each raises the '!' on Conexões. */
const TROUBLED: ReadonlySet<string> = new Set(["qrcode", "PAIRING", "DISCONNECTED", "TIMEOUT", "OPENING"]);

/**
 * The company's connections, loaded once and updated by events. Shared by the drawer, the connections page and every
 * component that shows whether a connection can send.
 */
export class Connections {
  readonly #api: Api;
  readonly #state = signal<"idle" | "loading" | "ready" | "error">("idle");
  readonly #error = signal<unknown>(null);
  readonly items = new Collection<Connection>({ record: "whatsapp", id: "whatsappId" });
  readonly state: ReadonlySignal<"idle" | "loading" | "ready" | "error"> = this.#state;
  readonly error: ReadonlySignal<unknown> = this.#error;
  /** Ordered by name, the default first. */
  readonly list: ReadonlySignal<readonly Connection[]> = computed(() =>
    [...this.items.all.value].sort(
      (a, b) => Number(b.isDefault) - Number(a.isDefault) || a.name.localeCompare(b.name),
    ),
  );
  /** Whether at least one of them needs manual action. */
  readonly troubled: ReadonlySignal<boolean> = computed(() =>
    this.items.all.value.some(({ status }) => TROUBLED.has(status)),
  );

  constructor(calls: Api) {
    this.#api = calls;
  }

  /** Loads them unless they are already loaded. */
  open(): Promise<void> {
    return this.#state.peek() === "idle" ? this.reload() : Promise.resolve();
  }

  /** Loads them again; the old ones remain on screen until the response arrives. */
  async reload(): Promise<void> {
    if (this.#state.peek() !== "ready") this.#state.value = "loading";
    try {
      await this.items.replaceBy(() => this.#api.get("/whatsapp", { query: { session: 0 } }));
      this.#state.value = "ready";
    } catch (error) {
      this.#error.value = error;
      if (this.#state.peek() !== "ready") this.#state.value = "error";
    }
  }

  /** Follows the events of both channels. Returns a function that stops it. */
  listen(socket: LiveSocket): () => void {
    const stops = [
      socket.on("whatsapp", (event) => this.#changed(event)),
      socket.on("whatsappSession", (event) => this.#moved(event)),
      socket.onResync(() => this.#refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Removes everything, before another user signs in. */
  reset(): void {
    this.items.clear();
    this.#state.value = "idle";
  }

  #refresh(): void {
    if (this.#state.peek() !== "idle") void this.reload();
  }

  #changed(event: EventData): void {
    if (this.#state.peek() === "idle") return;
    if (event.action === "reload") void this.reload();
    else this.items.apply(event);
  }

  #moved(event: EventData): void {
    const update = event["session"] as SessionUpdate | undefined;
    if (event.action !== "update" || !update || !this.items.peek(update.id)) return;
    const linked = update.status === "CONNECTED" && this.items.peek(update.id)?.status !== "CONNECTED";
    this.items.patch(update.id, update as Partial<Connection>);
    // The event does not contain the number that was just linked.
    if (linked) void this.reload();
  }
}

/** The connections of the page. */
export const connections = new Connections(api);
connections.listen(liveSocket);
