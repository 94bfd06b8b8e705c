import { expect, jest, test } from "bun:test";
import { companyZone } from "#web/lib/format/dates.ts";
import type { Campaign } from "#web/outreach/campaigns/campaigns-api.ts";
import { SUBMIT_DELAY_MS } from "#web/ui/form/form-model.ts";
import { createCampaignForm, lockOf, slotOfProblems, stepOfProblems, writtenSlots } from "./campaign-form.ts";
import { sampleCampaign } from "./test-campaign.ts";

companyZone.value = "America/Sao_Paulo";

function open(campaign: Campaign | null, answers: { uploadFails?: boolean; isOfficial?: boolean } = {}) {
  const calls: unknown[] = [];
  const outcome: string[] = [];
  const answer = (change: Partial<Campaign> = {}) => sampleCampaign({ ...campaign, ...change });
  const form = createCampaignForm({
    campaign,
    calls: {
      create: async (body) => {
        calls.push(["create", body]);
        return answer();
      },
      update: async (id, body) => {
        calls.push(["update", id, body]);
        return answer();
      },
      upload: async (id, file) => {
        calls.push(["upload", id, file.name]);
        if (answers.uploadFails) throw new Error("no");
        return answer();
      },
      removeFile: async (id) => {
        calls.push(["removeFile", id]);
        return { message: "" };
      },
      get: async (id) => {
        calls.push(["get", id]);
        return { ...answer(), contactList: null, shipping: [], timeline: { pieceMs: 0, points: [] } };
      },
    },
    isOfficial: () => answers.isOfficial === true,
    onSaved: () => outcome.push("saved"),
    onFileFailed: () => outcome.push("fileFailed"),
    onFailure: () => outcome.push("failed"),
  });
  const submit = async () => {
    jest.useFakeTimers();
    const done = form.submit();
    jest.advanceTimersByTime(SUBMIT_DELAY_MS);
    jest.useRealTimers();
    await done;
  };
  return { form, calls, outcome, submit };
}
const file = new File(["x"], "bolo.jpg", { type: "image/jpeg" });

test("a new campaign is sent with its time in the contract's format, and with null for empty fields", async () => {
  const { form, calls, submit, outcome } = open(null);
  form.set("name", "Natal");
  form.set("message1", "Oi {nome}");
  form.set("contactListId", 2);
  form.set("scheduledAt", "2026-12-01T09:30");
  await submit();
  expect(calls).toMatchObject([
    ["create", { name: "Natal", contactListId: 2, tagListId: 0, scheduledAt: "2026-12-01 09:30:00" }],
  ]);
  expect(outcome).toEqual(["saved"]);
});

test("a campaign with a name of one letter is not sent", async () => {
  const { form, calls, submit } = open(null);
  form.set("name", "N");
  await submit();
  expect([calls, form.problem("name")]).toEqual([[], "too_short"]);
});

test("a scheduled campaign with confirmation needs its question, a draft does not", async () => {
  const { form, calls, submit } = open(null);
  form.set("name", "Natal");
  form.set("message2", "Oi {nome}");
  form.set("confirmation", true);
  await submit();
  expect(calls).toHaveLength(1);
  form.set("scheduledAt", "2026-12-01T09:30");
  await submit();
  expect(calls).toHaveLength(1);
  expect(form.problem("confirmationMessage2")).toBe("required");
  expect([stepOfProblems(form.problems.value), slotOfProblems(form.problems.value)]).toEqual(["messages", 2]);
  form.set("confirmationMessage5", "Posso enviar?");
  await submit();
  expect(calls).toHaveLength(2);
});

test("an unchanged start time of a campaign is not sent again, a cleared one is", async () => {
  const planned = sampleCampaign({ status: "PROGRAMADA", scheduledAt: "2026-12-01T12:30:40.000Z" });
  const first = open(planned);
  first.form.set("name", "Outro nome");
  await first.submit();
  expect(first.calls[0]).toMatchObject(["update", 3, { name: "Outro nome" }]);
  expect(first.calls[0]).not.toHaveProperty("2.scheduledAt");
  const second = open(planned);
  second.form.set("scheduledAt", "");
  await second.submit();
  expect(second.calls).toMatchObject([["update", 3, { scheduledAt: null }]]);
});

