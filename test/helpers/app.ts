import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LATE_ENTRY } from "#accounts/audit/request-entry.ts";
import { accessTokens } from "#accounts/auth/guard/access-token.ts";
import { startSession } from "#accounts/auth/sessions/sessions.ts";
import type { Profile } from "#accounts/users/contract.ts";
import { addUser } from "#accounts/users/index.ts";
import { type App, createApp } from "#app.ts";
import { openRemoteMedia } from "#cluster/media/open-media.ts";
import { loadConfig } from "#config.ts";
import type { OwnedCell } from "#platform/cell.ts";
import type { Cells } from "#platform/cells.ts";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import type { Durability } from "#platform/db/durability/durability.ts";
import { createLog, type Log } from "#platform/log.ts";
import type { SharedRows } from "#platform/shared-rows.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { type Api, createApi } from "./api.ts";
import { testCompany } from "./installation.ts";
import { placeNewFile } from "./new-files.ts";
import { openSocket, type TestSocket } from "./socket.ts";

export interface TestAppOptions {
  /** Replaces ports to the outside world (a provider, a mailer) by simulated ones. */
  readonly plug?: (installation: Installation) => void;
  /** Environment values beside DATA_DIR, PORT and the key. */
  readonly env?: Readonly<Record<string, string>>;
  /** Data directory of an earlier test app to start from. */
  readonly directory?: string;
  readonly clock?: FakeClock;
  /** The cell of a cluster that this app owns. */
  readonly cell?: OwnedCell;
  /** The cells of the installation; absent: this one alone. */
  readonly cells?: Cells;
  /** The store of the rows that all cells share; absent: none. */
  readonly sharedRows?: SharedRows;
  /** Where commits must be before their effects leave; absent: on the local disk. */
  readonly durability?: Durability;
  /** Stores media in the bucket of `env` as well. */
  readonly hasMediaBucket?: boolean;
  /** The log; absent: nothing is logged. */
  readonly log?: Log;
}

/** A user who can sign in with a password. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

export interface TestApp {
  readonly app: App;
  readonly installation: Installation;
  readonly clock: FakeClock;
  readonly directory: string;
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string;
  /** A company with its own plan; `plan` overrides its columns (`{ users: 2, use_kanban: 0 }`). */
  company(name?: string, plan?: Partial<Record<string, number>>): Tenant;
  /** Creates a user with a real password (40 ms of hashing); most tests use `testUser` and `api(ctx)`. */
  person(tenant: Tenant, fields?: { profile?: Profile; super?: boolean; email?: string }): Promise<Person>;
  /** The HTTP interface with a session of this user; without a user, unauthenticated. */
  api(user?: UserCtx): Api;
  /** An authenticated live socket of this user; all frames are recorded. */
  socket(
    user: UserCtx,
    options?: { cursor?: number; epoch?: number; watch?: readonly number[]; rooms?: unknown; token?: string },
  ): Promise<TestSocket>;
  /**
   * Resolves when all events published until now have arrived at this socket: only then can a test assert that it got
   * none.
   */
  settled(user: UserCtx, socket: TestSocket): Promise<void>;
  /** Stops the server; `directory: true` keeps the data for another start. */
  stop(keep?: { readonly directory: boolean }): Promise<void>;
}

let markers = 0;

/** A real server on a free port: real SQLite files, real sockets, a fake clock, jobs only by `runJob`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), "balcao-app-"));
  const clock = options.clock ?? fakeClock();
  const late: string[] = [];
  const config = loadConfig({
    DATA_DIR: directory,
    PORT: "0",
    HOST: "127.0.0.1",
    APP_SECRET: "a key that only the tests know, 32 long",
    ...options.env,
  });
  if (!options.durability) placeNewFile("system", join(directory, "system.sqlite"));
  const app = createApp({
    config,
    media: options.hasMediaBucket ? openRemoteMedia({ config, nats: null, now: clock.now }) : null,
    clock,
    log: options.log ?? createLog("warn", (line) => void (line.includes(LATE_ENTRY) && late.push(line))),
    jobs: false,
    ...(options.cell && { cell: options.cell }),
    ...(options.cells && { cells: options.cells }),
    ...(options.sharedRows && { sharedRows: options.sharedRows }),
    ...(options.durability && { durability: options.durability }),
    ...(options.plug && { plug: options.plug }),
  });
  const { installation } = app;
  const { port } = await app.start();
  const url = `http://127.0.0.1:${port}`;
  const tokenOf = ({ tenant, actor }: UserCtx, sessionId: number) =>
    accessTokens(installation).sign(
      {
        ...{ companyId: tenant.id, userId: actor.id, sessionId, billing: false },
        ...{ super: actor.super, role: actor.profile },
      },
      clock.now(),
    );
  const sessions = new WeakMap<UserCtx, number>();
  const sessionOf = (user: UserCtx) => {
    const known = sessions.get(user);
    if (known !== undefined) return known;
    const { sessionId } = startSession(user.tenant, user.actor.id, { ip: "127.0.0.1", userAgent: "test" });
    sessions.set(user, sessionId);
    return sessionId;
  };
  let isStopped = false;
  return {
    app,
    installation,
    clock,
    directory,
    url,
    company: (name, plan) => testCompany(installation, name, plan),
    async person(tenant, fields = {}) {
      markers += 1;
      const password = "correct horse";
      const email = fields.email ?? `person${markers}@example.com`;
      const { id } = await addUser(
        tenant,
        { name: `Person ${markers}`, email, password, profile: fields.profile ?? "user" },
        { super: fields.super ?? false },
      );
      return { id, email, password };
    },
    api: (user) => createApi(url, user ? tokenOf(user, sessionOf(user)) : null),
    async socket(user, { token, ...back } = {}) {
      const socket = await openSocket(url, token ?? tokenOf(user, sessionOf(user)), back);
      await socket.next((frame) => frame.t === "ready");
      return socket;
    },
    async settled(user, socket) {
      markers += 1;
      const marker = markers;
      installation.ports.use(RealtimePort).publish(user.tenant.id, [
        {
          channel: "test-marker",
          data: { action: "mark", marker },
          audience: (viewer) => viewer.id === user.actor.id,
        },
      ]);
      await socket.next((frame) => frame.t === "event" && frame.data["marker"] === marker);
    },
    async stop(keep) {
      // A test may stop the server before its end, to start it in another process.
      if (!isStopped) await app.stop();
      isStopped = true;
      // Every change made over HTTP by the tests must have its audit entry.
      if (late.length > 0) throw new Error(late.join(""));
      if (!keep?.directory) rmSync(directory, { recursive: true, force: true });
    },
  };
}
