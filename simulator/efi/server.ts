import type { Certificates } from "./certificates.ts";

interface Refund {
  readonly valor: string;
  readonly status: string;
}
interface Cob {
  readonly txid: string;
  readonly valor: string;
  readonly chave: string;
  readonly solicitacaoPagador: string;
  readonly loc: number;
  status: string;
  readonly pix: { endToEndId: string; txid: string; valor: string; devolucoes?: Refund[] }[];
}

/** Simulates the used part of Efí's Pix API: OAuth, immediate charges, QR codes, webhook; only over mutual TLS. */
export interface EfiSimulator {
  readonly url: string;
  readonly cobs: ReadonlyMap<string, Cob>;
  /** Calls that passed the TLS handshake, `METHOD /path`. */
  readonly calls: readonly string[];
  readonly webhooks: ReadonlyMap<string, string>;
  /** Pays a charge; returns the webhook body that Efí would send. */
  pay(txid: string, valor: string): object;
  refund(txid: string, valor: string): void;
  remove(txid: string): void;
  /** While true, every call is answered with 500. */
  broken: boolean;
  /** Delay of every response, ms. */
  slowMs: number;
  stop(): Promise<void>;
}

const CLIENT = "client-id:client-secret";
/** Credentials that the simulator accepts. */
export const EFI_CLIENT = { id: "client-id", secret: "client-secret" };

export function startEfi(certificates: Certificates): EfiSimulator {
  const cobs = new Map<string, Cob>();
  const tokens = new Set<string>();
  const webhooks = new Map<string, string>();
  const calls: string[] = [];
  const json = (body: unknown, status = 200) => Response.json(body, { status });
  const problem = (status: number, nome: string) => json({ nome, mensagem: nome }, status);
  const found = (txid: string): Cob => {
    const cob = cobs.get(txid);
    if (!cob) throw new Error(`no charge ${txid}`);
    return cob;
  };

  const authorize = async (request: Request): Promise<Response> => {
    const given = (request.headers.get("authorization") ?? "").replace("Basic ", "");
    const { grant_type } = (await request.json()) as { grant_type?: string };
    if (Buffer.from(given, "base64").toString() !== CLIENT || grant_type !== "client_credentials")
      return problem(401, "invalid_client");
    const token = `token-${tokens.size + 1}`;
    tokens.add(token);
    return json({ access_token: token, token_type: "Bearer", expires_in: 3600, scope: "cob.write cob.read" });
  };
  const create = async (txid: string, request: Request): Promise<Response> => {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) return problem(400, "valor_invalido");
    if (cobs.has(txid)) return problem(409, "txid_duplicado");
    const body = (await request.json()) as {
      calendario: { expiracao: number };
      valor: { original: string };
      chave: string;
      solicitacaoPagador: string;
    };
    if (!/^\d+\.\d{2}$/.test(body.valor.original)) return problem(400, "valor_invalido");
    const cob: Cob = {
      txid,
      valor: body.valor.original,
      chave: body.chave,
      solicitacaoPagador: body.solicitacaoPagador,
      loc: cobs.size + 1,
      status: "ATIVA",
      pix: [],
    };
    cobs.set(txid, cob);
    return json({ ...present(cob), calendario: body.calendario }, 201);
  };
  const present = ({ txid, valor, chave, solicitacaoPagador, loc, status, pix }: Cob) => ({
    txid,
    chave,
    solicitacaoPagador,
    status,
    revisao: 0,
    valor: { original: valor },
    loc: { id: loc, location: `pix.example.com/${txid}`, tipoCob: "cob" },
    ...(pix.length > 0 && { pix }),
  });

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { ...certificates.server, ca: certificates.ca, requestCert: true, rejectUnauthorized: true },
    async fetch(request) {
      const { pathname } = new URL(request.url);
      calls.push(`${request.method} ${pathname}`);
      if (simulator.slowMs > 0) await Bun.sleep(simulator.slowMs);
      if (simulator.broken) return problem(500, "erro_interno");
      if (request.method === "POST" && pathname === "/oauth/token") return authorize(request);
      const token = (request.headers.get("authorization") ?? "").replace("Bearer ", "");
      if (!tokens.has(token)) return problem(401, "invalid_token");
      const [, , kind = "", name = "", what] = pathname.split("/");
      if (kind === "cob" && request.method === "PUT") return create(name, request);
      const cob = cobs.get(name);
      if (kind === "cob" && request.method === "PATCH") {
        const { status } = (await request.json()) as { status?: string };
        if (!cob) return problem(404, "nao_encontrado");
        if (cob.status !== "ATIVA" || status !== "REMOVIDA_PELO_USUARIO_RECEBEDOR")
          return problem(400, "cobranca_operacao_invalida");
        cob.status = status;
        return json(present(cob));
      }
      if (kind === "cob" && request.method === "GET")
        return cob ? json(present(cob)) : problem(404, "nao_encontrado");
      const located = [...cobs.values()].find(({ loc }) => String(loc) === name);
      if (kind === "loc" && what === "qrcode" && located)
        return json({
          qrcode: `00020101021226pix.example.com/${located.txid}6304ABCD`,
          imagemQrcode: "data:image/png;base64,AA==",
        });
      if (kind === "webhook" && request.method === "PUT") {
        const { webhookUrl } = (await request.json()) as { webhookUrl: string };
        if (request.headers.get("x-skip-mtls-checking") !== "true") return problem(400, "webhook_invalido");
        webhooks.set(decodeURIComponent(name), webhookUrl);
        return json({ webhookUrl }, 201);
      }
      return problem(404, "nao_encontrado");
    },
  });

  const simulator: EfiSimulator = {
    url: `https://127.0.0.1:${server.port}`,
    cobs,
    calls,
    webhooks,
    broken: false,
    slowMs: 0,
    pay(txid, valor) {
      const cob = found(txid);
      const pix = { endToEndId: `E${txid}`, txid, valor };
      cob.pix.push(pix);
      cob.status = "CONCLUIDA";
      return { pix: [{ ...pix, chave: cob.chave, horario: "2026-11-21T12:00:00Z" }] };
    },
    refund(txid, valor) {
      const [first] = found(txid).pix;
      if (first) first.devolucoes = [{ valor, status: "DEVOLVIDO" }];
    },
    remove(txid) {
      found(txid).status = "REMOVIDA_PELO_USUARIO_RECEBEDOR";
    },
    async stop() {
      await server.stop(true);
    },
  };
  return simulator;
}
