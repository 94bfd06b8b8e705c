import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { desk } from "#automation/integrations/testing.ts";
import { about, wrote } from "#inbox/messages/testing.ts";
import { all, one } from "#platform/db/database.ts";
import { ASAAS_KEY, type AsaasSimulator, startAsaas } from "#simulator/asaas/server.ts";
import { IXC_TOKEN, type IxcSimulator, startIxc } from "#simulator/ixc/server.ts";
import { MKAUTH_ID, MKAUTH_SECRET, type MkauthSimulator, startMkauth } from "#simulator/mkauth/server.ts";

const CPF = "529.982.247-25";
const DIGITS = "52998224725";
const MASKED = "***.982.247-**";
const SORRY = "Não consegui consultar agora. Vou chamar um atendente.";
const PIX =
  "00020126580014br.gov.bcb.pix0136aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee5204000053039865802BR6304ABCD";

const asaas: AsaasSimulator = startAsaas();
const t = desk({ ASAAS_URL: asaas.url });
let ixc: IxcSimulator;
let mkauth: MkauthSimulator;
beforeAll(() => t.start());
afterAll(async () => {
  await t.stop();
  await asaas.stop();
});
beforeEach(() => {
  t.meet();
  ixc = startIxc();
  mkauth = startMkauth();
  asaas.broken = false;
  ixc.customers.push({ id: "31", razao: "RUI MELO", cnpj_cpf: CPF });
  mkauth.customers.push({
    uuid_cliente: "u-31",
    nome: "Rui Melo",
    cpf_cnpj: DIGITS,
    plano: "Fibra 300",
    bloqueado: "sim",
  });
  for (const [key, value] of [
    ["ipixc", ixc.url],
    ["tokenixc", IXC_TOKEN],
    ["ipmkauth", `${mkauth.url}/`],
    ["clientidmkauth", MKAUTH_ID],
    ["clientsecretmkauth", MKAUTH_SECRET],
    ["asaas", ASAAS_KEY],
  ] as const)
    writeSetting(t.tenant, key, value);
});
afterEach(async () => {
  await ixc.stop();
  await mkauth.stop();
});

const bot = (system: string, ...actions: readonly string[]) =>
  t.employ({ type: "billing", jsonContent: JSON.stringify({ system, actions }) });
/** Sends these texts as the customer, one by one; returns the bot's messages. */
async function talk(...words: readonly string[]): Promise<string[]> {
  const before = { ticketId: t.ticket()?.id, lines: t.said().length };
  for (const word of words) {
    await t.write(word);
    await t.rest();
    await t.pass(3000);
  }
  return t.said().slice(before.ticketId === t.ticket().id ? before.lines : 0);
}
const heard = () =>
  all<{ body: string }>(
    t.tenant.db,
    "SELECT body FROM message WHERE from_me = 0 AND ticket_id = ? ORDER BY id",
    t.ticket().id,
  ).map(({ body }) => body);
const lookups = () =>
  all<{ system: string; action: string; result: string; hash: string }>(
    t.tenant.db,
    "SELECT system, action, result, document_hash AS hash FROM billing_lookup ORDER BY id",
  );
const closed = { status: "closed", closeReason: "bot" };
const waits = { status: "pending", useIntegration: false };

const ixcBill = (id: string, due: string, more: object = {}) => ({
  id,
  id_cliente: "31",
  status: "A" as const,
  data_vencimento: due,
  valor: "1099.90",
  linha_digitavel: `00190.${id}`,
  gateway_link: `https://boletos.example.com/${id}`,
  pix: PIX,
  ...more,
});

