import type { BrowserContextOptions } from "playwright-core";
import type { Phone } from "#simulator/phones/phone.ts";
import { ServerHere } from "#test/helpers/server-here.ts";
import { type ServerProcess, SUPER } from "#test/helpers/server-process.ts";
import { linkConnection, startWorld, type World } from "#test/helpers/whatsapp-world.ts";
import { type BrowserNeeds, type JourneyBrowser, startBrowser } from "./browser.ts";
import { Desk } from "./desk.ts";
import { signedIn } from "./signed-in.ts";

/** A user of the company. */
export interface Staff {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}
/** Attendant of `Vendas`. */
export const ANA: Staff = { name: "Ana Lima", email: "ana@example.com", password: "segredo-da-ana" };
/** Attendant of both queues. */
export const BRUNO: Staff = { name: "Bruno Reis", email: "bruno@example.com", password: "segredo-do-bruno" };
/** Attendant of `Suporte` only: sees no tickets of `Vendas`. */
export const CAIO: Staff = { name: "Caio Prado", email: "caio@example.com", password: "segredo-do-caio" };
/** The admin; `office.call` uses their session, so they have no browser. */
export const OWNER: Staff = { name: "Admin", ...SUPER };

/** A test company: one linked number for the queue `Vendas`, a second queue `Suporte`, three attendants. */
export interface Office<Server extends ServerProcess = ServerProcess> {
  readonly world: World<Server>;
  readonly browser: JourneyBrowser;
  readonly url: string;
  readonly connectionId: number;
  readonly queues: { readonly vendas: number; readonly suporte: number };
  /** A call of the API as the admin. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** A new customer with a phone. */
  customer(name: string, number?: string): Phone;
  /** Opens a new browser, signed in, on the ticket page. */
  desk(staff: Staff, options?: BrowserContextOptions): Promise<Desk>;
  close(): Promise<void>;
}

/** Creates the company through the API. `env`: environment of its server. */
export const openOffice = async (
  env: Readonly<Record<string, string>> = {},
  needs: BrowserNeeds = {},
): Promise<Office> => furnish(await startWorld({ env }), needs);

/** A company whose clock a test can advance. */
export const openOfficeOfTime = async (): Promise<Office<ServerHere>> =>
  furnish(await startWorld({}, (options) => new ServerHere(options)));

async function furnish<Server extends ServerProcess>(
  world: World<Server>,
  needs: BrowserNeeds = {},
): Promise<Office<Server>> {
  const browser = await startBrowser(needs);
  const call: Office["call"] = (method, path, body) => world.server.call(method, path, body);
  const queue = async (name: string, color: string) =>
    (await call<{ id: number }>("POST", "/queue", { name, color })).id;
  const queues = { vendas: await queue("Vendas", "#0b72c4"), suporte: await queue("Suporte", "#2b8a3e") };
  const hire = ({ name, email, password }: Staff, queueIds: number[]) =>
    call("POST", "/users", { name, email, password, profile: "user", queueIds });
  const [connectionId] = await Promise.all([
    linkConnection(world),
    hire(ANA, [queues.vendas]),
    hire(BRUNO, [queues.vendas, queues.suporte]),
    hire(CAIO, [queues.suporte]),
  ]);
  await call("PUT", `/whatsapp/${connectionId}`, { queueIds: [queues.vendas], sendIntervalMs: 0 });
  let numbers = 5511977770000;
  return {
    world,
    browser,
    url: world.server.url,
    connectionId,
    queues,
    call,
    customer(name, number) {
      numbers += 1;
      return world.network.addPerson({ number: number ?? String(numbers), name, addressing: "lid" });
    },
    async desk(staff, options) {
      const { url } = world.server;
      const storageState = await signedIn(url, staff);
      const desk = new Desk(await browser.visitor(staff.name, { ...options, storageState }));
      await desk.page.goto(`${url}/tickets`);
      await desk.list.waitFor();
      return desk;
    },
    async close() {
      await browser.close();
      await world.close();
    },
  };
}
