import type { Delivery } from "#automation/integrations/schema.ts";
import { addressVia, findConnection, ProviderPort } from "#channels/connections/index.ts";
import { deleteIfUnreferenced } from "#channels/media/index.ts";
import { lastCustomerProviderId } from "#inbox/messages/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { isPrompt, type Step } from "./adapter.ts";
import { type Fetched, fetchFile, storeInlineFile } from "./fetch-file.ts";
import { perform } from "./perform.ts";
import { deliveryById, writeDelivery } from "./rows.ts";

/** Carries out the next steps of a delivery; consecutive steps without a wait share a transaction. */
export async function act(tenant: Tenant, row: Delivery): Promise<void> {
  const [first] = stepsOf(row);
  const file = first && (await fileOf(tenant, row, first));
  if (first?.do === "wait" && first.typing) showTyping(tenant, row, first.ms);
  try {
    tenant.write((unit) => go(unit, row, file));
  } catch (error) {
    tenant.log.error(
      { err: error, delivery: row.id, step: first?.do },
      "a step of an integration failed and is skipped; the next steps still run",
    );
    tenant.write((unit) => skip(unit, row));
  } finally {
    // Without storage, or after a person took the conversation, no row refers to the file: delete it.
    if (file && "stored" in file) await deleteIfUnreferenced(tenant, file.stored.name);
  }
}

/** The file of a step that sends one. */
async function fileOf(tenant: Tenant, row: Delivery, step: Step): Promise<Fetched | undefined> {
  if (step.do === "media") return await fetchFile(tenant, row, step.url);
  return step.do === "file" ? await storeInlineFile(tenant, row, step.name, step.base64) : undefined;
}

const stepsOf = (row: Delivery): Step[] => JSON.parse(row.steps) as Step[];

function go(unit: TenantUnit, { id }: Delivery, file: Fetched | undefined): void {
  const row = deliveryById(unit.db, id);
  if (row?.state !== "acting") return;
  const steps = stepsOf(row);
  const problems = row.error === null ? [] : [row.error];
  let until = unit.now;
  let isFirst = true;
  while (steps[0] && (isFirst || isPrompt(steps[0]))) {
    const [step] = steps.splice(0, 1);
    if (!step) break;
    const problem = perform(unit, row, step, isFirst ? file : undefined);
    if (problem !== null) problems.push(`${step.do}: ${problem}`);
    isFirst = false;
    if (step.do === "wait") {
      until = unit.now + step.ms;
      break;
    }
  }
  leave(unit, { ...row, error: problems.join("; ").slice(0, 500) || null }, steps, until);
}

function leave(unit: TenantUnit, row: Delivery, steps: readonly Step[], until: number): void {
  const left = JSON.stringify(steps);
  if (steps.length > 0) writeDelivery(unit, { ...row, steps: left, nextTryAt: until });
  else writeDelivery(unit, { ...row, steps: left, state: "done", finishedAt: unit.now });
}

/** Skips a step that failed: it is not retried. */
function skip(unit: TenantUnit, { id }: Delivery): void {
  const row = deliveryById(unit.db, id);
  if (row?.state !== "acting") return;
  const [step, ...rest] = stepsOf(row);
  leave(unit, { ...row, error: `${step?.do}: internal` }, rest, unit.now);
}

/** Shows "typing…" on the customer's phone during a pause; failures are ignored. */
function showTyping(tenant: Tenant, { ticketId }: Delivery, ms: number): void {
  const ticket = ticketId === null ? undefined : ticketById(tenant.db, ticketId);
  if (!ticket || findConnection(tenant.db, ticket.connectionId)?.status !== "CONNECTED") return;
  const address = addressVia(tenant.db, ticket.contactId, ticket.connectionId, ticket.channel)?.address;
  if (address === undefined) return;
  const key = { companyId: tenant.id, connectionId: ticket.connectionId };
  const show = (active: boolean) => {
    tenant.installation.ports
      .use(ProviderPort)
      .typing(key, address, active, active ? lastCustomerProviderId(tenant, ticket) : null)
      .catch((error: unknown) => tenant.log.debug({ err: error }, "typing indicator not sent"));
  };
  show(true);
  tenant.clock.after(ms, () => show(false));
}
