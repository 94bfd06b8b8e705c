interface MkauthCustomer {
  readonly uuid_cliente: string;
  readonly nome: string;
  /** Digits. */
  readonly cpf_cnpj: string;
  readonly plano: string;
  bloqueado: "sim" | "nao";
}
interface MkauthBill {
  readonly titulo: string;
  readonly cpf_cnpj: string;
  readonly status: "aberto" | "vencido" | "pago";
  readonly datavenc: string;
  readonly valor: string;
  readonly linhadig: string;
  readonly pix: string | null;
}

/** Simulates the used part of MK-Auth's `/api/`: login, customers, bills, unblock. */
export interface MkauthSimulator {
  readonly url: string;
  readonly customers: MkauthCustomer[];
  readonly bills: MkauthBill[];
  /** Number of logins. */
  logins: number;
  /** Customers that were unblocked, oldest first. */
  readonly unblocked: string[];
  /** Invalidates all issued tokens. */
  forgetTokens(): void;
  /** Overrides the responses; undefined = the default. */
  instead: ((path: string) => Response | Promise<Response> | undefined) | undefined;
  stop(): Promise<void>;
}

export const MKAUTH_ID = "Client_Id_simulado";
export const MKAUTH_SECRET = "Client_Secret_simulado";

export function startMkauth(): MkauthSimulator {
  let good: string | null = null;
  const answer = (what: string, id: string): Response => {
    if (what === "cliente/show") {
      const customer = simulator.customers.find(({ cpf_cnpj }) => cpf_cnpj === id);
      return customer ? Response.json(customer) : Response.json("NULL");
    }
    if (what === "titulo/titulos") {
      const titulos = simulator.bills.filter(({ cpf_cnpj }) => cpf_cnpj === id);
      return titulos.length > 0
        ? Response.json({ titulos })
        : Response.json({ status: "erro", mensagem: "Registro não encontrado" });
    }
    const customer = simulator.customers.find(({ uuid_cliente }) => uuid_cliente === id);
    if (what !== "cliente/desbloqueio" || !customer) return new Response("", { status: 404 });
    simulator.unblocked.push(id);
    customer.bloqueado = "nao";
    return Response.json({ status: "sucesso", mensagem: "Registro alterado" });
  };

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const path = new URL(request.url).pathname.replace("/api/", "");
      const instead = await simulator.instead?.(path);
      if (instead) return instead;
      const authorization = request.headers.get("authorization");
      if (path === "") {
        const basic = Buffer.from(`${MKAUTH_ID}:${MKAUTH_SECRET}`).toString("base64");
        if (authorization !== `Basic ${basic}`) return new Response("", { status: 401 });
        simulator.logins += 1;
        good = `eyJ0eXAiOiJKV1QifQ.login-${simulator.logins}.assinatura`;
        return new Response(good);
      }
      if (good === null || authorization !== `Bearer ${good}`) return new Response("", { status: 401 });
      const [kind, verb, id = ""] = path.split("/");
      return answer(`${kind}/${verb}`, id);
    },
  });

  const simulator: MkauthSimulator = {
    url: `http://127.0.0.1:${server.port}`,
    customers: [],
    bills: [],
    logins: 0,
    unblocked: [],
    forgetTokens() {
      good = null;
    },
    instead: undefined,
    async stop() {
      await server.stop(true);
    },
  };
  return simulator;
}
