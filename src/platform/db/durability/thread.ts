import type { Sqlite } from "#platform/db/open.ts";
import type { ShippedPages, ShippedPath } from "#platform/db/ship/capture.ts";
import type { PageCollector } from "#platform/db/ship/page-collector.ts";
import { type Durability, DurabilityError } from "./durability.ts";

/** Commits of a thread, in the order of their numbers; the main thread hands their pages to the log. */
export interface ThreadCommits {
  readonly upTo: number;
  readonly pages: readonly ShippedPages[];
  /** Small files that were written or removed, relative to the data directory. */
  readonly paths: readonly ShippedPath[];
}

/** The main thread's answer: these commits are durable, or why they are not. */
export interface ThreadDurable {
  readonly upTo: number;
  readonly failure: DurabilityError["reason"] | null;
}

/** The durability of commits that a worker thread makes: the main thread ships their pages and answers. */
export interface ThreadDurability extends Durability {
  changed(path: ShippedPath): void;
  /**
   * The commits since the last call; undefined when there are none. The thread posts them before the messages of the
   * same turn, so that the main thread has the pages before it learns what was written.
   */
  collect(): ThreadCommits | undefined;
  answered(answer: ThreadDurable): void;
}

interface Waiting {
  readonly upTo: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function createThreadDurability(options: {
  readonly collector?: PageCollector;
  /** False for an archive, which follows: nothing waits for the answer. */
  readonly isRemote: boolean;
  /** Called when `collect` has something to return; the thread calls it in the same turn of its event loop. */
  readonly onCommit: () => void;
}): ThreadDurability {
  const { collector, isRemote, onCommit } = options;
  const lastOf = new WeakMap<Sqlite, number>();
  let commits = 0;
  let posted = 0;
  let acknowledged = 0;
  let waiting: Waiting[] = [];
  let paths: ShippedPath[] = [];
  /** The last commit of each collection of pages that is not durable yet. */
  const collections: number[] = [];

  const commit = (client: Sqlite) => {
    commits += 1;
    lastOf.set(client, commits);
    collector?.committed(client);
    onCommit();
  };
  const lastCommit = (client?: Sqlite) => (client ? (lastOf.get(client) ?? 0) : commits);
  const settle = (upTo: number, end: (one: Waiting) => void) => {
    const ended = waiting.filter((one) => one.upTo <= upTo);
    waiting = waiting.filter((one) => one.upTo > upTo);
    for (const one of ended) end(one);
  };
  return {
    durable(client) {
      const upTo = lastCommit(client);
      if (upTo <= acknowledged) return Promise.resolve();
      if (upTo > posted) onCommit();
      return new Promise((resolve, reject) => void waiting.push({ upTo, resolve, reject }));
    },
    isPending: (client) => lastCommit(client) > acknowledged,
    // Past the deadline the main thread refuses what is posted, and ends the sessions.
    isOpen: true,
    get commits() {
      return commits;
    },
    isRemote,
    opening: { durability: isRemote ? "remote" : "full", onCommit: commit },
    opened(client) {
      collector?.opened(client);
      commit(client);
    },
    closing: (client) => collector?.closing(client),
    changed(path) {
      paths.push(path);
      commits += 1;
      onCommit();
    },
    collect() {
      if (posted >= commits) return undefined;
      posted = commits;
      const changed = paths;
      paths = [];
      collections.push(commits);
      return { upTo: commits, pages: collector?.collect() ?? [], paths: changed };
    },
    answered({ upTo, failure }) {
      if (failure === null) {
        acknowledged = Math.max(acknowledged, upTo);
        const durable = collections.filter((number) => number <= acknowledged).length;
        collections.splice(0, durable);
        if (durable > 0) collector?.acknowledged(durable);
        settle(acknowledged, ({ resolve }) => resolve());
        return;
      }
      // The main thread still has the pages: the next caller posts the number again.
      posted = Math.min(posted, acknowledged);
      settle(upTo, ({ reject }) => reject(new DurabilityError(failure)));
    },
  };
}
