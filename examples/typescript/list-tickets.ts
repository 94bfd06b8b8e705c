import { balcao } from "./connect.ts";

// list-tickets.ts [STATUS]: prints all tickets with a status (pending, open or closed), page by page.
const status = (process.argv[2] ?? "open") as "pending" | "open" | "closed";
for (let page = 1, hasMore = true; hasMore; page += 1) {
  const answer = await balcao.getTickets({ query: { status, showAll: "true", pageNumber: String(page) } });
  for (const { id, contact, queue, lastMessage } of answer.tickets)
    console.log([id, contact.name, queue?.name ?? "-", lastMessage].join("\t"));
  hasMore = answer.hasMore;
}