describe("the document of a billing bot", () => {
  test("the document of a billing bot is requested, stored masked, and nowhere in clear", async () => {
    const { id } = await bot("ixc", "second_copy");
    expect(await talk("Oi")).toEqual([
      "Por favor, informe o CPF ou CNPJ do titular, só com números. Digite # para sair.",
    ]);
    await talk(`meu cpf ${CPF}`);
    expect(heard()).toEqual(["Oi", `meu cpf ${MASKED}`]);
    const rows = [
      ...all(t.tenant.db, "SELECT * FROM message"),
      ...all(t.tenant.db, "SELECT * FROM inbound_event"),
      ...all(t.tenant.db, "SELECT * FROM ticket"),
      ...all(t.tenant.db, "SELECT * FROM billing_lookup"),
      ...all(t.tenant.db, "SELECT * FROM integration_session"),
      ...t.log(id),
    ];
    for (const clear of [CPF, DIGITS]) expect(JSON.stringify(rows)).not.toContain(clear);
    expect(t.log(id)[0]?.body).toBe(`meu cpf ${MASKED}`);
  });

  test("the document of a billing bot is masked in an edited message as well", async () => {
    await bot("ixc", "second_copy");
    await talk("Oi");
    const mistaken = wrote(t.customer, "529.982.247-26", t.app.clock.now());
    t.receive(mistaken);
    await t.rest();
    t.receive(
      about(t.customer, "edit", mistaken.providerId, {
        body: CPF,
        at: t.app.clock.now(),
        fromMe: false,
      } as never),
    );
    expect(heard().at(-1)).toBe(MASKED);
    const kept = [
      ...all(t.tenant.db, "SELECT * FROM message"),
      ...all(t.tenant.db, "SELECT json_remove(payload, '$.eventKey') FROM inbound_event"),
    ];
    expect(JSON.stringify(kept)).not.toContain(CPF);
  });

  test("the document of a billing bot ends with a person after three invalid inputs", async () => {
    await bot("ixc", "second_copy");
    const said = await talk("Oi", "111.111.111-11", "529.982.247-26", "não sei");
    expect(said.slice(1)).toEqual([
      "Este CPF ou CNPJ não é válido. Confira os números e envie de novo. Digite # para sair.",
      "Este CPF ou CNPJ não é válido. Confira os números e envie de novo. Digite # para sair.",
      "Vou chamar um atendente.",
    ]);
    expect(t.ticket()).toMatchObject(waits);
    expect(ixc.calls).toEqual([]);
    expect(heard()[2]).toBe(MASKED);
  });

  test("a document that the billing system does not find twice leads to a person", async () => {
    await bot("ixc", "second_copy");
    const said = await talk("Oi", "168.995.350-09", "11.222.333/0001-81");
    expect(said.slice(1)).toEqual([
      "Não encontrei um cadastro com este CPF ou CNPJ. Confira e envie de novo. Digite # para sair.",
      "Não encontrei o cadastro. Vou chamar um atendente.",
    ]);
    expect(t.ticket()).toMatchObject(waits);
    expect(heard().slice(1)).toEqual(["***.995.350-**", "**.222.333/0001-**"]);
    expect(lookups().map(({ result }) => result)).toEqual(["not_found", "not_found"]);
  });

  test("a customer who sends # instead of the document waits for a person", async () => {
    await bot("ixc", "second_copy");
    expect((await talk("Oi", "#")).at(-1)).toBe("Vou chamar um atendente.");
    expect(t.ticket()).toMatchObject(waits);
    expect(t.trail()).toContain("bot_ended");
  });
});

