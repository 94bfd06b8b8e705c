import os from "node:os";
import type { SessionEvent, SessionKey } from "#channels/connections/provider.ts";
import { withTimeout } from "#channels/connections/whatsapp/socket/with-timeout.ts";
import { sessionFile } from "#channels/connections/whatsapp/store/database.ts";
import { heldAtDoor } from "#platform/db/durability/doors.ts";
import { type Durability, DurabilityError } from "#platform/db/durability/durability.ts";
import type { ThreadCommits } from "#platform/db/durability/thread.ts";
import { type EndedFiles, endedFiles } from "./ended-files.ts";
import {
  AT_REST,
  type CallName,
  type Calls,
  type EngineConfig,
  type FromWorker,
  sessionName,
  type ToWorker,
} from "./protocol.ts";

/** The engine's threads. A session belongs to one worker from its first start. */
export interface Pool {
  call<N extends CallName>(key: SessionKey, name: N, ...args: Calls[N]["args"]): Promise<Calls[N]["answer"]>;
  accept(key: SessionKey, batchId: number): void;
  sessions(): SessionKey[];
  close(): void;
}

export interface PoolPorts {
  readonly config: EngineConfig;
  readonly size: number;
  /** For tests: URL of another worker program, and ms between two pings. */
  readonly program?: string;
  readonly pingEvery?: number;
  /** With a cluster or an archive: ships commits of the threads, and resolves once they are durable. */
  readonly durableElsewhere?: Durability["durableElsewhere"];
  readonly onMessage: (
    message: Exclude<FromWorker, { type: "answer" | "failure" | "pong" | "commits" }>,
  ) => void;
}

interface Member {
  readonly worker: Worker;
  readonly sessions: Map<string, SessionKey>;
  /** Files of all sessions that this worker has started. */
  readonly files: Set<string>;
  readonly endedFiles: EndedFiles;
  readonly pending: Map<number, PromiseWithResolvers<unknown>>;
  /**
   * Messages that are posted together at the end of this turn's microtasks, because each post wakes the other thread.
   */
  outgoing: ToWorker[];
  /** True after one of its sessions got stuck: the worker gets no further sessions and ends with its last session. */
  isRetired: boolean;
  /** Number of consecutive pings without an answer. */
  unanswered: number;
}

/**
 * Maximum number of retired workers that run on for their other sessions; above it the oldest is terminated and its
 * sessions start in another worker.
 */
const MOST_RETIRED = 2;
/** Time limit in ms for a stuck session to stop; afterwards its worker is terminated. */
const STOP_LIMIT_MS = 20_000;
const PING_EVERY_MS = 10_000;
/** A worker is replaced after this many consecutive pings without an answer. */
const MOST_UNANSWERED = 6;

/** Calls that have an effect on the network. */
const OUTWARD: ReadonlySet<CallName> = new Set([
  ...(["logout", "send", "markRead", "typing", "checkNumber", "profilePicture", "requestHistory"] as const),
  ...(["rejectCalls", "answerPasskey", "confirmPasskey"] as const),
]);

/** One worker on up to two cores, else half the number of cores: the main thread and other programs need the rest. */
export function defaultPoolSize(cores = os.availableParallelism()): number {
  return Math.max(1, Math.floor(cores / 2));
}

const isStuck = (event: SessionEvent): boolean => event.type === "closed" && event.reason === "engine_stuck";

