import { generateKeyPairSync, verify } from "node:crypto";

/** The agent's answer to a text. */
interface AgentAnswer {
  readonly fulfillmentMessages?: readonly object[];
  readonly fulfillmentText?: string;
  readonly diagnosticInfo?: Readonly<Record<string, unknown>>;
}

/** Simulates the used part of Dialogflow: the token endpoint of a service account, and `detectIntent`. */
export interface DialogflowSimulator {
  /** Value for `DIALOGFLOW_URL`. */
  readonly url: string;
  readonly project: string;
  /** The key file of a known service account. */
  readonly keyFile: string;
  /** The private key in that file. */
  readonly privateKey: string;
  /** Received requests, oldest first. */
  readonly asked: { readonly session: string; readonly text: string; readonly language: string }[];
  agent: (text: string) => AgentAnswer;
  stop(): Promise<void>;
}

const TOKEN = "ya29.simulated";

export function startDialogflow(): DialogflowSimulator {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const publicKey = pair.publicKey;
  const email = "robo@loja-teste.iam.gserviceaccount.com";
  const problem = (status: number, message: string) =>
    Response.json({ error: { code: status, message } }, { status });

  const token = async (request: Request, ownAddress: string): Promise<Response> => {
    const form = new URLSearchParams(await request.text());
    const [header = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
    const good = verify(
      "RSA-SHA256",
      Buffer.from(`${header}.${claims}`),
      publicKey,
      Buffer.from(signature, "base64url"),
    );
    const { iss, aud, iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString() || "{}");
    if (!good || iss !== email || aud !== `${ownAddress}/token` || exp - iat > 3600)
      return Response.json(
        { error: "invalid_grant", error_description: "Invalid JWT Signature." },
        { status: 400 },
      );
    return Response.json({ access_token: TOKEN, expires_in: 3599, token_type: "Bearer" });
  };
  const detect = async (request: Request, session: string): Promise<Response> => {
    if (request.headers.get("authorization") !== `Bearer ${TOKEN}`) return problem(401, "unauthenticated");
    const body = (await request.json()) as {
      queryInput: { text?: { text: string; languageCode: string }; audioConfig?: { languageCode: string } };
      inputAudio?: string;
    };
    const { text, audioConfig } = body.queryInput;
    const said = text?.text ?? `(audio ${body.inputAudio?.length ?? 0})`;
    simulator.asked.push({ session, text: said, language: (text ?? audioConfig)?.languageCode ?? "" });
    return Response.json({ responseId: "r", queryResult: { queryText: said, ...simulator.agent(said) } });
  };

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, origin } = new URL(request.url);
      if (pathname === "/token") return token(request, origin);
      const [, project, session] =
        /^\/v2\/projects\/([^/]+)\/agent\/sessions\/([^/]+):detectIntent$/.exec(pathname) ?? [];
      if (project !== simulator.project)
        return problem(404, `No DesignTimeAgent found for project '${project}'.`);
      return detect(request, session ?? "");
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const simulator: DialogflowSimulator = {
    url,
    project: "loja-teste",
    privateKey,
    keyFile: JSON.stringify({
      type: "service_account",
      project_id: "loja-teste",
      private_key_id: "k1",
      private_key: privateKey,
      client_email: email,
      token_uri: `${url}/token`,
    }),
    asked: [],
    agent: (text) => ({ fulfillmentMessages: [{ text: { text: [`Você disse ${text}`] } }] }),
    async stop() {
      await server.stop(true);
    },
  };
  return simulator;
}
