import { DEMO_PASSWORD, type DemoCompany } from "./companies/cast.ts";
import { DeskApi } from "./desk-api.ts";

interface ConnectionState {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly qrcode: string;
}

/** Watches the connections of one company for the phones that have to scan their codes. */
export class ConnectionDesk {
  readonly #api: DeskApi;
  readonly #company: DemoCompany;
  readonly #ids = new Map<string, number>();

  constructor(base: string, company: DemoCompany) {
    this.#api = new DeskApi(base);
    this.#company = company;
  }

  /** Signs in as the company's admin and finds the connections of the phones. */
  async prepare(): Promise<void> {
    const admin = this.#company.users.find(({ role }) => role === "admin");
    if (!admin) return;
    await this.#api.signIn(admin.email, DEMO_PASSWORD);
    const known = await this.#api.call<ConnectionState[]>("GET", "/whatsapp");
    for (const { name, number } of this.#company.connections) {
      const there = known.find((connection) => connection.name === name);
      if (there) this.#ids.set(number, there.id);
    }
  }

  /** The QR code shown for this number; null when there is none. */
  async qrFor(number: string): Promise<string | null> {
    const id = this.#ids.get(number);
    if (id === undefined) return null;
    const { status, qrcode } = await this.#api.call<ConnectionState>("GET", `/whatsapp/${id}`);
    return status === "qrcode" && qrcode !== "" ? qrcode : null;
  }

  /** Returns true once all are CONNECTED; requests a new code where a link was lost. */
  async allConnected(): Promise<boolean> {
    const all = await this.#api.call<ConnectionState[]>("GET", "/whatsapp");
    const own = all.filter(({ id }) => [...this.#ids.values()].includes(id));
    for (const { id, status } of own)
      if (status === "DISCONNECTED") await this.#api.call("PUT", `/whatsappsession/${id}`);
    return own.every(({ status }) => status === "CONNECTED");
  }
}
