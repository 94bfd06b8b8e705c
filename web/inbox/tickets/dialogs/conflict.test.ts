import { expect, test } from "bun:test";
import { ApiError } from "#web/lib/api/api-error.ts";
import { conflictOf } from "./conflict.ts";

const body = {
  error: "ERR_OTHER_OPEN_TICKET",
  userId: 8,
  user: { id: 8, name: "Bruno" },
  queueId: 2,
  queue: { id: 2, name: "Vendas" },
  ticket: { id: 91, uuid: "u", status: "open" },
  details: {},
};

test("when a new ticket is rejected because one exists, the conflict names the owner of the existing ticket", () => {
  const conflict = conflictOf(new ApiError(409, "ERR_OTHER_OPEN_TICKET", {}, body));
  expect(conflict).toMatchObject({
    user: { name: "Bruno" },
    queue: { name: "Vendas" },
    ticket: { uuid: "u" },
  });
  const unseen = { ...body, user: null, userId: null, ticket: { status: "pending" } };
  expect(conflictOf(new ApiError(409, "ERR_OTHER_OPEN_TICKET", {}, unseen))?.ticket.uuid).toBeUndefined();
});

test("an error without an existing ticket is no conflict", () => {
  expect(conflictOf(new ApiError(409, "ERR_TICKET_CLOSED", {}, body))).toBeNull();
  expect(conflictOf(new Error("x"))).toBeNull();
});
