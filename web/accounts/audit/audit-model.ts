import { computed, signal } from "@preact/signals-react";
import type { AuditEntry, AuditFilter, AuditPage, AuditPerson } from "#accounts/audit/contract.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { PagedList } from "#web/lib/lists/paged-list.ts";

/** `company`: the trail of the company; `provider`: that of the installation. */
export type Trail = "company" | "provider";

export interface AuditCalls {
  readonly get: <Answer>(path: string, options?: { readonly query?: Query }) => Promise<Answer>;
  readonly file: (path: string, options?: { readonly query?: Query }) => Promise<Blob>;
}
type Query = Readonly<Record<string, string | number | undefined>>;

/** The filter; `thing` is the name of the subject whose entries are shown. */
export interface Looked extends AuditFilter {
  readonly thing?: string | undefined;
}
const PATH: Readonly<Record<Trail, string>> = { company: "/audit", provider: "/audit/provider" };

/** State of the audit page: which trail, the filter, and the entries. */
export class AuditModel {
  readonly #calls: AuditCalls;
  readonly trail = signal<Trail>("company");
  readonly filter = signal<Looked>({});
  readonly people = signal<readonly AuditPerson[]>([]);
  readonly isExporting = signal(false);
  readonly isFiltered = computed(() => Object.values(this.filter.value).some((value) => value !== undefined));
  readonly list: PagedList<AuditEntry>;
  /** Where the next page begins. */
  #last: string | number | undefined;

  constructor(calls: AuditCalls, start: { readonly trail?: Trail; readonly filter?: Looked } = {}) {
    this.#calls = calls;
    this.trail.value = start.trail ?? "company";
    this.filter.value = start.filter ?? {};
    this.list = new PagedList<AuditEntry>({
      collection: new Collection<AuditEntry>({ record: "record", id: "id" }),
      fetchPage: async ({ pageNumber }) => {
        const before = pageNumber === 1 ? undefined : this.#last;
        const page = await calls.get<AuditPage>(PATH[this.trail.peek()], {
          query: { ...this.#query(), before },
        });
        this.#last = page.next ?? page.records.at(-1)?.id ?? before;
        return { items: page.records, hasMore: page.hasMore };
      },
    });
  }

  /** Loads the entries and the users that they name. */
  async open(): Promise<void> {
    const [people] = await Promise.all([
      this.#calls.get<readonly AuditPerson[]>(`${PATH[this.trail.peek()]}/people`).catch(() => []),
      this.list.reload(),
    ]);
    this.people.value = people;
  }

  /** Changes to the other trail and clears the filter. */
  choose(trail: Trail): void {
    if (this.trail.peek() === trail) return;
    this.trail.value = trail;
    this.filter.value = {};
    this.people.value = [];
    this.list.reset();
    void this.open();
  }

  /** Changes the filter; undefined removes a condition. */
  look(part: Looked): void {
    const next = { ...this.filter.peek(), ...part };
    // Another kind clears the subject, because a subject belongs to one kind.
    if (part.kind !== undefined && part.thingId === undefined) {
      next.thingId = undefined;
      next.thing = undefined;
    }
    this.filter.value = next;
    this.list.reset();
    void this.list.reload();
  }

  clear(): void {
    this.filter.value = {};
    this.list.reset();
    void this.list.reload();
  }

  /** Downloads the filtered entries as a file. */
  async exported(language: string): Promise<Blob> {
    this.isExporting.value = true;
    try {
      const path = `${PATH[this.trail.peek()]}/export`;
      return await this.#calls.file(path, { query: { ...this.#query(), language } });
    } finally {
      this.isExporting.value = false;
    }
  }

  #query(): Query {
    const { thing: _, ...filter } = this.filter.peek();
    return Object.fromEntries(
      Object.entries(filter).filter(([, value]) => value !== undefined && value !== ""),
    );
  }
}
