import type { Conditions } from "#inbox/conditions/contract.ts";
import { everyCondition } from "#inbox/conditions/shape/contract.ts";
import { BUILT_IN_VIEWS } from "#inbox/ticket-views/built-in/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { TicketSort } from "#inbox/tickets/lists/contract.ts";
import type { Person } from "#inbox/tickets/policy.ts";
import type { FieldAnswer } from "#people/fields/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TestSocket } from "#test/helpers/socket.ts";
import { NAMED } from "#web/inbox/tickets/follow-names.ts";
import {
  DEFAULT_FILTER,
  type ListFilter,
  type ListView,
  writeFilter,
} from "#web/inbox/tickets/list/list-filter.ts";
import { viewEvaluator } from "#web/inbox/tickets/list/list-membership.ts";
import { SORTS } from "#web/inbox/tickets/list/list-sort.ts";
import { Pins } from "#web/inbox/tickets/list/pins.ts";
import { TicketLists } from "#web/inbox/tickets/list/ticket-lists-model.ts";
import { updateNames } from "#web/inbox/tickets/update-names.ts";
import { updateTags } from "#web/inbox/tickets/update-tags.ts";
import { viewMembership } from "#web/inbox/tickets/views/view-membership.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import type { Office } from "./office.ts";

/** What a page shows of the tickets: the models of the product, fed with the frames of a real socket. */
export class Browser {
  readonly tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  readonly lists: TicketLists;
  readonly pins: Pins;
  /** Numbers of the bell. */
  unreadNotices: number | null = null;
  /** Set by an event after which the page reads the counts again. */
  touched = true;
  /** The counts when they were compared last. */
  counted: unknown = null;
  sorts: Partial<Record<ListView, TicketSort>> = {};
  /** Lists of views in which a changed ticket could not be evaluated here; the page reads them again. */
  readonly #unsure = new Set<string>();
  readonly #office: Office;
  readonly #ctx: UserCtx;
  readonly #socket: TestSocket;
  #user: Person;
  #loading = 0;
  #applied = 0;
  #views: ReadonlyMap<string, Conditions> = new Map();
  #fields: readonly FieldAnswer[] = [];

  static async open(office: Office, ctx: UserCtx): Promise<Browser> {
    const rooms = { statuses: ["open", "pending", "closed"], notification: true };
    return new Browser(office, ctx, await office.app.socket(ctx, { rooms }));
  }

  private constructor(office: Office, ctx: UserCtx, socket: TestSocket) {
    this.#office = office;
    this.#ctx = ctx;
    this.#socket = socket;
    this.#user = { ...ctx.actor };
    const counted = async <T>(work: Promise<T>): Promise<T> => {
      this.#loading += 1;
      try {
        return await work;
      } finally {
        this.#loading -= 1;
      }
    };
    this.lists = new TicketLists({
      tickets: this.tickets,
      currentUser: () => this.#user,
      sortOf: (view) => this.sorts[view] ?? SORTS[view][0] ?? "recent",
      fetchPage: (query, pageNumber) =>
        counted(
          this.#get(`/tickets?${new URLSearchParams({ ...query, pageNumber: String(pageNumber) })}`).then(
            ({ tickets, hasMore, count }) => ({ items: tickets, hasMore, count }),
          ),
        ),
    });
    this.pins = new Pins({
      tickets: this.tickets,
      fetchPins: () => counted(this.#get("/tickets/pinned").then(({ tickets }) => tickets)),
    });
  }

  get userId(): number {
    return this.#user.id;
  }

  /** The tickets of a list as this page shows them, after all events until now. */
  async shown(filter: ListFilter): Promise<readonly TicketAnswer[]> {
    this.lists.show(filter);
    await this.#idle();
    if (this.#unsure.delete(writeFilter(filter))) {
      this.lists.refresh();
      await this.#idle();
    }
    return this.lists.current.peek()?.items.peek() ?? [];
  }

