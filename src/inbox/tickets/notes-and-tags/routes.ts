import * as v from "valibot";
import {
  EditNoteBody,
  LaneBody,
  TicketAnswer,
  TicketElsewhere,
  TicketNoteAnswer,
  TicketNoteBody,
} from "#inbox/tickets/contract.ts";
import { ticketsElsewhere } from "#inbox/tickets/of-contact/of-contact.ts";
import { TagContactsAnswer, TagContactsBody, TagSyncBody } from "#people/tags/contract.ts";
import { IdParams, MessageAnswer, PathId, ShortText } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { addNote, deleteNote, editNote, listNotes } from "./notes.ts";
import { tagContacts } from "./tag-contacts.ts";
import { addTag, moveToLane, removeLanes, syncTags } from "./tags.ts";

/** Routes for a ticket's tags, lane and notes, and for other tickets of its contact. */
export const notesAndTagsRoutes = [
  route({
    method: "PUT",
    path: "/ticket-tags/:ticketId/:tagId",
    unaudited: "the history of the ticket records it",
    summary: "Add one tag to a ticket",
    params: v.object({ ticketId: PathId, tagId: PathId }),
    answer: TicketAnswer,
    handle: ({ ctx, params }) => addTag(ctx, params.ticketId, params.tagId),
  }),
  route({
    method: "DELETE",
    path: "/ticket-tags/:ticketId",
    unaudited: "the history of the ticket records it",
    summary: "Remove a ticket from its lane",
    params: v.object({ ticketId: PathId }),
    answer: TicketAnswer,
    handle: ({ ctx, params }) => removeLanes(ctx, params.ticketId),
  }),
  route({
    method: "PUT",
    path: "/tickets/:id/lane",
    unaudited: "the history of the ticket records it",
    summary: "Move a ticket to a lane of the board; null = 'Em aberto'",
    planFlag: "useKanban",
    params: IdParams,
    body: LaneBody,
    answer: TicketAnswer,
    handle: ({ ctx, params, body }) => moveToLane(ctx, params.id, body.tagId),
  }),
  route({
    method: "POST",
    path: "/tags/contacts",
    audit: "contact.changed",
    summary: "Put a tag on the newest ticket of each of up to 500 contacts",
    body: TagContactsBody,
    answer: TagContactsAnswer,
    handle: ({ ctx, body }) => tagContacts(ctx, body),
  }),
  route({
    method: "POST",
    path: "/tags/sync",
    unaudited: "the history of the ticket records it",
    summary: "Replace the tags of a ticket",
    body: TagSyncBody,
    answer: TicketAnswer,
    handle: ({ ctx, body }) =>
      syncTags(
        ctx,
        body.ticketId,
        body.tags.map(({ id }) => id),
      ),
  }),
  route({
    method: "GET",
    path: "/tickets/:id/elsewhere",
    summary: "Running tickets of the same contact on other connections",
    params: IdParams,
    answer: v.array(TicketElsewhere),
    handle: ({ ctx, params }) => ticketsElsewhere(ctx, params.id),
  }),
  route({
    method: "GET",
    path: "/ticket-notes/list",
    summary: "Notes on the contact of a ticket",
    query: v.object({ ticketId: PathId, contactId: v.optional(ShortText) }),
    answer: v.array(TicketNoteAnswer),
    handle: ({ ctx, query }) => listNotes(ctx, query.ticketId),
  }),
  route({
    method: "POST",
    path: "/ticket-notes",
    unaudited: "the history of the ticket records it",
    summary: "Write a note that only staff reads",
    body: TicketNoteBody,
    answer: TicketNoteAnswer,
    handle: ({ ctx, body }) => addNote(ctx, body),
  }),
  route({
    method: "PUT",
    path: "/ticket-notes/:id",
    unaudited: "the note keeps its earlier texts",
    summary: "Change the text and the mentions of an own note",
    params: IdParams,
    body: EditNoteBody,
    answer: TicketNoteAnswer,
    handle: ({ ctx, params, body }) => editNote(ctx, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/ticket-notes/:id",
    unaudited: "the history of the ticket records it",
    summary: "Delete a note",
    params: v.object({ id: PathId }),
    answer: MessageAnswer,
    handle: ({ ctx, params }) => {
      deleteNote(ctx, params.id);
      return { message: "Note deleted" };
    },
  }),
];
