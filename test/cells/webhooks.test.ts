import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { webhookSecret } from "#accounts/billing/charges/webhooks.ts";
import { droppedWebhooks } from "#channels/connections/index.ts";
import { resumeStoredWebhooks } from "#channels/connections/meta/webhook.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { type CellOffice, cellOffice, enter, startCells } from "./office.ts";

/** docs/rules/cells.md#requests: webhooks with parts for several cells. */

const SECRET = "the secret of the app";
const BUSINESS = "700000000000001";

let cells: TestCells;
let offices: readonly Numbered[];
interface Numbered extends CellOffice {
  readonly cell: number;
  readonly number: string;
}

beforeAll(async () => {
  cells = await startCells(2, { env: { RATE_LIMITS: "off" } });
  offices = [1, 2].map((cell) => numbered(cell, `10000000000000${cell}`));
  for (const cell of [1, 2]) {
    const { system, secrets } = cells.of(cell).installation;
    const insert = "INSERT INTO installation_setting (key, value) VALUES ('metaAppSecret', ?)";
    run(system, insert, secrets.encrypt(SECRET));
  }
});
afterAll(() => cells.stop());
beforeEach(() => {
  cells.hops.length = 0;
});

/** A company with an official number. */
function numbered(cell: number, number: string): Numbered {
  const office = cellOffice(cells, cell);
  const { tenant, connectionId } = office;
  const { system, secrets } = cells.of(cell).installation;
  run(tenant.db, "UPDATE connection SET provider = 'cloud' WHERE id = ?", connectionId);
  run(
    tenant.db,
    "INSERT INTO meta_account (connection_id, kind, external_id, parent_id, token, checked_at) VALUES (?, 'phone', ?, ?, ?, 0)",
    connectionId,
    number,
    BUSINESS,
    secrets.encrypt("a token"),
  );
  run(
    system,
    "INSERT INTO meta_route (kind, external_id, company_id, connection_id, business_id) VALUES ('phone', ?, ?, ?, ?)",
    number,
    tenant.id,
    connectionId,
    BUSINESS,
  );
  enter(cells, cell, "meta", `phone:${number}`, tenant);
  return { ...office, cell, number };
}

let ids = 0;
const messageTo = (number: string, text: string) => {
  ids += 1;
  return {
    field: "messages",
    value: {
      metadata: { phone_number_id: number },
      contacts: [{ wa_id: "5511988887777", profile: { name: "Maria" } }],
      messages: [
        {
          id: `wamid.${ids}`,
          from: "5511988887777",
          type: "text",
          text: { body: text },
          timestamp: "1",
        },
      ],
    },
  };
};
const bodyOf = (...changes: object[]) => ({
  object: "whatsapp_business_account",
  entry: [{ id: BUSINESS, changes }],
});

async function post(cell: number, body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const text = JSON.stringify(body);
  const signature = `sha256=${createHmac("sha256", SECRET).update(text).digest("hex")}`;
  const { status } = await fetch(`${cells.of(cell).url}/webhooks/meta`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": signature, ...headers },
    body: text,
  });
  return status;
}
const received = ({ db }: Tenant, text: string) =>
  all<{ payload: string }>(db, "SELECT payload FROM inbound_event").filter(({ payload }) =>
    payload.includes(text),
  ).length;
const receivedBy = (text: string) => offices.map(({ tenant }) => received(tenant, text));

