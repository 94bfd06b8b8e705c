import { storeDigest } from "#accounts/companies/index.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { all, run } from "#platform/db/database.ts";
import { startMailServer } from "#simulator/mail/server.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { cookieOf, startCells } from "./office.ts";

const LINK = /confirm#token=([\w-]{43})/;
/** A plan on offer that every cell has. */
export const PLAN = 777;
export const PASSWORD = "pão quente";
/** Where the home cell asks another one to create the company of a sign-up. */
export const CREATION = "/between-cells/sign-up";

/** Three cells with a mail server, for tests of where companies are created. */
export async function startPlacementWorld() {
  const server = await startMailServer();
  const cells = await startCells(3, {
    env: {
      ...{ RATE_LIMITS: "off", TRUSTED_PROXIES: "127.0.0.1" },
      ...{ SMTP_URL: server.url, PUBLIC_URL: "https://atendimento.example.com" },
    },
    cells: (known) => ({
      ...known,
      async forward(cell, request, caller) {
        const answer = await known.forward(cell, request, caller);
        await world.onAnswer(new URL(request.url).pathname, cell);
        return answer;
      },
    }),
  });
  const system = (cell: number) => cells.of(cell).installation.system;
  for (const cell of [1, 2, 3])
    run(
      system(cell),
      `INSERT INTO plan (id, name, users, connections, queues, value_cents, public, created_at, updated_at)
       VALUES (?, 'Oferta', 5, 5, 5, 9990, 1, 0, 0)`,
      PLAN,
    );
  const post = (cell: number, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${cells.of(cell).url}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  async function codeOf(email: string): Promise<string> {
    await cells.of(1).app.runJob("mails");
    const mail = server.mails.findLast(({ to }) => to.includes(email));
    return LINK.exec(mail?.text ?? "")?.[1] ?? "";
  }
  let made = 0;
  const world = {
    cells,
    post,
    system,
    /** Called when a cell has answered another one; an error takes the place of the answer. */
    onAnswer: (() => {}) as (path: string, to: number) => Promise<void> | void,
    setConfirmed: (value: "enabled" | "disabled") =>
      writeSetting(cells.of(1).installation.tenants.open(1), "confirmSignup", value),
    /** The next company is created in this cell: the others have more companies and connections. */
    prefer(wanted: number): void {
      for (const cell of [1, 2, 3]) {
        if (cell === wanted) continue;
        const tenant = cells.of(cell).company();
        for (let n = 0; n < 30; n += 1) testConnection(tenant, { name: `Loja ${n}` });
        storeDigest(tenant);
      }
    },
    /** Disabled companies are no load. */
    unburden: (cell: number) => void run(system(cell), "UPDATE company SET active = 0 WHERE id <> 1"),
    /** The companies with this e-mail in all cells. */
    companiesOf: (email: string) =>
      [1, 2, 3].flatMap((cell) =>
        all<{ id: number; name: string }>(
          system(cell),
          "SELECT id, name FROM company WHERE email = ?",
          email,
        ).map(({ id, name }) => ({ cell, id, name })),
      ),
    waitingOf: (email: string) => all(system(1), "SELECT id FROM waiting_signup WHERE email = ?", email),
    /** A visitor signs up at a cell; `code` is that of the mailed link. */
    async signUp(at: number, fields: Record<string, unknown> = {}) {
      made += 1;
      const who = { email: `dona${made}@padaria.example`, password: PASSWORD };
      const name = `Padaria da Rua ${made}`;
      const body = { ...who, name, adminName: "Dona Aurora", phone: "", planId: PLAN, ...fields };
      const reply = await post(at, "/companies/cadastro", body);
      const cookie = `signup=${cookieOf(reply, "signup") ?? ""}`;
      return { who, name, reply, cookie, code: () => codeOf(who.email) };
    },
    /** Before each test: every cell answers, is empty, and sign-ups confirm their e-mail. */
    reset(): void {
      world.onAnswer = () => {};
      cells.away.clear();
      world.setConfirmed("enabled");
      for (const cell of [1, 2, 3]) world.unburden(cell);
      cells.hops.length = 0;
    },
    async stop() {
      await cells.stop();
      await server.close();
    },
  };
  return world;
}
export type PlacementWorld = Awaited<ReturnType<typeof startPlacementWorld>>;