export function createPool({ config, size, onMessage, ...ports }: PoolPorts): Pool {
  const members: Member[] = [];
  const homes = new Map<string, Member>();
  /** Stops in progress; a start of the same session waits for them. */
  const stops = new Map<string, Promise<unknown>>();
  let lastId = 0;

  const spawn = (): Member => {
    // The bundler finds the worker by this expression.
    const worker = ports.program
      ? new Worker(ports.program)
      : new Worker(new URL("./worker.ts", import.meta.url).href);
    const files = new Set<string>();
    const member: Member = {
      worker,
      sessions: new Map(),
      files,
      endedFiles: endedFiles(files, config.shipping, ports.durableElsewhere),
      pending: new Map(),
      outgoing: [],
      isRetired: false,
      unanswered: 0,
    };
    worker.onmessage = (event: MessageEvent<readonly FromWorker[]>) => {
      for (const message of event.data) receive(member, message);
    };
    worker.onerror = (event) => lose(member, event.message);
    worker.addEventListener("close", () => {
      lose(member, "it ended");
      void member.endedFiles.ship();
    });
    post(member, { type: "configure", config });
    members.push(member);
    return member;
  };
  const post = (member: Member, message: ToWorker) => {
    member.outgoing.push(message);
    if (member.outgoing.length > 1) return;
    queueMicrotask(() => {
      const messages = member.outgoing;
      member.outgoing = [];
      member.worker.postMessage(messages);
    });
  };

  const receive = (member: Member, message: FromWorker) => {
    if (message.type === "pong") {
      member.unanswered = 0;
      return;
    }
    if (message.type === "commits") return void ship(member, message);
    if (message.type !== "answer" && message.type !== "failure") {
      if (message.type === "session" && isStuck(message.event)) retire(member);
      return onMessage(message);
    }
    const waiting = member.pending.get(message.id);
    member.pending.delete(message.id);
    if (message.type === "answer") waiting?.resolve(message.answer);
    else waiting?.reject(new Error(message.message));
  };

  const ship = async (member: Member, { upTo, ...commits }: ThreadCommits) => {
    const failure = await (ports.durableElsewhere?.(commits) ?? Promise.resolve()).then(
      () => null,
      (error: unknown) => (error instanceof DurabilityError ? error.reason : "failed"),
    );
    if (members.includes(member)) post(member, { type: "durable", upTo, failure });
  };

  /** A stuck session may block something that all sessions of its worker share, so the next start gets another worker. */
  const retire = (member: Member) => {
    member.isRetired = true;
    const retired = members.filter(({ isRetired }) => isRetired);
    if (retired.length > MOST_RETIRED && retired[0]) lose(retired[0], "it was replaced");
  };

  const end = (member: Member) => {
    member.endedFiles.hold();
    member.worker.terminate();
  };

  /**
   * Closes the sessions of a lost worker. No event is lost, because the journals are on disk; the sessions start
   * again in another worker.
   */
  const lose = (member: Member, why: string) => {
    const at = members.indexOf(member);
    if (at < 0) return;
    members.splice(at, 1);
    end(member);
    // The runtime puts an excerpt of the source before the error's own text.
    const detail = `engine worker lost: ${/error: (.*)/.exec(why)?.[1] ?? why}`;
    for (const waiting of member.pending.values()) waiting.reject(new Error(detail));
    for (const [name, key] of member.sessions) {
      homes.delete(name);
      onMessage({ type: "session", key, event: { type: "closed", reason: "network", detail } });
    }
  };

  const leave = (member: Member, key: SessionKey) => {
    const name = sessionName(key);
    member.sessions.delete(name);
    if (homes.get(name) === member) homes.delete(name);
    if (!member.isRetired || member.sessions.size > 0 || !members.includes(member)) return;
    members.splice(members.indexOf(member), 1);
    end(member);
  };

  const request = async <N extends CallName>(
    member: Member,
    key: SessionKey,
    name: N,
    args: Calls[N]["args"],
  ) => {
    const id = ++lastId;
    const waiting = Promise.withResolvers<unknown>();
    member.pending.set(id, waiting);
    post(member, { type: "call", id, key, name, args });
    return (await waiting.promise) as Calls[N]["answer"];
  };

  const stop = (member: Member, key: SessionKey): Promise<null> => {
    const name = sessionName(key);
    const stopped = request(member, key, "stop", []).finally(() => {
      leave(member, key);
      if (stops.get(name) === stopped) stops.delete(name);
    });
    stops.set(name, stopped);
    return stopped;
  };

  const leaveRetired = async (member: Member, key: SessionKey): Promise<void> => {
    const late = Symbol("late");
    const stopped = stop(member, key).catch(() => null);
    if ((await withTimeout(STOP_LIMIT_MS, stopped, late)) === late)
      lose(member, "a stuck session did not end");
  };

  const homeOf = (key: SessionKey): Member => {
    const name = sessionName(key);
    const open = members.filter(({ isRetired }) => !isRetired);
    const least = open.toSorted((a, b) => a.sessions.size - b.sessions.size)[0];
    const member = least && (least.sessions.size === 0 || open.length >= size) ? least : spawn();
    member.sessions.set(name, key);
    homes.set(name, member);
    return member;
  };

  const pinging = setInterval(() => {
    for (const member of [...members]) {
      if (++member.unanswered > MOST_UNANSWERED) lose(member, "it does not answer");
      else post(member, { type: "ping" });
    }
  }, ports.pingEvery ?? PING_EVERY_MS);
  pinging.unref();

  return {
    async call(key, name, ...args) {
      const held = OUTWARD.has(name) ? heldAtDoor("sessions") : undefined;
      if (held) await held;
      const session = sessionName(key);
      if (name === "start") await stops.get(session)?.catch(() => {});
      let home = homes.get(session);
      if (!home && name !== "start") return AT_REST[name];
      if (home && name === "stop") return stop(home, key);
      if (home?.isRetired && name === "start") {
        await leaveRetired(home, key);
        home = homes.get(session);
      }
      const member = home ?? homeOf(key);
      if (name === "start") member.files.add(sessionFile((args as Calls["start"]["args"])[0].directory));
      return request(member, key, name, args);
    },
    accept(key, batchId) {
      const member = homes.get(sessionName(key));
      if (member) post(member, { type: "accept", key, batchId });
    },
    sessions: () => members.flatMap((member) => [...member.sessions.values()]),
    close() {
      clearInterval(pinging);
      for (const { worker, pending, files } of members.splice(0)) {
        // Its sessions have been stopped and shipped; nothing follows the stop.
        files.clear();
        worker.terminate();
        for (const waiting of pending.values()) waiting.reject(new Error("the engine was closed"));
      }
      homes.clear();
    },
  };
}