describe("a webhook of Meta with parts of two cells", () => {
  test("each cell gets its part once, at any cell that the call arrives at, also when Meta repeats it", async () => {
    for (const cell of [1, 2]) {
      const text = `Bom dia ${cell}`;
      const body = bodyOf(...offices.map(({ number }) => messageTo(number, text)));
      expect(await post(cell, body)).toBe(200);
      expect(receivedBy(text)).toEqual([1, 1]);
      expect(await post(cell, body)).toBe(200);
      expect(await post(3 - cell, body)).toBe(200);
      expect(receivedBy(text)).toEqual([1, 1]);
    }
  });

  test("a webhook with pages of one cell is sent to that cell alone", async () => {
    expect(await post(1, bodyOf(messageTo(offices[0]?.number ?? "", "Só aqui")))).toBe(200);
    expect(cells.hops).toEqual([]);
    expect(await post(1, bodyOf(messageTo(offices[1]?.number ?? "", "Só lá")))).toBe(200);
    expect(cells.hops).toEqual([{ from: 1, to: 2, what: "POST /webhooks/meta" }]);
    expect([receivedBy("Só aqui"), receivedBy("Só lá")]).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test("a notice about a business account reaches every cell that has numbers of it", async () => {
    const flagged = { field: "phone_number_quality_update", value: { event: "FLAGGED" } };
    expect(await post(2, bodyOf(flagged))).toBe(200);
    const restrictions = offices.map(({ tenant }) =>
      all<{ kind: string }>(tenant.db, "SELECT kind FROM connection_restriction").map(({ kind }) => kind),
    );
    expect(restrictions).toEqual([["quality_low"], ["quality_low"]]);
  });

  test("while one cell is away Meta repeats the call, and the other cell has its part already", async () => {
    const body = bodyOf(...offices.map(({ number }) => messageTo(number, "Alô")));
    cells.away.add(2);
    expect(await post(1, body)).toBe(503);
    expect(receivedBy("Alô")).toEqual([1, 0]);
    cells.away.delete(2);
    expect(await post(1, body)).toBe(200);
    expect(receivedBy("Alô")).toEqual([1, 1]);
  });

  describe("while a cell has not written its rows into the directory", () => {
    beforeEach(() => {
      cells.directory.isIncomplete = true;
    });
    afterEach(() => {
      cells.directory.isIncomplete = false;
    });

    test("Meta repeats a call for an unknown number, whose known parts are stored at the first time", async () => {
      const known = offices.map(({ number }) => messageTo(number, "Começo"));
      const body = bodyOf(messageTo("100000000000099", "Começo"), ...known);
      const dropped = () => droppedWebhooks(cells.of(1).installation);
      const before = dropped();
      expect(await post(1, body)).toBe(503);
      expect([receivedBy("Começo"), dropped()]).toEqual([[1, 1], before]);
      cells.directory.isIncomplete = false;
      expect(await post(1, body)).toBe(200);
      expect([receivedBy("Começo"), dropped()]).toEqual([[1, 1], before + 1]);
    });

    test("a call with known numbers is accepted", async () => {
      const body = bodyOf(...offices.map(({ number }) => messageTo(number, "Conhecidos")));
      expect(await post(1, body)).toBe(200);
      expect(receivedBy("Conhecidos")).toEqual([1, 1]);
    });
  });

  test("while the directory does not answer, a call for an unknown number is repeated by Meta", async () => {
    cells.directory.isDown = true;
    expect(await post(1, bodyOf(messageTo("100000000000098", "Sem resposta")))).toBe(503);
    cells.directory.isDown = false;
  });

  test("a large body that is stored on disk reaches both cells", async () => {
    const long = "x".repeat(4000);
    const changes = Array.from({ length: 80 }, () =>
      offices.map(({ number }) => messageTo(number, `Longa ${long}`)),
    );
    expect(await post(1, bodyOf(...changes.flat()))).toBe(200);
    await resumeStoredWebhooks(cells.of(1).installation);
    expect(receivedBy("Longa")).toEqual([80, 80]);
  });

  test("a call from outside cannot pass as a part: it needs Meta's signature", async () => {
    const forged = { "x-hub-signature-256": `sha256=${"0".repeat(64)}`, "x-balcao-part": "1" };
    const caller = { "x-balcao-caller": JSON.stringify({ ip: "10.0.0.1", https: true, host: "" }) };
    const body = bodyOf(messageTo(offices[1]?.number ?? "", "Forjada"));
    for (const cell of [1, 2]) expect(await post(cell, body, { ...forged, ...caller })).toBe(401);
    expect(receivedBy("Forjada")).toEqual([0, 0]);
  });
});

describe("a webhook of a payment gateway", () => {
  const charge = (cell: number, txid: string) => {
    const { system } = cells.of(cell).installation;
    const company = offices.find((office) => office.cell === cell)?.tenant.id ?? 0;
    const invoice = run(
      system,
      `INSERT INTO invoice (company_id, due_date, detail, value_cents, recurrence, plan_id, plan, created_at, updated_at)
       VALUES (?, ?, 'Básico', 1, 'monthly', 1, '{}', 0, 0)`,
      company,
      txid,
    ).id;
    run(
      system,
      `INSERT INTO charge (txid, invoice_id, provider, value_cents, code, expires_at, ask_until, created_at)
       VALUES (?, ?, 'efi', 1, 'pix', 0, 0, 0)`,
      txid,
      invoice,
    );
  };
  const isChecked = (cell: number, txid: string) =>
    (one<{ until: number }>(
      cells.of(cell).installation.system,
      "SELECT ask_until AS until FROM charge WHERE txid = ?",
      txid,
    )?.until ?? 0) > 0;
  const call = async (cell: number, txids: readonly string[], secret?: string) => {
    const path = `efi/${secret ?? webhookSecret(cells.of(cell).installation, "efi")}`;
    const { status } = await fetch(`${cells.of(cell).url}/webhooks/pix/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ pix: txids.map((txid) => ({ txid })) }),
    });
    return status;
  };

  test("a charge is checked by the cell that has its invoice", async () => {
    charge(1, "aqui");
    charge(2, "longe");
    expect(await call(1, ["aqui"])).toBe(200);
    expect(cells.hops).toEqual([]);
    expect(await call(1, ["aqui", "longe"])).toBe(200);
    expect([isChecked(1, "aqui"), isChecked(2, "longe")]).toEqual([true, true]);
    expect(cells.hops).toHaveLength(1);
  });

  test("an unknown charge is no error, and a wrong secret reaches no other cell", async () => {
    expect(await call(2, ["desconhecida"])).toBe(200);
    cells.hops.length = 0;
    expect(await call(2, ["desconhecida"], "guessed")).toBe(401);
    expect(cells.hops).toEqual([]);
  });

  test("while the cell of a charge is away the gateway repeats the call", async () => {
    charge(2, "depois");
    cells.away.add(2);
    expect(await call(1, ["depois"])).toBe(503);
    cells.away.delete(2);
    expect(await call(1, ["depois"])).toBe(200);
    expect(isChecked(2, "depois")).toBe(true);
  });
});
