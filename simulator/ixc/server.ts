/** A customer of a provider, with bills and contracts. */
interface IxcCustomer {
  readonly id: string;
  readonly razao: string;
  /** With dots and dash, as the system stores it. */
  readonly cnpj_cpf: string;
}
interface IxcBill {
  readonly id: string;
  readonly id_cliente: string;
  readonly status: "A" | "R" | "C";
  readonly data_vencimento: string;
  readonly valor: string;
  readonly linha_digitavel: string;
  readonly gateway_link: string;
  /** "" = none. */
  readonly pix: string;
}
interface IxcContract {
  readonly id: string;
  readonly id_cliente: string;
  readonly contrato: string;
  readonly status: string;
  status_internet: string;
}

/** Simulates the used part of `webservice/v1` of IXC Provedor: lists, Pix, bills as files, trust unblock. */
export interface IxcSimulator {
  readonly url: string;
  readonly customers: IxcCustomer[];
  readonly bills: IxcBill[];
  readonly contracts: IxcContract[];
  /** Contracts for which an unblock was requested, oldest first. */
  readonly unblocked: string[];
  /** Paths that were called, oldest first. */
  readonly calls: string[];
  /** Overrides the responses; undefined = the default. */
  instead: ((path: string) => Response | Promise<Response> | undefined) | undefined;
  stop(): Promise<void>;
}

/** The token that the simulator accepts. */
export const IXC_TOKEN = "7:c3eb1a5a33ffbb1a";

type Row = Readonly<Record<string, unknown>>;

export function startIxc(): IxcSimulator {
  const error = (message: string) => Response.json({ type: "error", message });
  const list = (table: string, rows: readonly Row[], asked: Row): Response => {
    const field = String(asked["qtype"]).replace(`${table}.`, "");
    const filters = JSON.parse(String(asked["grid_param"] ?? "[]")) as { TB: string; P: string }[];
    const sort = String(asked["sortname"] ?? "").replace(`${table}.`, "");
    const found = rows
      .filter((row) => row[field] === asked["query"])
      .filter((row) => filters.every(({ TB, P }) => row[TB.replace(`${table}.`, "")] === P))
      .sort((a, b) => String(a[sort]).localeCompare(String(b[sort])))
      .slice(0, Number(asked["rp"] ?? 20));
    return Response.json({
      page: "1",
      total: found.length,
      ...(found.length > 0 && { registros: found }),
    });
  };
  const unblock = (id: unknown): Response => {
    simulator.unblocked.push(String(id));
    const contract = simulator.contracts.find((known) => known.id === id);
    if (!contract) return Response.json({ tipo: "erro", codigo: "106", mensagem: "Contrato não existe!" });
    if (contract.status_internet === "CM")
      return Response.json({ tipo: "erro", codigo: "109", mensagem: "Contrato não pode ser desbloqueado!" });
    contract.status_internet = "A";
    return Response.json({ tipo: "sucesso", mensagem: "Contrato liberado com sucesso!" });
  };
  const tables: Readonly<Record<string, () => readonly Row[]>> = {
    cliente: () => simulator.customers as unknown as Row[],
    fn_areceber: () => simulator.bills as unknown as Row[],
    cliente_contrato: () => simulator.contracts as unknown as Row[],
  };

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const path = new URL(request.url).pathname.replace("/webservice/v1/", "");
      simulator.calls.push(path);
      const instead = await simulator.instead?.(path);
      if (instead) return instead;
      const token = Buffer.from(IXC_TOKEN).toString("base64");
      if (request.headers.get("authorization") !== `Basic ${token}`) return error("Token inválido");
      if (request.method !== "POST") return new Response("", { status: 405 });
      const asked = (await request.json()) as Row;
      if (path === "desbloqueio_confianca") return unblock(asked["id"]);
      // Without this header a POST writes a new row.
      if (request.headers.get("ixcsoft") !== "listar") return error("Campos obrigatórios");
      if (path === "get_pix") {
        const pix = simulator.bills.find(({ id }) => id === asked["id_areceber"])?.pix ?? "";
        if (pix === "") return error("Título sem Pix");
        return Response.json({ type: "success", pix: { qrCode: { qrcode: pix, imagemQrcode: "" } } });
      }
      if (path === "get_boleto") return new Response(btoa("%PDF-1.4 fatura"));
      const rows = tables[path]?.();
      return rows ? list(path, rows, asked) : new Response("", { status: 404 });
    },
  });

  const simulator: IxcSimulator = {
    url: `http://127.0.0.1:${server.port}`,
    customers: [],
    bills: [],
    contracts: [],
    unblocked: [],
    calls: [],
    instead: undefined,
    async stop() {
      await server.stop(true);
    },
  };
  return simulator;
}