describe("a copy of a bill", () => {
  test("a copy of a bill from IXC lists the three oldest bills with date, value, link, typed line and Pix, and ends", async () => {
    for (const due of ["2026-12-10", "2026-09-10", "2026-11-10", "2026-10-10"])
      ixc.bills.push(ixcBill(due.slice(5, 7), due));
    ixc.bills.push(ixcBill("pago", "2026-01-10", { status: "R" }));
    await bot("ixc", "second_copy");
    const said = await talk("Oi", DIGITS);
    expect(
      said.filter((text) => text.startsWith("*Fatura")).map((text) => text.split("\n").slice(0, 2)),
    ).toEqual([
      ["*Fatura 1 de 3*", "Vencimento: 10/09/2026"],
      ["*Fatura 2 de 3*", "Vencimento: 10/10/2026"],
      ["*Fatura 3 de 3*", "Vencimento: 10/11/2026"],
    ]);
    expect(said[1]).toContain("Valor: R$ 1.099,90");
    expect(said[1]).toContain("Link: https://boletos.example.com/09");
    expect(said[1]).toContain("Linha digitável: 00190.09");
    expect(said[2]).toBe(PIX);
    expect(said[3]).toBe("Pix da fatura com vencimento em 10/09/2026");
    const pictures = all<{ mime: string }>(
      t.tenant.db,
      `SELECT f.mime_type AS mime FROM message m JOIN media_file f ON f.id = m.media_id WHERE m.ticket_id = ?`,
      t.ticket().id,
    );
    expect(pictures.map(({ mime }) => mime)).toEqual(["image/png", "image/png", "image/png"]);
    expect(t.ticket()).toMatchObject(closed);
    expect(
      one(t.tenant.db, "SELECT 1 FROM message WHERE ticket_id = ? AND origin = 'rating'", t.ticket().id),
    ).toBe(undefined);
    expect(lookups().map(({ hash: _, ...line }) => line)).toEqual([
      { system: "ixc", action: "customer", result: "found" },
      { system: "ixc", action: "second_copy", result: "3 bills" },
    ]);
    expect(new Set(lookups().map(({ hash }) => hash)).size).toBe(1);
  });

  test("a copy of a bill without a link is sent as a file; without Pix there is no QR code", async () => {
    ixc.bills.push(ixcBill("1", "2026-11-10", { gateway_link: "", pix: "" }));
    await bot("ixc", "second_copy");
    const said = await talk("Oi", DIGITS);
    expect(said.at(-1)).toBe("Fatura com vencimento em 10/11/2026");
    expect(t.ticket()).toMatchObject(closed);
    expect(
      all(t.tenant.db, "SELECT mime_type AS mime FROM media_file f JOIN message m ON m.media_id = f.id"),
    ).toEqual([{ mime: "application/pdf" }]);
  });

  test("a copy of a bill from MK-Auth lists open bills by date with one login per five minutes, and logs in again when refused", async () => {
    const bill = (titulo: string, status: "aberto" | "vencido" | "pago", datavenc: string) =>
      mkauth.bills.push({
        titulo,
        cpf_cnpj: DIGITS,
        status,
        datavenc,
        valor: "89.5",
        linhadig: "34191.79001",
        pix: PIX,
      });
    bill("7", "aberto", "2026-12-05 00:00:00");
    bill("6", "vencido", "2026-11-05 00:00:00");
    bill("5", "pago", "2026-10-05 00:00:00");
    await bot("mkauth", "second_copy");
    const said = await talk("Oi", DIGITS);
    expect(said.filter((text) => text.startsWith("*Fatura")).map((text) => text.split("\n")[1])).toEqual([
      "Vencimento: 05/11/2026",
      "Vencimento: 05/12/2026",
    ]);
    expect(said[1]).toContain("Valor: R$ 89,50");
    expect(said[1]).toContain(`Link: ${mkauth.url}/boleto/21boleto.php?titulo=6`);
    expect(t.ticket()).toMatchObject(closed);
    expect(mkauth.logins).toBe(1);
    t.meetAnother();
    await talk("Oi", DIGITS);
    expect(mkauth.logins).toBe(1);
    mkauth.forgetTokens();
    t.meetAnother();
    await talk("Oi", DIGITS);
    expect(mkauth.logins).toBe(2);
    await t.pass(300_000, 60_000);
    t.meetAnother();
    await talk("Oi", DIGITS);
    expect(mkauth.logins).toBe(3);
    expect(t.ticket()).toMatchObject(closed);
  });

  test("a copy of a bill from Asaas lists overdue bills first, then pending ones, by date", async () => {
    const document = "16899535009";
    asaas.bill(document, { billingType: "BOLETO", dueDate: "2026-12-20", value: 50, status: "PENDING" });
    asaas.bill(document, { billingType: "PIX", dueDate: "2026-11-15", value: 60.5, status: "OVERDUE" });
    asaas.bill(document, { billingType: "BOLETO", dueDate: "2026-10-15", value: 70, status: "OVERDUE" });
    asaas.bill(document, { billingType: "PIX", dueDate: "2026-09-15", value: 80, status: "RECEIVED" });
    await bot("asaas", "second_copy");
    const bills = (await talk("Oi", document)).filter((text) => text.startsWith("*Fatura"));
    expect(bills.map((text) => text.split("\n").slice(1, 3))).toEqual([
      ["Vencimento: 15/10/2026", "Valor: R$ 70,00"],
      ["Vencimento: 15/11/2026", "Valor: R$ 60,50"],
      ["Vencimento: 20/12/2026", "Valor: R$ 50,00"],
    ]);
    expect(bills[0]).toContain("Linha digitável: 0019050095401448160690680935031433737000000");
    expect(bills[1]).not.toContain("Linha digitável");
    expect(t.said()).toContain("00020101asaas-pay_26304ABCD");
    expect(t.ticket()).toMatchObject(closed);
  });

  test("a request for a copy of a bill without an open bill is answered with that and ends the integration turn", async () => {
    await bot("ixc", "second_copy");
    expect((await talk("Oi", DIGITS)).at(-1)).toBe("Você não tem nenhuma fatura em aberto.");
    expect(t.ticket()).toMatchObject(closed);
  });
});