test("the file of a campaign is uploaded before the campaign is scheduled", async () => {
  const { form, calls, submit, outcome } = open(null);
  form.set("name", "Natal");
  form.set("scheduledAt", "2026-12-01T09:30");
  form.set("file", { kind: "put", name: file.name, file });
  await submit();
  expect(calls).toMatchObject([
    ["create", { name: "Natal" }],
    ["upload", 3, "bolo.jpg"],
    ["update", 3, { scheduledAt: "2026-12-01 09:30:00" }],
  ]);
  expect(calls[0]).not.toHaveProperty("1.scheduledAt");
  expect(outcome).toEqual(["saved"]);
});

test("after a failed upload the campaign is not scheduled, and the retry updates the same campaign", async () => {
  const { form, calls, submit, outcome } = open(null, { uploadFails: true });
  form.set("name", "Natal");
  form.set("scheduledAt", "2026-12-01T09:30");
  form.set("file", { kind: "put", name: file.name, file });
  await submit();
  await submit();
  expect(calls.map((call) => (call as string[])[0])).toEqual(["create", "upload", "update", "upload"]);
  expect(outcome).toEqual(["fileFailed", "fileFailed"]);
});

test("a running campaign is read-only in its dialog", async () => {
  const { calls, submit } = open(sampleCampaign({ status: "EM_ANDAMENTO", editable: false }));
  await submit();
  expect(calls).toEqual([]);
});

test("a locked campaign shows the reason, and the dialog finds the step of a problem", () => {
  const locked = (status: Campaign["status"]) => lockOf(sampleCampaign({ status, editable: false }));
  expect([locked("EM_ANDAMENTO"), locked("PROGRAMADA"), locked("FINALIZADA"), lockOf(null)]).toEqual([
    "lockedRunning",
    "lockedSoon",
    "lockedDone",
    null,
  ]);
  expect(stepOfProblems({ scheduledAt: "invalid" })).toBe("sending");
  expect(stepOfProblems({ message2: "too_long", scheduledAt: "invalid" })).toBe("messages");
  expect(stepOfProblems({})).toBeNull();
  expect(writtenSlots(sampleCampaign({ message3: "Olá", message2: "  " }))).toEqual([1, 3]);
});

const RETURN = { templateName: "retomar", templateLanguage: "pt_BR", parameters: ["{nome}"] };

test("a campaign of an official number sends only templates, and one of another number sends none", async () => {
  const written = {
    message1: "Oi",
    confirmation: true,
    confirmationMessage1: "Posso?",
    fileListId: 4,
  } as const;
  const official = open(sampleCampaign({ ...written, template2: RETURN }), { isOfficial: true });
  await official.submit();
  expect(official.calls[0]).toMatchObject([
    "update",
    3,
    { message1: "", confirmationMessage1: "", confirmation: false, fileListId: 0, template2: RETURN },
  ]);
  const other = open(sampleCampaign({ ...written, template2: RETURN }));
  await other.submit();
  expect(other.calls[0]).toMatchObject(["update", 3, { ...written, template2: null }]);
});

test("a campaign whose template lacks values is not scheduled, and the dialog finds the slot of the template", async () => {
  const empty = { ...RETURN, parameters: [" "] };
  const { form, submit, calls } = open(sampleCampaign({ template3: empty }), { isOfficial: true });
  form.set("scheduledAt", "2026-12-01T09:30");
  await submit();
  expect([calls, form.problems.value]).toEqual([[], { template3: "required" }]);
  expect([stepOfProblems(form.problems.value), slotOfProblems(form.problems.value)]).toEqual(["messages", 3]);
});