  /** Applies all events that the server has published. */
  async catchUp(): Promise<void> {
    await this.#office.app.settled(this.#ctx, this.#socket);
    for (const frame of this.#socket.frames.slice(this.#applied))
      if (frame.t === "event") this.#apply(frame.channel.replace(/^company-\d+-/, ""), frame.data);
    this.#applied = this.#socket.frames.length;
    await this.#idle();
  }

  /** Reads views, fields, pins and the count of notifications again, as the page does after their events. */
  async readAgain(): Promise<void> {
    const { views } = await this.#get("/ticket-views");
    this.#fields = (await this.#get("/fields")).fields;
    const stored = (views as { id: number; conditions: Conditions }[]).map(
      ({ id, conditions }) => [String(id), conditions] as const,
    );
    this.#views = new Map([
      ...Object.entries(BUILT_IN_VIEWS).map(([id, { conditions }]) => [id, conditions] as const),
      ...stored,
    ]);
    await this.pins.reload();
    this.unreadNotices = (await this.#get("/notifications")).unread;
  }

  /** Reads everything again, as after a lost connection. */
  async reload(): Promise<void> {
    await this.readAgain();
    this.lists.refresh();
    await this.#idle();
  }

  close(): void {
    this.#socket.close();
  }

  #evaluate(ticket: TicketAnswer, filter: ListFilter): "in" | "out" | "stay" {
    const conditions = this.#views.get(filter.viewId);
    const known = { user: this.#user, fields: this.#fields, now: this.#office.app.clock.now() };
    const found = conditions ? viewMembership(ticket, conditions, known) : "unknown";
    if (found !== "unknown") return found;
    this.#unsure.add(writeFilter(filter));
    return "stay";
  }

  /** The listeners of the page (`web/inbox/tickets/store.ts`). */
  #apply(channel: string, event: EventData): void {
    viewEvaluator.evaluate = (ticket, filter) => this.#evaluate(ticket, filter);
    if (channel === "ticket") {
      if (event.action === "pins") return void this.pins.reload();
      this.lists.applyTicket(event);
      if (event.action === "reload") void this.pins.reload();
      this.touched = true;
      if (event.action === "delete") this.pins.drop(Number(event["ticketId"]));
      const ticket = event["ticket"] as TicketAnswer | undefined;
      if (ticket?.status === "closed") this.pins.drop(ticket.id);
    } else if (channel === "appMessage" && event.action !== "delete") {
      this.lists.applyMessage(event);
      if (event.action === "create") this.touched = true;
    } else if (channel === "tag") updateTags(this.tickets, event);
    else if (channel === "notification") this.unreadNotices = Number(event["unread"]);
    else if (channel === "contact") {
      // The page reads views by contact again (`web/inbox/tickets/views/views-store.ts`).
      for (const [viewId, conditions] of this.#views)
        if (everyCondition(conditions).some(({ field }) => field.startsWith("contact.")))
          this.#unsure.add(writeFilter({ ...DEFAULT_FILTER, view: "custom", viewId }));
    }
    if (channel === "user") this.#changeUser(event);
    for (const named of NAMED) if (named === channel) updateNames(this.tickets, this.lists, named, event);
  }

  #changeUser(event: EventData): void {
    const changed = event["user"] as
      | { id: number; profile?: Person["profile"]; queues?: readonly { id: number }[] }
      | undefined;
    if (event.action !== "update" || changed?.id !== this.#user.id) return;
    const { profile = this.#user.profile, queues } = changed;
    this.#user = {
      id: changed.id,
      profile,
      queueIds: queues?.map(({ id }) => id) ?? this.#user.queueIds,
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  async #get(path: string): Promise<any> {
    const { status, body } = await this.#office.api(this.#ctx).get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async #idle(): Promise<void> {
    // A load that ends may start the next one.
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#loading > 0);
  }
}