describe("a trust unblock", () => {
  const contract = (id: string, status_internet: string) =>
    ixc.contracts.push({ id, id_cliente: "31", contrato: `Fibra ${id}`, status: "A", status_internet });

  test("a trust unblock at IXC is requested once per contract and day, after one confirmation", async () => {
    contract("70", "A");
    contract("71", "CA");
    await bot("ixc", "second_copy", "trust_unblock");
    const said = await talk("Oi", DIGITS, "9", "2", "1");
    expect(said.slice(1)).toEqual([
      "Rui, o que você precisa?\n*1* - 2ª via da fatura\n*2* - Desbloqueio de confiança",
      "Não entendi. Responda com o número de uma das opções. Digite # para sair.",
      "Fibra 71\nQuer pedir o desbloqueio de confiança?\n*1* - Sim\n*2* - Não",
      "Pronto! O desbloqueio de confiança foi solicitado. Em alguns minutos seu acesso deve voltar.",
    ]);
    expect(t.ticket()).toMatchObject(closed);
    for (const known of ixc.contracts) known.status_internet = known.id === "71" ? "FA" : "A";
    t.meetAnother();
    expect((await talk("Oi", DIGITS, "2", "1")).at(-1)).toBe(
      "O desbloqueio de confiança deste contrato já foi solicitado hoje.",
    );
    expect(ixc.unblocked).toEqual(["71"]);
    await t.pass(24 * 3_600_000, 12 * 3_600_000);
    t.meetAnother();
    await talk("Oi", DIGITS, "2", "1");
    expect(ixc.unblocked).toEqual(["71", "71"]);
  });

  test("a trust unblock with several contracts asks which one; a refusal is shown, and a no changes nothing", async () => {
    contract("80", "CA");
    contract("81", "CM");
    await bot("ixc", "trust_unblock");
    const said = await talk("Oi", DIGITS, "2", "1");
    expect(said[1]).toBe("Qual contrato?\n*1* - Fibra 80\n*2* - Fibra 81");
    expect(said.at(-1)).toBe(
      "O desbloqueio de confiança não foi autorizado: Contrato não pode ser desbloqueado!",
    );
    t.meetAnother();
    expect((await talk("Oi", DIGITS, "1", "não")).at(-1)).toBe("Tudo bem, nada foi alterado.");
    expect(ixc.unblocked).toEqual(["81"]);
    expect(t.ticket()).toMatchObject(closed);
  });

  test("a trust unblock at MK-Auth is requested only for a blocked contract", async () => {
    await bot("mkauth", "trust_unblock");
    expect((await talk("Oi", DIGITS, "1")).slice(1)).toEqual([
      "Fibra 300\nQuer pedir o desbloqueio de confiança?\n*1* - Sim\n*2* - Não",
      "Pronto! O desbloqueio de confiança foi solicitado. Em alguns minutos seu acesso deve voltar.",
    ]);
    expect(mkauth.unblocked).toEqual(["u-31"]);
    t.meetAnother();
    expect((await talk("Oi", DIGITS)).at(-1)).toBe(
      "Seu acesso não está bloqueado: não é preciso desbloquear.",
    );
    expect(t.ticket()).toMatchObject(closed);
  });

  test("a trust unblock without a response is not repeated that day: a person takes over", async () => {
    contract("90", "CA");
    await bot("ixc", "trust_unblock");
    ixc.instead = (path) =>
      path === "desbloqueio_confianca" ? new Response("", { status: 502 }) : undefined;
    expect((await talk("Oi", DIGITS, "1")).at(-1)).toBe(SORRY);
    ixc.instead = undefined;
    t.meetAnother();
    expect((await talk("Oi", DIGITS, "1")).at(-1)).toBe(SORRY);
    expect(t.ticket()).toMatchObject(waits);
    expect(ixc.unblocked).toEqual([]);
    expect(ixc.calls.filter((path) => path === "desbloqueio_confianca")).toHaveLength(1);
  });
});

describe("a billing system that fails", () => {
  const never = () => new Promise<Response>(() => {});
  test.each([
    ["hangs", never],
    ["is broken", () => new Response("", { status: 500 })],
    ["talks nonsense", () => new Response("<html>")],
    ["refuses the token", () => Response.json({ type: "error", message: "Token inválido" })],
  ] as const)(
    "%s of the billing system: the customer is informed, and the ticket is passed to a person",
    async (_, instead) => {
      ixc.instead = instead;
      const { id } = await bot("ixc", "second_copy");
      await t.write("Oi");
      await t.pass(3000);
      await t.write(DIGITS);
      await t.rest();
      expect(t.said().at(-1)).toBe(SORRY);
      expect(t.ticket()).toMatchObject(waits);
      expect(t.trail()).toContain("integration_failed");
      expect(t.log(id)[0]).toMatchObject({ state: "done", attempts: 1 });
      expect(lookups()).toMatchObject([{ action: "customer", result: expect.stringMatching(/^failed: /) }]);
    },
  );

  test("a failing billing system is handled the same way at MK-Auth and at Asaas", async () => {
    mkauth.instead = () => new Response("", { status: 503 });
    await bot("mkauth", "second_copy");
    expect((await talk("Oi", DIGITS)).at(-1)).toBe(SORRY);
    t.meetAnother();
    asaas.broken = true;
    await bot("asaas", "second_copy");
    expect((await talk("Oi", DIGITS)).at(-1)).toBe(SORRY);
    expect(t.ticket()).toMatchObject(waits);
  });
});
